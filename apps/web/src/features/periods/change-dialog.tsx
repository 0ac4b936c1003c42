import * as periodsCalls from '@strata/contract/calls/periods'
import { CODES } from '@strata/contract/errors'
import type { GameId } from '@strata/domain/ids'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiRefusal } from '../../api/client.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ReasonField } from '../../components/forms/reason-field.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { changeText as words } from '../../text/zh-CN/rooms/periods.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import type { Proposed } from './month-model.ts'
import { changedPeriod, draftOfPeriod } from './period-draft.ts'
import { PeriodFields } from './period-fields.tsx'

type Standing = Proposed & { readonly state: string }

/** What stays once bets are taken. */
const FIXED = ['periodNo', 'openAt'] as const

const short = (at: number): string => formatInstant(at).slice(5, 19)
const plain = ({ periodNo, openAt, closeAt, drawAt }: Proposed): Proposed => ({ periodNo, openAt, closeAt, drawAt })

type Props = { readonly gameId: GameId; readonly period: Standing; readonly onClose: () => void }

/** Changes a period that was opened by hand. After a change by somebody else it shows theirs above one's own. */
export const ChangeDialog = ({ gameId, period, onClose }: Props): ReactNode => {
  const client = useQueryClient()
  const [seen, setSeen] = useState(() => plain(period))
  const [draft, setDraft] = useState(() => draftOfPeriod(period, true))
  const [reason, setReason] = useState('')
  const to = changedPeriod(draft, seen)
  const isSame = JSON.stringify(to) === JSON.stringify(seen)
  const save = async (): Promise<void> => {
    if (to === null) return
    try {
      await api.call(periodsCalls.periodChange, { gameId, seen, to, reason, requestId: newRequestId() })
      showToast('success', words.saved)
    } catch (caught) {
      if (caught instanceof ApiRefusal && caught.code === CODES.changed)
        setSeen(plain((caught.data as { readonly period: Proposed }).period))
      throw caught
    } finally {
      await refreshAfter(client, periodsCalls.periodChange)
    }
  }
  return (
    <ConfirmDialog
      title={words.title(seen.periodNo)}
      confirm={words.save}
      width={520}
      disabled={to === null || isSame || reason.trim() === ''}
      onConfirm={save}
      onClose={onClose}
    >
      <p className={period.state === 'open' ? 'dialog-warn' : 'page-note'}>
        {period.state === 'open' ? words.onSale : words.before}
      </p>
      <p className="page-note" data-part="standing">
        {words.standing(short(seen.openAt), short(seen.closeAt), short(seen.drawAt))}
      </p>
      <div className="form">
        <PeriodFields
          draft={draft}
          set={(change) => setDraft((held) => ({ ...held, ...change }))}
          seconds
          fixed={period.state === 'open' ? FIXED : []}
        />
        <ReasonField label={words.reason} hint={words.reasonNeeded} wide value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}
