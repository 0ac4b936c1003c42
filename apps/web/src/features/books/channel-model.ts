import type { Answer } from '../../api/client.ts'
import type { ConflictCell } from '../../components/dialogs/conflict.tsx'
import { conflictCells } from '../../components/dialogs/conflict-cells.ts'
import { channelsText } from '../../text/zh-CN/rooms/code-channels.ts'

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

/** What somebody else saved of a channel since a dialog was opened, beside what was typed into it. Its secret is never shown. */
export const channelConflicts = (
  kind: ChannelKind,
  {
    opened,
    now,
    typed,
  }: { readonly opened: Channel | null; readonly now: Channel | null; readonly typed: Partial<Typed> },
): readonly ConflictCell[] => {
  const fields: readonly Field[] = FIELDS[kind].filter((field) => field !== 'secret')
  const labels = Object.fromEntries(fields.map((field) => [field, channelsText.dialog.fields[field]]))
  return conflictCells(labels, { opened: typedOf(opened), theirs: typedOf(now), mine: typed })
}

export type Problems = Partial<Record<Field, string>>

const words = channelsText.dialog
const PORTS = { min: 1, max: 65_535 }

const given = (problems: Readonly<Record<string, string | null>>): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== null))

/** What a field that must hold something asks for. */
export const neededText = (field: Field): string => words.needed(words.fields[field])
const needed = (typed: Typed, field: Field): string | null => (typed[field].trim() === '' ? neededText(field) : null)

const mailSecretProblem = (held: Channel | null, typed: Typed): string | null => {
  const user = typed.user.trim()
  if (user === '' || typed.secret !== '') return null
  if (held === null || held.user === '') return words.secretOfUser
  const isSame = held.address === typed.host.trim() && held.port === Number(typed.port) && held.user === user
  return isSame ? null : words.secretAgain
}

/** What is wrong, by field. A secret goes to the address, so that another address or account needs it again. */
export const problemsOf = (kind: ChannelKind, held: Channel | null, typed: Typed): Problems => {
  if (kind === 'bot') {
    const isSame = held?.address === typed.baseUrl.trim()
    const secret = held === null ? needed(typed, 'secret') : words.secretAgain
    return given({ baseUrl: needed(typed, 'baseUrl'), secret: typed.secret !== '' || isSame ? null : secret })
  }
  const isPort =
    /^\d{1,5}$/.test(typed.port.trim()) && Number(typed.port) >= PORTS.min && Number(typed.port) <= PORTS.max
  return given({
    host: needed(typed, 'host'),
    port: isPort ? null : words.portWrong(PORTS.min, PORTS.max),
    sender: needed(typed, 'sender'),
    user: typed.user.trim() === '' && typed.secret !== '' ? words.userOfSecret : null,
    secret: mailSecretProblem(held, typed),
  })
}
