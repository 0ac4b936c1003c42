import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { showAmount } from '../../../lib/amount.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import css from './fly-out.module.css'
import type { FlyOutOrder } from './use-fly-out.ts'

const words = flyOutText.orders

export type Decided = {
  readonly order: FlyOutOrder
  readonly wanted: 'confirmed' | 'rejected'
  /** Play and item as text. */
  readonly what: string
}

/** Asks for confirmation before an order is confirmed or rejected by hand. */
export const FlyOutDecision = ({
  decided,
  onClose,
}: {
  readonly decided: Decided
  readonly onClose: () => void
}): ReactNode => {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const { order, wanted, what } = decided
  const confirming = wanted === 'confirmed'
  const decide = async (): Promise<void> => {
    const typed = text.trim()
    const part = typed === '' ? {} : confirming ? { externalNo: typed } : { reason: typed }
    const request = { id: order.id, requestId: newRequestId(), ...part }
    await (confirming
      ? api.call(flyOutsCalls.flyOutOrderConfirm, request)
      : api.call(flyOutsCalls.flyOutOrderReject, request))
    await refreshAfter(client, flyOutsCalls.flyOutOrderConfirm, flyOutsCalls.flyOutOrderReject)
  }
  return (
    <ConfirmDialog
      title={confirming ? words.confirmTitle : words.rejectTitle}
      confirm={confirming ? words.confirm : words.reject}
      danger={!confirming}
      onConfirm={decide}
      onClose={onClose}
    >
      <p className="dialog-note">
        <b>{words.of(order.periodNo, what, showAmount(order.amount))}</b>
      </p>
      <p className="dialog-note">{confirming ? words.confirmNote : words.rejectNote}</p>
      {order.state === 'unknown' ? <p className={`dialog-note ${css.flyOutWarn}`}>{words.lateNote}</p> : null}
      {order.contradicted === null ? null : (
        <p className={`dialog-note ${css.flyOutWarn}`}>{words.contradictedNote[order.contradicted]}</p>
      )}
      <TextField
        label={confirming ? words.externalNo : words.reason}
        hint={words.optional}
        maxLength={confirming ? 64 : 200}
        value={text}
        onChange={setText}
      />
    </ConfirmDialog>
  )
}
