import * as groupsCalls from '@strata/contract/calls/groups'
import * as treeCalls from '@strata/contract/calls/tree'
import type { Role } from '@strata/domain/tree'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { PagedList } from '../../components/data-table/paged-list.tsx'
import { type OwnPage, useOwnPage } from '../../components/data-table/use-own-page.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { Drawer } from '../../components/dialogs/drawer.tsx'
import { ListState } from '../../components/list-state.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { groupsText } from '../../text/zh-CN/rooms/groups.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import type { Group } from './group.ts'
import css from './groups.module.css'

type Person = {
  readonly agentPathsId: number
  readonly accountName: string
  readonly nickname: string
  readonly roleId: Role
}
type Props = { readonly group: Group; readonly onClose: () => void }

const useMembers = (groupId: number, { pageIndex, pageSize }: OwnPage) =>
  useQuery({
    ...queryOf(treeCalls.agentQuery, { groupId, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })

/** The members of a group; others can be searched and added. */
export const MembersDrawer = ({ group, onClose }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const [keyword, setKeyword] = useState('')
  const page = useOwnPage(50)
  const [removing, setRemoving] = useState<Person | null>(null)
  const members = useMembers(group.groupId, page)
  const client = useQueryClient()
  const set = async (agentPathsId: number, remove: boolean): Promise<void> => {
    await api.call(groupsCalls.setGroupMembers, {
      groupId: group.groupId,
      agentPathsIds: [agentPathsId],
      requestId: newRequestId(),
      ...(remove ? { remove: true } : {}),
    })
    await refreshAfter(client, groupsCalls.setGroupMembers)
  }
  const ids = new Set((members.data?.items ?? []).map(({ agentPathsId }) => agentPathsId))
  return (
    <Drawer
      open
      size={mobile ? '100%' : 560}
      title={groupsText.membersOf(group.groupName)}
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      <div className="list-bar">
        <SearchBox label={groupsText.find} value={keyword} button={peopleText.search} onSearch={setKeyword} />
      </div>
      {keyword === '' ? null : (
        <Found keyword={keyword} ids={ids} onJoin={(id) => set(id, false)} onLeave={() => setKeyword('')} />
      )}
      <PagedList
        query={members}
        empty={groupsText.noMembers}
        {...page}
        desk={(rows) => (
          <ul className={css.people}>
            {rows.map((person) => (
              <li key={person.agentPathsId}>
                <Who person={person} />
                <button type="button" className="link-button" onClick={() => setRemoving(person)}>
                  {groupsText.remove}
                </button>
              </li>
            ))}
          </ul>
        )}
      />
      {removing ? (
        <ConfirmDialog
          title={groupsText.removeConfirm}
          confirm={peopleText.confirm}
          danger
          onConfirm={() => set(removing.agentPathsId, true)}
          onClose={() => setRemoving(null)}
        >
          <p>{groupsText.removeNote(removing.accountName)}</p>
        </ConfirmDialog>
      ) : null}
    </Drawer>
  )
}

const Who = ({ person }: { readonly person: Person }): ReactNode => (
  <span>
    <b>{person.accountName}</b> {person.nickname} <small>{appText.roles[person.roleId]}</small>
  </span>
)

type FoundProps = {
  readonly keyword: string
  readonly ids: ReadonlySet<number>
  readonly onJoin: (agentPathsId: number) => Promise<void>
  readonly onLeave: () => void
}

const Found = ({ keyword, ids, onJoin, onLeave }: FoundProps): ReactNode => {
  const found = useQuery({
    ...queryOf(treeCalls.agentQuery, { keyword, pageSize: 20 }),
  })
  return (
    <section className={css.found}>
      <p className="line">
        {groupsText.found}
        <button type="button" className="link-button" onClick={onLeave}>
          {peopleText.reset}
        </button>
      </p>
      <ListState query={found} isEmpty={({ items }) => items.length === 0} empty={groupsText.notFound}>
        {(data) => (
          <ul className={css.people}>
            {data.items.map((person) => (
              <li key={person.agentPathsId}>
                <Who person={person} />
                {ids.has(person.agentPathsId) ? (
                  <small>{groupsText.joined}</small>
                ) : (
                  <button
                    type="button"
                    className="link-button"
                    // The client has shown a refusal.
                    onClick={() => void onJoin(person.agentPathsId).catch(() => {})}
                  >
                    {groupsText.join}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </section>
  )
}
