import * as channelCalls from '@strata/contract/calls/code-channels'
import { TextField } from '../../ui/fields/text-field.tsx'
import '../../ui/fields/labelled.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Client } from '../../api/client.ts'
import { orReadAgain } from '../../api/or-read-again.ts'
import { seal } from '../../api/seal.ts'
import { callSealed } from '../../api/sealed-call.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { channelsText } from '../../text/zh-CN/rooms/code-channels.ts'
import {
  type Channel,
  type ChannelKind,
  channelConflicts,
  FIELDS,
  type Field,
  neededText,
  problemsOf,
  type Typed,
  typedOf,
} from './channel-model.ts'

const words = channelsText.dialog

type Props = {
  readonly kind: ChannelKind
  /** Null: it is registered. */
  readonly channel: Channel | null
  readonly version: number
  readonly onClose: () => void
}

const useSave = ({ kind, version }: Pick<Props, 'kind' | 'version'>, typed: Typed): (() => Promise<void>) => {
  const client = useQueryClient()
  return async () => {
    const requestId = newRequestId()
    const send = async (api: Client): Promise<void> => {
      const secret = typed.secret === '' ? {} : { secret: await seal(typed.secret) }
      const of = { version, requestId, ...secret }
      if (kind === 'bot') {
        await api.call(channelCalls.channelBotSet, { ...of, baseUrl: typed.baseUrl.trim() })
        return
      }
      const { host, port, sender, user } = typed
      const server = { host: host.trim(), port: Number(port), sender: sender.trim(), user: user.trim() }
      await api.call(channelCalls.channelMailSet, { ...of, ...server })
    }
    await orReadAgain(client, { read: channelCalls.channelQuery }, () => callSealed(send))
    await refreshAfter(client, channelCalls.channelBotSet)
  }
}

const hintOf = (field: Field, { kind, channel }: Pick<Props, 'kind' | 'channel'>): string => {
  if (field !== 'secret') return words.hints[field]
  return channel === null ? words.secretNew[kind] : words.secretKeep
}

/** Registers a channel of reset codes, or changes it. Its secret is entered here and never shown again. */
export const ChannelDialog = ({ kind, channel, version, onClose }: Props): ReactNode => {
  const [opened] = useState(channel)
  // Only what is typed is held: the rest follows what somebody else saves meanwhile.
  const [changed, setChanged] = useState<Partial<Typed>>({})
  const typed = { ...typedOf(channel), ...changed }
  const problems = problemsOf(kind, channel, typed)
  // What nobody has typed yet is asked for, not wrong.
  const shown = (field: Field): string | null =>
    changed[field] === undefined && problems[field] === neededText(field) ? null : (problems[field] ?? null)
  const save = useSave({ kind, version }, typed)
  return (
    <ConfirmDialog
      title={channel === null ? channelsText.add[kind] : channelsText.labelOf(channelsText.edit, words[kind])}
      confirm={words.save}
      width={520}
      disabled={Object.keys(problems).length > 0}
      conflicts={channelConflicts(kind, { opened, now: channel, typed: changed })}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="form form-one">
        {FIELDS[kind].map((field) => (
          <TextField
            key={field}
            label={words.fields[field]}
            hint={hintOf(field, { kind, channel })}
            problem={shown(field)}
            type={field === 'secret' ? 'password' : 'text'}
            inputMode={field === 'port' ? 'numeric' : 'text'}
            autoComplete={field === 'secret' ? 'new-password' : 'off'}
            maxLength={field === 'port' ? 5 : 200}
            value={typed[field]}
            onChange={(text) => setChanged({ ...changed, [field]: text })}
          />
        ))}
      </div>
    </ConfirmDialog>
  )
}
