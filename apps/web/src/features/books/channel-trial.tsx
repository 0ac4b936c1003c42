import * as channelCalls from '@strata/contract/calls/code-channels'
import { TextField } from '../../ui/fields/text-field.tsx'
import '../../ui/fields/labelled.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { channelsText } from '../../text/zh-CN/rooms/code-channels.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import type { Channel } from './channel-model.ts'

const words = channelsText.trial

/** Sends one test message to a contact. */
export const ChannelTrial = ({
  channel: { channel },
  onClose,
}: {
  readonly channel: Channel
  readonly onClose: () => void
}): ReactNode => {
  const client = useQueryClient()
  const [contact, setContact] = useState('')
  const send = async (): Promise<void> => {
    const wish = { channel, contact: contact.trim(), requestId: newRequestId() }
    const { outcome, ms } = await api.call(channelCalls.channelTrial, wish)
    if (outcome === 'sent') showToast('success', channelsText.sent(ms))
    else showToast('warning', channelsText.failed(channelsText.outcomes[outcome]))
    await refreshAfter(client, channelCalls.channelTrial)
  }
  return (
    <ConfirmDialog
      title={words.title(channelsText.names[channel])}
      confirm={words.send}
      disabled={contact.trim() === ''}
      onConfirm={send}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <div className="form form-one">
        <TextField
          label={words.contact}
          hint={channelsText.forms[channel]}
          autoComplete="off"
          maxLength={100}
          value={contact}
          onChange={setContact}
        />
      </div>
    </ConfirmDialog>
  )
}
