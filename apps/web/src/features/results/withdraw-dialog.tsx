import * as proposalCalls from '@strata/contract/calls/proposals'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'

const words = fourEyesText.effect

type Props = { readonly proposalId: string; readonly subject: string; readonly onClose: () => void }

/** Takes back what the caller proposed. */
export const WithdrawDialog = ({ proposalId, subject, onClose }: Props): ReactNode => {
  const client = useQueryClient()
  const [requestId] = useState(newRequestId)
  return (
    <ConfirmDialog
      title={words.confirmWithdraw(subject)}
      confirm={words.withdraw}
      onConfirm={async () => {
        try {
          await api.call(proposalCalls.proposalWithdraw, { proposalId, requestId })
        } finally {
          await refreshAfter(client, proposalCalls.proposalWithdraw)
        }
      }}
      onClose={onClose}
    >
      <p>{words.confirmWithdrawText}</p>
    </ConfirmDialog>
  )
}
