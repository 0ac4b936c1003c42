import * as periodsCalls from '@strata/contract/calls/periods'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { refreshAfter } from '../../api/stale.ts'
import { TimeField } from '../../components/days/time-field.tsx'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ReasonField } from '../../components/forms/reason-field.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { fromInstantField, toInstantField } from '../../lib/instant-field.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { periodsText as words } from '../../text/zh-CN/rooms/periods.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import type { PeriodRow } from './periods-model.ts'

type When = 'now' | 'later'

type Props = { readonly row: PeriodRow; readonly name: string; readonly onClose: () => void }

/** Closes a period at once for everybody, or at an earlier time than planned. */
export const CloseDialog = ({ row, name, onClose }: Props): ReactNode => {
  const client = useQueryClient()
  const [when, setWhen] = useState<When>('now')
  const [at, setAt] = useState(() => toInstantField(row.closeAt))
  const [reason, setReason] = useState('')
  const closeAt = when === 'now' ? null : fromInstantField(at)
  const isEarlier = closeAt === null || (closeAt !== undefined && closeAt < row.closeAt)
  const close = async (): Promise<void> => {
    const { gameId, periodNo } = row
    const time = typeof closeAt === 'number' ? { closeAt } : {}
    await api.call(periodsCalls.periodClose, { gameId, periodNo, ...time, reason, requestId: newRequestId() })
    await refreshAfter(client, periodsCalls.periodClose)
    showToast('success', words.closed)
  }
  return (
    <ConfirmDialog
      title={words.closeTitle(name)}
      confirm={words.close}
      danger
      disabled={reason.trim() === '' || !isEarlier}
      onConfirm={close}
      onClose={onClose}
    >
      <p className="dialog-warn">{words.closeWarn}</p>
      <div className="form">
        <Labelled label={words.closeWhen}>
          {() => (
            <Choice
              label={words.closeWhen}
              value={when}
              options={[
                { value: 'now', label: words.closeNow },
                { value: 'later', label: words.closeLater },
              ]}
              onChange={setWhen}
            />
          )}
        </Labelled>
        {when === 'now' ? null : (
          <TimeField
            kind="minute"
            label={words.closeAt}
            problem={isEarlier ? null : words.closeHint(formatInstant(row.closeAt))}
            value={at}
            onChange={setAt}
          />
        )}
        <ReasonField label={words.reason} hint={words.reasonNeeded} wide value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}
