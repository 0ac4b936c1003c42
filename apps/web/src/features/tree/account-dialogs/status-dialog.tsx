import * as treeCalls from '@strata/contract/calls/tree'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { ReasonField } from '../../../components/forms/reason-field.tsx'
import { newRequestId } from '../../../lib/request-id.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import css from '../accounts/accounts.module.css'
import { STATUSES, type Status } from '../accounts/accounts-filters.ts'
import type { AccountRow } from '../accounts/row-actions.ts'

const words = treeText.status

type Props = {
  readonly row: Pick<AccountRow, 'agentPathsId' | 'accountName' | 'status' | 'effectiveStatus'>
  readonly onClose: () => void
}

/** Changes the status of an account, and says what that means for everybody below it. */
export const StatusDialog = ({ row, onClose }: Props): ReactNode => {
  const choices = STATUSES.filter((status) => status !== row.status)
  const [status, setStatus] = useState<Status>(row.status === 1 ? 2 : 1)
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={words.title(row.accountName)}
      confirm={peopleText.confirm}
      danger={status !== 1}
      onConfirm={async () => {
        await api.call(treeCalls.updateStatus, {
          agentPathsId: row.agentPathsId,
          status,
          requestId: newRequestId(),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        })
        await refreshAfter(client, treeCalls.updateStatus)
      }}
      onClose={onClose}
    >
      <p>
        {words.now(peopleText.statuses[row.status] ?? '')}
        {row.status === row.effectiveStatus
          ? ''
          : `，${words.effective(peopleText.statuses[row.effectiveStatus] ?? '')}`}
      </p>
      <div className={css.radioLine}>
        <span>{words.label}</span>
        <ToggleGroup
          name="status"
          label={words.label}
          value={String(status)}
          options={choices.map((value) => ({ value: String(value), label: peopleText.statuses[value] ?? '' }))}
          onChange={(value) => setStatus(choices.find((choice) => String(choice) === value) ?? status)}
        />
      </div>
      <p className="dialog-warn">
        <b>{words.confirm[status]}</b>
        <br />
        {words.effect[status]}
      </p>
      <ReasonField label={words.reason} value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
