import * as merchantCalls from '@strata/contract/calls/admin-merchants'
import '../../ui/page/list-page.css'
import { PERMISSION } from '@strata/contract/permissions'
import { validatorWord } from '@strata/contract/words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListTools, PagedList } from '../../components/data-table/paged-list.tsx'
import { useAddress } from '../../components/data-table/use-address.ts'
import { usePageSize } from '../../components/data-table/use-page-size.ts'
import { type Column, useTable } from '../../components/data-table/use-table.ts'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { pageOf, textOf } from '../../lib/address.ts'
import { formatInstant } from '../../lib/instant.ts'
import { operatorsText as words } from '../../text/zh-CN/rooms/operators.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { type Action, actionsOf, type Operator } from './operator.ts'
import { OperatorAction } from './operator-actions.tsx'
import { NewOperator } from './operator-dialog.tsx'
import css from './operators.module.css'

type Open = (row: Operator, action: Action) => void
type Context = { readonly onOpen: Open; readonly mayChange: boolean }

const TONES: Readonly<Record<number, string>> = { 1: 'tag-good', 2: 'tag-bad', 4: 'tag-warn' }
const StatusTag = ({ status }: Pick<Operator, 'status'>): ReactNode => (
  <span className={`tag ${TONES[status] ?? ''}`}>{peopleText.statuses[status]}</span>
)
const ValidatorTag = ({ validatorOn }: Pick<Operator, 'validatorOn'>): ReactNode => (
  <span className={validatorOn ? 'tag tag-good' : 'tag tag-warn'}>{validatorWord(validatorOn)}</span>
)

const Actions = ({ row, context }: { readonly row: Operator; readonly context: Context }): ReactNode => (
  <span className={css.menu}>
    {actionsOf(row)
      .filter((action) => context.mayChange || action === 'sessions')
      .map((action) => (
        <button
          key={action}
          type="button"
          className="link-button"
          data-action={action}
          onClick={() => context.onOpen(row, action)}
        >
          {action === 'edit' ? words.edit : words.actions[action]}
        </button>
      ))}
    <Link to={`/admin/log/index?target=${encodeURIComponent(row.accountName)}`}>{words.actions.log}</Link>
  </span>
)

const FIRST = {
  title: words.columns.account,
  strong: true as const,
  cell: (row: Operator): ReactNode => (
    <>
      {row.accountName} {row.own ? <span className="tag">{words.self}</span> : null}
    </>
  ),
}
const COLUMNS: readonly Column<Operator, Context>[] = [
  { name: 'nickname', title: words.columns.nickname, left: true, cell: (row) => row.nickname },
  { name: 'status', title: words.columns.status, left: true, cell: (row) => <StatusTag status={row.status} /> },
  { name: 'permissions', title: words.columns.permissions, cell: (row) => words.count(row.moduleIds.length) },
  {
    name: 'validator',
    title: words.columns.validator,
    left: true,
    cell: (row) => <ValidatorTag validatorOn={row.validatorOn} />,
  },
  {
    name: 'ips',
    title: words.columns.ips,
    left: true,
    cell: (row) => (row.allowedIps.length === 0 ? words.anyIp : row.allowedIps.join('、')),
  },
  {
    name: 'createdAt',
    title: words.columns.createdAt,
    left: true,
    cell: (row) => formatInstant(row.createdAt).slice(0, 16),
  },
  {
    name: 'lastLoginAt',
    title: words.columns.lastLoginAt,
    left: true,
    cell: (row) => (row.lastLoginAt === null ? words.never : <TimeAgo at={row.lastLoginAt} />),
  },
  {
    name: 'actions',
    title: words.columns.actions,
    left: true,
    pinEnd: true,
    cell: (row, context) => <Actions row={row} context={context} />,
  },
]

/** The logins of the platform's own people: what each may do, where it is signed in, and how it is secured. */
export const OperatorsPage = (): ReactNode => {
  const { search, change } = useAddress()
  const keyword = textOf(search, 'q')
  const pageIndex = pageOf(search)
  const mayChange = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.operators))
  const [opened, setOpened] = useState<{ readonly row: Operator; readonly action: Action } | null>(null)
  const [isNew, setNew] = useState(false)
  const [pageSize, setPageSize] = usePageSize()
  const table = useTable('operators', COLUMNS)
  const request = keyword === '' ? {} : { keyword }
  const operators = useQuery({
    ...queryOf(merchantCalls.userQuery, { ...request, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  const context: Context = { mayChange, onOpen: (row, action) => setOpened({ row, action }) }
  return (
    <div className="list-page">
      <section className="card list-card">
        <div className="list-bar">
          <SearchBox label={words.search} value={keyword} button={peopleText.search} onSearch={(q) => change({ q })} />
          {mayChange ? (
            <button type="button" className="plain-button end" onClick={() => setNew(true)}>
              {words.create}
            </button>
          ) : null}
          <ListTools table={table}>
            <ExportButton call={merchantCalls.userQuery} input={request} />
          </ListTools>
        </div>
        <PagedList
          query={operators}
          empty={words.empty}
          pageIndex={pageIndex}
          pageSize={pageSize}
          onPageSize={setPageSize}
          onPage={(page) => change({ page: String(page) })}
          cards={(rows) => <Cards rows={rows} context={context} />}
          desk={(rows) => (
            <DataTable
              label={words.label}
              className="list-scroll"
              table={table}
              first={FIRST}
              rows={rows}
              context={context}
              keyOf={(row) => String(row.accountId)}
              dataOf={(row) => ({ 'data-account': row.accountName })}
            />
          )}
        />
      </section>
      {isNew ? <NewOperator onClose={() => setNew(false)} /> : null}
      {opened ? <OperatorAction {...opened} onClose={() => setOpened(null)} /> : null}
    </div>
  )
}

const Cards = ({ rows, context }: { readonly rows: readonly Operator[]; readonly context: Context }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.accountId} data-account={row.accountName}>
        <p className="line">
          <b>
            {row.accountName} {row.nickname} {row.own ? words.self : ''}
          </b>
          <StatusTag status={row.status} />
        </p>
        <p className="line">
          <span>
            {words.columns.permissions} {words.count(row.moduleIds.length)} · {words.columns.validator}{' '}
            <ValidatorTag validatorOn={row.validatorOn} />
          </span>
          {row.lastLoginAt === null ? words.never : <TimeAgo at={row.lastLoginAt} />}
        </p>
        <Actions row={row} context={context} />
      </li>
    ))}
  </ul>
)
