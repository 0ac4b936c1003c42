import * as groupsCalls from '@strata/contract/calls/groups'
import * as treeCalls from '@strata/contract/calls/tree'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { useDraft } from '../../api/drafts.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useGameTypes } from '../../api/shared-queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { offerUndo } from '../../components/forms/offer-undo.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { groupsText } from '../../text/zh-CN/rooms/groups.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { undoText } from '../../text/zh-CN/shared/undo.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import type { Group } from './group.ts'
import css from './groups.module.css'

const words = groupsText.columns
const LETTERS = ['A', 'B', 'C', 'D'] as const
const CHANNELS = ['telegram', 'web'] as const

type Draft = Pick<Group, 'groupName' | 'channel' | 'channelId' | 'pankou' | 'gameIds' | 'remark'>

/** The pankou that the signed-in path may open; all of them until its terms are loaded. */
const useLetters = (): readonly Group['pankou'][] => {
  const agentPathsId = useSession((session) => session.currentPathId)
  const terms = useQuery({
    ...queryOf(treeCalls.getGameInfos, { agentPathsId }, { automatic: true }),
  }).data
  const open = new Set(terms?.games.flatMap(({ pankou }) => pankou) ?? LETTERS)
  return LETTERS.filter((letter) => open.has(letter))
}

const problemOf = (draft: Draft): Partial<Record<'groupName' | 'channelId' | 'gameIds', string>> => ({
  ...(draft.groupName.trim() === '' ? { groupName: groupsText.nameNeeded } : {}),
  ...(draft.channel === 'telegram' && draft.channelId.trim() === '' ? { channelId: groupsText.channelIdNeeded } : {}),
  ...(draft.gameIds.length === 0 ? { gameIds: groupsText.gamesNeeded } : {}),
})

const NOTHING: Partial<Draft> = {}

/** Offers the old name and remark, unless something that decides about bets was changed with them. */
const offerOld = (client: QueryClient, group: Group, draft: Draft): void => {
  const { groupId, groupName, remark } = group
  const sameBets =
    group.channel === draft.channel &&
    group.channelId === draft.channelId &&
    group.pankou === draft.pankou &&
    String(group.gameIds) === String(draft.gameIds)
  if (!sameBets) return
  offerUndo(undoText.group, async () => {
    const old = { groupId, groupName, remark, requestId: newRequestId() }
    await api.call(groupsCalls.updateGroup, old, { automatic: true })
    await refreshAfter(client, groupsCalls.updateGroup)
  })
}

type Props = { readonly group: Group | null; readonly onClose: () => void }

/** The fields with their unsaved edits, which survive a closed dialog, and how they are saved. */
const useGroupDraft = ({ group, onClose }: Props) => {
  const games = useGameTypes().data ?? []
  const letters = useLetters()
  const client = useQueryClient()
  const [typed, setTyped] = useDraft(`group|${group?.groupId ?? 'new'}`, NOTHING)
  const draft: Draft = {
    groupName: '',
    channel: 'telegram',
    channelId: '',
    pankou: letters[0] ?? 'A',
    gameIds: games.map(({ id }) => id),
    remark: '',
    ...group,
    ...typed,
  }
  const set = (change: Partial<Draft>): void => setTyped((held) => ({ ...held, ...change }))
  // Closed by the user, after saving or without.
  const close = (): void => {
    setTyped(() => null)
    onClose()
  }
  const save = async (): Promise<void> => {
    const { groupName, channel, channelId, pankou, gameIds, remark } = draft
    const fields = {
      groupName: groupName.trim(),
      channel,
      pankou,
      gameIds: [...gameIds],
      remark: remark.trim(),
      requestId: newRequestId(),
      ...(channelId.trim() === '' ? {} : { channelId: channelId.trim() }),
    }
    if (group) {
      await api.call(groupsCalls.updateGroup, { groupId: group.groupId, ...fields })
      offerOld(client, group, draft)
    } else {
      await api.call(groupsCalls.addGroup, fields)
      showToast('success', groupsText.created)
    }
    await refreshAfter(client, group ? groupsCalls.updateGroup : groupsCalls.addGroup)
  }
  return { games, letters, typed, draft, set, close, save, problems: problemOf(draft) }
}
type GroupDraft = ReturnType<typeof useGroupDraft>

const GamesField = ({
  games,
  draft,
  set,
  problem,
}: Pick<GroupDraft, 'games' | 'draft' | 'set'> & { readonly problem: string | undefined }): ReactNode => (
  <fieldset className={css.groupGames}>
    <legend>{groupsText.games}</legend>
    {games.map(({ id, gameName }) => (
      <label key={id} className="check">
        <input
          type="checkbox"
          checked={draft.gameIds.includes(id)}
          onChange={(event) => {
            const on = event.currentTarget.checked
            set({
              gameIds: games.map((game) => game.id).filter((one) => (one === id ? on : draft.gameIds.includes(one))),
            })
          }}
        />
        {gameName}
      </label>
    ))}
    <p className="labelled-problem">{problem}</p>
  </fieldset>
)

const GroupFields = ({ games, letters, typed, draft, set, problems }: GroupDraft): ReactNode => (
  <div className="form">
    <TextField
      label={words.groupName}
      problem={typed.groupName === undefined ? null : (problems.groupName ?? null)}
      maxLength={32}
      value={draft.groupName}
      onChange={(text) => set({ groupName: text })}
    />
    <Labelled label={words.channel}>
      {() => (
        <Choice
          label={words.channel}
          value={draft.channel}
          options={CHANNELS.map((value) => ({ value, label: groupsText.channels[value] }))}
          onChange={(channel) => set({ channel })}
        />
      )}
    </Labelled>
    <Labelled
      label={words.channelId}
      problem={typed.channelId === undefined ? null : (problems.channelId ?? null)}
      hint={groupsText.channelHint[draft.channel]}
    >
      {(input) => (
        <input
          {...input}
          className="text-input"
          maxLength={64}
          value={draft.channelId}
          onChange={(event) => set({ channelId: event.currentTarget.value })}
        />
      )}
    </Labelled>
    <Labelled label={words.pankou}>
      {() => (
        <Choice
          label={words.pankou}
          value={draft.pankou}
          options={letters.map((value) => ({ value, label: value }))}
          onChange={(pankou) => set({ pankou })}
        />
      )}
    </Labelled>
    <GamesField {...{ games, draft, set }} problem={problems.gameIds} />
    <Labelled label={words.remark} wide>
      {(input) => (
        <input
          {...input}
          className="text-input"
          maxLength={200}
          value={draft.remark}
          onChange={(event) => set({ remark: event.currentTarget.value })}
        />
      )}
    </Labelled>
  </div>
)

/** Creates a group, or edits one. */
export const GroupDialog = ({ group, onClose }: Props): ReactNode => {
  const edit = useGroupDraft({ group, onClose })
  return (
    <ConfirmDialog
      title={group ? groupsText.edit(group.groupName) : groupsText.add}
      confirm={peopleText.save}
      width={560}
      disabled={Object.keys(edit.problems).length > 0}
      onConfirm={edit.save}
      onClose={edit.close}
    >
      <GroupFields {...edit} />
    </ConfirmDialog>
  )
}
