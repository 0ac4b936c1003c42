import * as groupsCalls from '@strata/contract/calls/groups'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import '../../ui/page/table.css'
import '../../ui/page/list-page.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { useGameTypes } from '../../api/shared-queries.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListTools, PagedList } from '../../components/data-table/paged-list.tsx'
import { useAddress } from '../../components/data-table/use-address.ts'
import { usePageSize } from '../../components/data-table/use-page-size.ts'
import { type Column, type Table, useTable } from '../../components/data-table/use-table.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import exportsCss from '../../components/exports/exports.module.css'
import { choiceOf, pageOf, textOf } from '../../lib/address.ts'
import { formatInstant } from '../../lib/instant.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { groupsText } from '../../text/zh-CN/rooms/groups.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { CommandsDialog } from './commands-dialog.tsx'
import type { Group } from './group.ts'
import { GroupDialog } from './group-dialog.tsx'
import css from './groups.module.css'
import { MembersDrawer } from './members-drawer.tsx'

const STATUSES = [1, 2] as const

type Opened =
  | { readonly kind: 'edit'; readonly group: Group | null }
  | { readonly kind: 'members' | 'commands' | 'status'; readonly group: Group }

const useFilters = () => {
  const { search, change } = useAddress()
  return {
    keyword: textOf(search, 'q'),
    status: choiceOf(search, 'status', STATUSES),
    pageIndex: pageOf(search),
    change,
  }
}

/** Chat groups, their members and their keywords. */
export const GroupsPage = (): ReactNode => {
  const { keyword, status, pageIndex, change } = useFilters()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [pageSize, setPageSize] = usePageSize()
  const table = useTable('groups', COLUMNS)
  const request = { ...(keyword === '' ? {} : { keyword }), ...(status === null ? {} : { status }) }
  const groups = useQuery({
    ...queryOf(groupsCalls.findGroup, { ...request, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  const add = (): void => setOpened({ kind: 'edit', group: null })
  const close = (): void => setOpened(null)
  return (
    <div className="list-page">
      <section className="card list-card">
        <div className="list-bar">
          <SearchBox
            label={groupsText.search}
            value={keyword}
            button={peopleText.search}
            onSearch={(q) => change({ q })}
          />
          <Choice
            label={groupsText.columns.status}
            value={String(status ?? '')}
            options={[
              { value: '', label: groupsText.allStatuses },
              ...STATUSES.map((one) => ({ value: String(one), label: peopleText.statuses[one] ?? '' })),
            ]}
            onChange={(value) => change({ status: value })}
          />
          <span className={`end ${exportsCss.barButtons}`}>
            <ListTools table={table}>
              <ExportButton call={groupsCalls.findGroup} input={request} />
            </ListTools>
            <button type="button" className="plain-button" onClick={add}>
              {groupsText.add}
            </button>
          </span>
        </div>
        <PagedList
          query={groups}
          pageIndex={pageIndex}
          onPage={(page) => change({ page: String(page) })}
          cards={(rows) => <Cards rows={rows} onOpen={setOpened} />}
          pageSize={pageSize}
          onPageSize={setPageSize}
          desk={(rows) => <GroupsTable rows={rows} table={table} onOpen={setOpened} />}
          empty={
            <>
              {keyword === '' && status === null ? groupsText.empty : groupsText.emptyFound}{' '}
              <button type="button" className="link-button" onClick={add}>
                {groupsText.add}
              </button>
            </>
          }
        />
      </section>
      {opened?.kind === 'edit' ? <GroupDialog group={opened.group} onClose={close} /> : null}
      {opened?.kind === 'members' ? <MembersDrawer group={opened.group} onClose={close} /> : null}
      {opened?.kind === 'commands' ? <CommandsDialog group={opened.group} onClose={close} /> : null}
      {opened?.kind === 'status' ? <StatusDialog group={opened.group} onClose={close} /> : null}
    </div>
  )
}

const StatusDialog = ({ group, onClose }: { readonly group: Group; readonly onClose: () => void }): ReactNode => {
  const client = useQueryClient()
  const on = group.status === 1
  return (
    <ConfirmDialog
      title={on ? groupsText.disableTitle(group.groupName) : `${groupsText.enable} ${group.groupName}`}
      confirm={peopleText.confirm}
      danger={on}
      onConfirm={async () => {
        await api.call(groupsCalls.updateGroup, {
          groupId: group.groupId,
          status: on ? 2 : 1,
          requestId: newRequestId(),
        })
        await refreshAfter(client, groupsCalls.updateGroup)
      }}
      onClose={onClose}
    >
      <p className="dialog-note">{groupsText.disableNote}</p>
    </ConfirmDialog>
  )
}

type ListProps = { readonly rows: readonly Group[]; readonly onOpen: (opened: Opened) => void }

const Buttons = ({ group, onOpen }: { readonly group: Group; readonly onOpen: ListProps['onOpen'] }): ReactNode => (
  <span className={css.groupButtons}>
    <button type="button" className="link-button" onClick={() => onOpen({ kind: 'edit', group })}>
      {peopleText.edit}
    </button>
    <button type="button" className="link-button" onClick={() => onOpen({ kind: 'members', group })}>
      {groupsText.members}
    </button>
    <button type="button" className="link-button" onClick={() => onOpen({ kind: 'commands', group })}>
      {groupsText.commands}
    </button>
    <button type="button" className="link-button" onClick={() => onOpen({ kind: 'status', group })}>
      {group.status === 1 ? groupsText.disable : groupsText.enable}
    </button>
  </span>
)

const useGameNames = (): ((ids: readonly number[]) => string) => {
  const games = useGameTypes().data ?? []
  return (ids) =>
    games
      .filter(({ id }) => ids.includes(id))
      .map(({ gameName }) => gameName)
      .join(' ')
}

const Status = ({ group }: { readonly group: Group }): ReactNode => (
  <span className={`tag ${group.status === 1 ? 'tag-good' : 'tag-bad'}`}>{peopleText.statuses[group.status]}</span>
)

type Context = { readonly onOpen: ListProps['onOpen']; readonly namesOf: (ids: readonly number[]) => string }

const columnWords = groupsText.columns
const FIRST = {
  title: columnWords.groupName,
  strong: true as const,
  cell: (group: Group): ReactNode => <b>{group.groupName}</b>,
}
const COLUMNS: readonly Column<Group, Context>[] = [
  { name: 'channel', title: columnWords.channel, left: true, cell: (group) => groupsText.channels[group.channel] },
  { name: 'channelId', title: columnWords.channelId, left: true, cell: (group) => group.channelId },
  { name: 'pankou', title: columnWords.pankou, left: true, cell: (group) => group.pankou },
  { name: 'games', title: columnWords.games, left: true, cell: (group, { namesOf }) => namesOf(group.gameIds) },
  {
    name: 'members',
    title: columnWords.members,
    cell: (group, { onOpen }) => (
      <button type="button" className="link-button" onClick={() => onOpen({ kind: 'members', group })}>
        {group.members}
      </button>
    ),
  },
  { name: 'status', title: columnWords.status, left: true, cell: (group) => <Status group={group} /> },
  {
    name: 'createdAt',
    title: columnWords.createdAt,
    left: true,
    cell: (group) => formatInstant(group.createdAt).slice(0, 16),
  },
  { name: 'remark', title: columnWords.remark, left: true, cell: (group) => group.remark },
  {
    name: 'actions',
    title: peopleText.actions,
    left: true,
    cell: (group, { onOpen }) => <Buttons group={group} onOpen={onOpen} />,
  },
]

type TableProps = ListProps & { readonly table: Table<Group, Context> }

const GroupsTable = ({ rows, table, onOpen }: TableProps): ReactNode => {
  const namesOf = useGameNames()
  return (
    <DataTable
      label={columnWords.groupName}
      className="list-scroll"
      table={table}
      first={FIRST}
      rows={rows}
      context={{ onOpen, namesOf }}
      keyOf={(group) => String(group.groupId)}
      dataOf={(group) => ({ 'data-group': group.groupName })}
    />
  )
}

const Cards = ({ rows, onOpen }: ListProps): ReactNode => {
  const namesOf = useGameNames()
  const words = groupsText.columns
  return (
    <ul className="list-cards">
      {rows.map((group) => (
        <li key={group.groupId} data-group={group.groupName}>
          <p className="line">
            <b>{group.groupName}</b>
            <Status group={group} />
          </p>
          <dl className="three">
            <div>
              <dt>{words.members}</dt>
              <dd>{group.members}</dd>
            </div>
            <div>
              <dt>{words.channel}</dt>
              <dd>{groupsText.channels[group.channel]}</dd>
            </div>
            <div>
              <dt>{words.pankou}</dt>
              <dd>{group.pankou}</dd>
            </div>
          </dl>
          <p className="line">
            {namesOf(group.gameIds)} {group.remark}
          </p>
          <Buttons group={group} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}
