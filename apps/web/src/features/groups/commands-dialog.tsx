import * as groupsCalls from '@strata/contract/calls/groups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { useDraft } from '../../api/drafts.ts'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { groupsText } from '../../text/zh-CN/rooms/groups.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Choice, Switch } from '../../ui/fields/choice.tsx'
import { FieldInput } from '../../ui/fields/field-input.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import {
  ACTIONS,
  addRow,
  addUsual,
  type CommandDraft,
  commandsOf,
  draftsOf,
  keywordProblem,
  MAX_COMMANDS,
} from './commands-model.ts'
import type { Group } from './group.ts'
import css from './groups.module.css'

type Props = { readonly group: Group; readonly onClose: () => void }

/** The keywords of a group and their commands. */
export const CommandsDialog = ({ group, onClose }: Props): ReactNode => {
  const saved = useQuery({
    ...queryOf(groupsCalls.getGroupCommand, { groupId: group.groupId }),
    gcTime: 0,
  })
  const [typed, hold] = useDraft<readonly CommandDraft[] | null>(`group-commands|${group.groupId}`, null)
  const setTyped = (rows: readonly CommandDraft[] | null): void => hold(() => rows)
  const client = useQueryClient()
  const rows = typed ?? draftsOf(saved.data?.commands ?? [])
  const wrong = rows.some((row) => keywordProblem(rows, row) !== null)
  return (
    <ConfirmDialog
      title={groupsText.commandsOf(group.groupName)}
      confirm={peopleText.save}
      width={760}
      disabled={typed === null || wrong}
      onConfirm={async () => {
        await api.call(groupsCalls.createGroupCommand, {
          groupId: group.groupId,
          commands: commandsOf(rows),
          requestId: newRequestId(),
        })
        await refreshAfter(client, groupsCalls.createGroupCommand)
      }}
      onClose={() => {
        setTyped(null)
        onClose()
      }}
    >
      <p className="dialog-note">{groupsText.commandsNote}</p>
      {saved.isPending ? (
        <Skeleton rows={4} label={appText.loading} />
      ) : saved.isLoadingError ? (
        <p className="form-problem" role="alert">
          {appText.loadFailed}{' '}
          <button type="button" className="link-button" onClick={() => void saved.refetch()}>
            {appText.retry}
          </button>
        </p>
      ) : (
        <>
          <ul className={css.commands}>
            {rows.length === 0 ? <li className={css.commandsNone}>{groupsText.noCommands}</li> : null}
            {rows.map((row) => (
              <CommandRow
                key={row.id}
                row={row}
                problem={typed === null ? null : keywordProblem(rows, row)}
                onChange={(next) => setTyped(rows.map((one) => (one.id === row.id ? next : one)))}
                onRemove={() => setTyped(rows.filter(({ id }) => id !== row.id))}
              />
            ))}
          </ul>
          <p className={css.groupButtons}>
            <button
              type="button"
              className="ghost-button"
              disabled={rows.length >= MAX_COMMANDS}
              onClick={() => setTyped(addRow(rows))}
            >
              {groupsText.addCommand}
            </button>
            <button type="button" className="ghost-button" onClick={() => setTyped(addUsual(rows))}>
              {groupsText.defaults}
            </button>
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}

type RowProps = {
  readonly row: CommandDraft
  readonly problem: string | null
  readonly onChange: (row: CommandDraft) => void
  readonly onRemove: () => void
}

const CommandRow = ({ row, problem, onChange, onRemove }: RowProps): ReactNode => (
  <li>
    <FieldInput
      label={groupsText.keyword}
      mode="text"
      placeholder={groupsText.keyword}
      value={row.keyword}
      problem={problem}
      onChange={(keyword) => onChange({ ...row, keyword: keyword.slice(0, 16) })}
    />
    <Choice
      label={groupsText.action}
      value={row.action}
      options={ACTIONS.map((action) => ({ value: action, label: groupsText.actions[action] }))}
      onChange={(action) => onChange({ ...row, action })}
    />
    <FieldInput
      label={groupsText.reply}
      mode="text"
      placeholder={groupsText.reply}
      value={row.reply}
      onChange={(reply) => onChange({ ...row, reply: reply.slice(0, 200) })}
    />
    <Switch label={groupsText.enabled} checked={row.enabled} onChange={(enabled) => onChange({ ...row, enabled })} />
    <button type="button" className="link-button" onClick={onRemove}>
      {groupsText.remove}
    </button>
  </li>
)
