import type { ReactNode } from 'react'
import { channelsText as words } from '../../text/zh-CN/rooms/code-channels.ts'
import type { Channel } from './channel-model.ts'
import { ConnectionActions, ConnectionTable } from './connection-table.tsx'

export type ChannelAction = 'edit' | 'try' | 'switch'

const addressOf = ({ channel, address, port }: Channel): string => (channel === 'mail' ? `${address}:${port}` : address)
const senderOf = ({ sender, user }: Channel): string => (user === '' ? sender || '—' : `${sender}（${user}）`)

type ActProps = { readonly onAct: (action: ChannelAction, channel: Channel) => void }

const Actions = ({ channel, onAct }: ActProps & { readonly channel: Channel }): ReactNode => (
  <ConnectionActions
    labelOf={(text) => words.labelOf(text, words.names[channel.channel])}
    list={[
      [words.try, () => onAct('try', channel)],
      [words.edit, () => onAct('edit', channel)],
      [channel.enabled ? words.disable : words.enable, () => onAct('switch', channel)],
    ]}
  />
)

type Props = ActProps & { readonly channels: readonly Channel[]; readonly mayChange: boolean }

/** The registered channels, whether they work, and how many accounts they reach. */
export const ChannelTable = ({ channels, mayChange, onAct }: Props): ReactNode => (
  <ConnectionTable
    words={words}
    facts={['address', 'sender']}
    good="sent"
    mayChange={mayChange}
    rows={channels.map((channel) => ({
      key: channel.channel,
      name: words.names[channel.channel],
      enabled: channel.enabled,
      facts: [addressOf(channel), senderOf(channel)],
      trial: channel.trial,
      users: words.users(channel.users),
      actions: <Actions channel={channel} onAct={onAct} />,
    }))}
  />
)
