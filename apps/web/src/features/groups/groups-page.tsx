import * as groupsCalls from '@strata/contract/calls/groups'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import '../../ui/page/table.css'
import '../../ui/page/list-page.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api/api.ts'
import { useGameTypes } from '../../api/shared-queries.ts'
import { PAGE_SIZE, PagedList } from '../../components/data-table/paged-list.tsx'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import exportsCss from '../../components/exports/exports.module.css'
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
  const [search, setSearch] = useSearchParams()
  const status = STATUSES.find((one) => String(one) === search.get('status')) ?? null
  const page = Number(search.get('page'))
  return {
    keyword: (search.get('q') ?? '').slice(0, 32),
    status,
    pageIndex: Number.isInteger(page) && page > 0 ? Math.min(500, page) : 1,
    change: (change: Readonly<Record<string, string>>): void =>
      setSearch((held) => {
        const next = new URLSearchParams(held)
        if (!('page' in change)) next.delete('page')
        for (const [name, value] of Object.entries(change)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      }),
  }
}

/** Chat groups, their members and their keywords. */
export const GroupsPage = (): ReactNode => {
  const { keyword, status, pageIndex, change } = useFilters()
  const [opened, setOpened] = useState<Opened | null>(null)
  const request = { ...(keyword === '' ? {} : { keyword }), ...(status === null ? {} : { status }) }
  const groups = useQuery({
    ...queryOf(groupsCalls.findGroup, { ...request, pageIndex, pageSize: PAGE_SIZE }),
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
            <ExportButton call={groupsCalls.findGroup} input={request} />
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
          desk={(rows) => <Table rows={rows} onOpen={setOpened} />}
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

const Table = ({ rows, onOpen }: ListProps): ReactNode => {
  const namesOf = useGameNames()
  const words = groupsText.columns
  return (
    <div className="table-scroll list-scroll">
      <table className="table">
        <thead>
          <tr>
            {[words.groupName, words.channel, words.channelId, words.pankou, words.games].map((word) => (
              <th key={word} scope="col" className="left">
                {word}
              </th>
            ))}
            <th scope="col">{words.members}</th>
            {[words.status, words.createdAt, words.remark, peopleText.actions].map((word) => (
              <th key={word} scope="col" className="left">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((group) => (
            <tr key={group.groupId} data-group={group.groupName}>
              <td className="left">
                <b>{group.groupName}</b>
              </td>
              <td className="left">{groupsText.channels[group.channel]}</td>
              <td className="left">{group.channelId}</td>
              <td className="left">{group.pankou}</td>
              <td className="left">{namesOf(group.gameIds)}</td>
              <td>
                <button type="button" className="link-button" onClick={() => onOpen({ kind: 'members', group })}>
                  {group.members}
                </button>
              </td>
              <td className="left">
                <Status group={group} />
              </td>
              <td className="left">{formatInstant(group.createdAt).slice(0, 16)}</td>
              <td className="left">{group.remark}</td>
              <td className="left">
                <Buttons group={group} onOpen={onOpen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
