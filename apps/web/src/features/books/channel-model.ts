import type { Answer } from '../../api/client.ts'

export type Channels = Answer<'admin.channelQuery'>
export type Channel = Channels['items'][number]
export type ChannelKind = Channel['channel']

export const KINDS = ['bot', 'mail'] as const

/** The fields of each channel's form, the secret last. */
export const FIELDS = {
  bot: ['baseUrl', 'secret'],
  mail: ['host', 'port', 'sender', 'user', 'secret'],
} as const satisfies Readonly<Record<ChannelKind, readonly string[]>>

export type Field = (typeof FIELDS)[ChannelKind][number]
export type Typed = Readonly<Record<Field, string>>

const PORT = 465

export const typedOf = (channel: Channel | null): Typed => ({
  baseUrl: channel?.address ?? '',
  host: channel?.address ?? '',
  port: String(channel?.port || PORT),
  sender: channel?.sender ?? '',
  user: channel?.user ?? '',
  secret: '',
})

/** Whether the form can be sent. A secret goes to the address, so that another address or account needs it again. */
export const isFilled = (kind: ChannelKind, held: Channel | null, typed: Typed): boolean => {
  if (kind === 'bot')
    return typed.baseUrl.trim() !== '' && (typed.secret !== '' || held?.address === typed.baseUrl.trim())
  const port = Number(typed.port)
  if (!(Number.isInteger(port) && port >= 1 && port <= 65_535)) return false
  if (typed.host.trim() === '' || typed.sender.trim() === '') return false
  if (typed.user.trim() === '') return typed.secret === ''
  const isSame =
    held?.address === typed.host.trim() && held.port === port && held.user === typed.user.trim() && held.user !== ''
  return typed.secret !== '' || isSame
}
