import * as adminCalls from '@strata/contract/calls/admin'
import { PERMISSION } from '@strata/contract/permissions'
import { placeInSpan } from '@strata/domain/calendar/time-span'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../../ui/page/list-page.css'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/clock.ts'
import { queryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { ListTools, PagedList } from '../../../components/data-table/paged-list.tsx'
import { useAddress } from '../../../components/data-table/use-address.ts'
import { usePageSize } from '../../../components/data-table/use-page-size.ts'
import { type Column, useTable } from '../../../components/data-table/use-table.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import { LogLink } from '../../../components/logs/log-link.tsx'
import { pageOf, textOf } from '../../../lib/address.ts'
import { formatInstant } from '../../../lib/instant.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { noticesText as words } from '../../../text/zh-CN/rooms/notices.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { SearchBox } from '../../../ui/fields/search-box.tsx'
import { NoticeDialog, useMerchants } from './notice-dialog.tsx'
import { audienceText, type Notice } from './notice-model.ts'
import css from './notices.module.css'
import { ReadersDialog } from './readers-dialog.tsx'

type Asked = { readonly kind: 'edit' | 'remove' | 'readers'; readonly notice: Notice } | { readonly kind: 'add' }
type Context = { readonly ask: (asked: Asked) => void; readonly mayPublish: boolean }

const TAGS = { before: 'tag tag-warn', within: 'tag tag-good', after: 'tag' } as const

const StateTag = ({ notice }: { readonly notice: Notice }): ReactNode => {
  const state = placeInSpan(notice, serverNow())
  return <span className={TAGS[state]}>{words.states[state]}</span>
}

const Actions = ({ notice, context }: { readonly notice: Notice; readonly context: Context }): ReactNode => {
  const { ask, mayPublish } = context
  if (!mayPublish) return null
  return (
    <span className={css.actions}>
      <button type="button" className="link-button" onClick={() => ask({ kind: 'edit', notice })}>
        {words.edit}
      </button>
      <button type="button" className="link-button" onClick={() => ask({ kind: 'remove', notice })}>
        {words.remove}
      </button>
    </span>
  )
}

const Readers = ({ notice, context }: { readonly notice: Notice; readonly context: Context }): ReactNode => (
  <button type="button" className="link-button" onClick={() => context.ask({ kind: 'readers', notice })}>
    {notice.readers}
  </button>
)

const time = (at: number | null): string => (at === null ? words.untilDeleted : formatInstant(at).slice(0, 16))
const heads = words.columns
const FIRST = {
  title: heads.content,
  strong: true as const,
  cell: (row: Notice): ReactNode => (
    <span className={css.text} title={row.content}>
      {row.content}
    </span>
  ),
}
const COLUMNS: readonly Column<Notice, Context>[] = [
  { name: 'state', title: heads.state, left: true, cell: (row) => <StateTag notice={row} /> },
  { name: 'level', title: heads.level, left: true, cell: (row) => words.levels[row.level] },
  { name: 'audience', title: heads.audience, left: true, cell: audienceText },
  { name: 'from', title: heads.from, left: true, cell: (row) => time(row.from) },
  { name: 'until', title: heads.until, left: true, cell: (row) => time(row.until) },
  { name: 'readers', title: heads.readers, cell: (row, context) => <Readers notice={row} context={context} /> },
  { name: 'operatorName', title: heads.operatorName, left: true, cell: (row) => row.operatorName },
  {
    name: 'actions',
    pinEnd: true,
    title: heads.actions,
    left: true,
    cell: (row, context) => <Actions notice={row} context={context} />,
  },
]

const Cards = ({ rows, context }: { readonly rows: readonly Notice[]; readonly context: Context }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.id} data-notice={row.id}>
        <p className="line">
          <b>{row.content}</b>
          <StateTag notice={row} />
        </p>
        <p className="line">
          <span>
            {audienceText(row)} · {time(row.from)}
          </span>
          <Readers notice={row} context={context} />
        </p>
        <p className="line">
          <Actions notice={row} context={context} />
        </p>
      </li>
    ))}
  </ul>
)

const RemoveDialog = ({ notice, onClose }: { readonly notice: Notice; readonly onClose: () => void }): ReactNode => {
  const client = useQueryClient()
  const remove = async (): Promise<void> => {
    await api.call(adminCalls.noticeDelete, { id: notice.id, requestId: newRequestId() })
    await refreshAfter(client, adminCalls.noticeDelete)
  }
  return (
    <ConfirmDialog title={words.removeTitle} confirm={words.remove} danger onConfirm={remove} onClose={onClose}>
      <p>{notice.content}</p>
      <p>{words.removeText}</p>
    </ConfirmDialog>
  )
}

const Dialogs = ({ asked, onClose }: { readonly asked: Asked | null; readonly onClose: () => void }): ReactNode => {
  if (asked === null) return null
  if (asked.kind === 'add') return <NoticeDialog notice={null} onClose={onClose} />
  if (asked.kind === 'edit') return <NoticeDialog notice={asked.notice} onClose={onClose} />
  if (asked.kind === 'readers') return <ReadersDialog notice={asked.notice} onClose={onClose} />
  return <RemoveDialog notice={asked.notice} onClose={onClose} />
}

/** All notices of the platform: who sees them, when, and who has read them. */
export const NoticesPage = (): ReactNode => {
  const { search, change } = useAddress()
  const keyword = textOf(search, 'q')
  const pageIndex = pageOf(search)
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayPublish = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.publishNotices))
  useMerchants()
  const [pageSize, setPageSize] = usePageSize()
  const table = useTable('notices', COLUMNS)
  const request = keyword === '' ? {} : { keyword }
  const notices = useQuery({
    ...queryOf(adminCalls.noticeQuery, { ...request, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  const context = { ask: setAsked, mayPublish }
  return (
    <div className="list-page">
      <section className="card list-card">
        <div className="list-bar">
          <SearchBox label={words.keyword} value={keyword} button={peopleText.search} onSearch={(q) => change({ q })} />
          <LogLink of={{ target: words.label }} />
          {mayPublish ? (
            <button type="button" className="plain-button end" onClick={() => setAsked({ kind: 'add' })}>
              {words.add}
            </button>
          ) : null}
          <ListTools table={table}>
            <ExportButton call={adminCalls.noticeQuery} input={request} />
          </ListTools>
        </div>
        <PagedList
          query={notices}
          empty={keyword === '' ? words.empty : words.emptyFound}
          pageIndex={pageIndex}
          pageSize={pageSize}
          onPageSize={setPageSize}
          onPage={(page) => change({ page: String(page) })}
          cards={(rows) => <Cards rows={rows} context={context} />}
          desk={(rows) => (
            <DataTable
              label={words.list}
              className="list-scroll"
              table={table}
              first={FIRST}
              rows={rows}
              context={context}
              keyOf={(row) => String(row.id)}
              dataOf={(row) => ({ 'data-notice': String(row.id) })}
            />
          )}
        />
      </section>
      <Dialogs asked={asked} onClose={() => setAsked(null)} />
    </div>
  )
}
