import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, type Queryable, runTx } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { postOutbound, resolveOutbound } from '../../platform/outbound.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isMailAddress, sendMail } from '../../platform/smtp.ts'
import { logOfTool } from '../audit-log/change-log.ts'
import { lockSetting, readSettingRow, saveSetting } from '../platform-settings/store-settings.ts'
import { platformName } from '../platform-settings/system-settings.ts'
import type { SendCode } from '../profile/people-context.ts'
import { saveSentMessage } from './store-passwords.ts'

const CHANNELS = 'channels'

/** `telegram`: a bot that answers as Telegram does. `smtp`: a mail server. */
export type ChannelName = 'telegram' | 'smtp'

/** What a message met, from a closed list. */
export type SendOutcome = 'sent' | 'refused' | 'blocked' | 'unreachable'

const common = {
  enabled: z.boolean().default(true),
  /** The last trial message since the channel was changed. */
  trial: z.object({ at: z.number(), outcome: z.enum(['sent', 'refused', 'blocked', 'unreachable']) }).optional(),
}

/** The channels that the platform has registered, under the setting `channels`; secrets are sealed. */
export const channelSettings = z.object({
  telegram: z.object({ baseUrl: z.url(), token: z.string(), ...common }).optional(),
  smtp: z
    .object({
      host: z.string(),
      port: z.int().min(1).max(65_535),
      from: z.string(),
      user: z.string().optional(),
      password: z.string().optional(),
      ...common,
    })
    .optional(),
})

export type Channels = z.infer<typeof channelSettings>

const channelsOf = (value: unknown): Channels => {
  const read = channelSettings.safeParse(value)
  return read.success ? read.data : {}
}

export interface StoredChannels {
  readonly channels: Channels
  readonly version: number
}

export async function readChannels(on: Queryable): Promise<StoredChannels> {
  const { value, version } = await readSettingRow(on, CHANNELS)
  return { channels: channelsOf(value), version }
}

/** As readChannels; nobody else changes them until the transaction is done. */
export async function lockChannels(on: Queryable): Promise<StoredChannels> {
  const { value, version } = await lockSetting(on, CHANNELS)
  return { channels: channelsOf(value), version }
}

export const saveChannels = (on: Queryable, channels: Channels): Promise<number> =>
  saveSetting(on, CHANNELS, channelSettings.parse(channels))

/** A channel as the command of the server takes it, its secret in plain text; null removes the channel. */
export type ChannelWish =
  | { readonly telegram: { readonly baseUrl: string; readonly token: string } | null }
  | {
      readonly smtp: {
        readonly host: string
        readonly port: number
        readonly from: string
        readonly user?: string
        readonly password?: string
      } | null
    }

/** Where a channel sends, as the change log says it. */
function hostOf(channel: ChannelName, { telegram, smtp }: Channels): string {
  const host = channel === 'telegram' ? telegram && new URL(telegram.baseUrl).host : smtp?.host
  return host ?? '停用'
}

/**
 * Registers or removes one channel and leaves the other as it is. Secrets are stored sealed and never returned by a
 * call.
 */
export async function registerChannel(pool: Pool, secrets: Secrets, wish: ChannelWish, at: number): Promise<void> {
  const seal = (channel: ChannelName, text: string): string => secrets.seal(text, channelPurpose(channel))
  await runTx(pool, {}, async (tx) => {
    const { channels } = await lockChannels(tx)
    const after = { ...channels }
    if ('telegram' in wish) {
      const { telegram } = wish
      after.telegram = telegram ? { ...telegram, token: seal('telegram', telegram.token), enabled: true } : undefined
    } else {
      const { smtp } = wish
      const password = smtp?.password === undefined ? {} : { password: seal('smtp', smtp.password) }
      after.smtp = smtp ? { ...smtp, ...password, enabled: true } : undefined
    }
    await saveChannels(tx, after)
    const targetName = 'telegram' in wish ? 'telegram' : 'smtp'
    const [before, now] = [hostOf(targetName, channels), hostOf(targetName, after)]
    const changes = [{ field: 'codeChannel', label: '渠道', before, after: now }]
    await logOfTool(tx, { action: 'codeChannel', targetName, changes }, at)
  })
}

/** The purpose string that a channel's secret is sealed with. */
export const channelPurpose = (channel: ChannelName): string => `channel:${channel}`

export interface SendContext {
  readonly clock: Clock
  readonly secrets: Secrets
  /** host:port pairs that may be reached although they are private. */
  readonly allow: readonly string[]
}

export interface ChannelContext extends SendContext {
  readonly pool: Pool
  readonly log: Log
  readonly isDemo: boolean
}

/** A contact that names a chat of the bot: `telegram:` and the number of the chat. */
const CHAT = /^telegram:(-?\d{5,20})$/

async function byTelegram(
  { secrets, allow }: SendContext,
  channel: NonNullable<Channels['telegram']>,
  { to, text }: { readonly to: string; readonly text: string },
): Promise<SendOutcome> {
  const token = secrets.open(channel.token, channelPurpose('telegram'))
  const url = new URL(`/bot${token}/sendMessage`, channel.baseUrl)
  const answer = await postOutbound({ url, allow, body: { chat_id: to, text } })
  if ('problem' in answer) return answer.problem === 'blocked' ? 'blocked' : 'unreachable'
  return answer.status === 200 ? 'sent' : 'refused'
}

async function bySmtp(
  { secrets, allow, clock }: SendContext,
  channel: NonNullable<Channels['smtp']>,
  mail: { readonly to: string; readonly text: string; readonly subject: string },
): Promise<SendOutcome> {
  const { host, port, from, user, password } = channel
  const address = await resolveOutbound({ host, port }, allow)
  if (typeof address !== 'string') return address.problem === 'blocked' ? 'blocked' : 'unreachable'
  const account =
    user === undefined || password === undefined
      ? {}
      : { user, password: secrets.open(password, channelPurpose('smtp')) }
  const server = { host, port, address, tls: !allow.includes(`${host}:${port}`), ...account }
  return (await sendMail(server, { ...mail, from, at: clock() })) ? 'sent' : 'refused'
}

/** The channel for contacts of this form, with the receiver as the channel names it; null: no such form. */
export function channelFor(contact: string): { readonly channel: ChannelName; readonly to: string } | null {
  const chat = CHAT.exec(contact)?.[1]
  if (chat !== undefined) return { channel: 'telegram', to: chat }
  return isMailAddress(contact) ? { channel: 'smtp', to: contact } : null
}

/** Sends by the channel that matches the form of the contact, whether it is switched on or not; null: it is not registered. */
export function sendTo(
  context: SendContext,
  { telegram, smtp }: Channels,
  { contact, text, subject }: { readonly contact: string; readonly text: string; readonly subject: string },
): Promise<SendOutcome> | null {
  const found = channelFor(contact)
  if (found?.channel === 'telegram' && telegram) return byTelegram(context, telegram, { to: found.to, text })
  if (found?.channel === 'smtp' && smtp) return bySmtp(context, smtp, { to: found.to, text, subject })
  return null
}

/** Sends by a channel that is switched on. No part of a code, an address or a response is written to the log. */
export async function deliver(
  context: ChannelContext,
  contact: string,
  text: string,
  subject = '验证码',
): Promise<SendOutcome | 'noChannel'> {
  const { telegram, smtp } = (await readChannels(context.pool)).channels
  const on = { ...(telegram?.enabled ? { telegram } : {}), ...(smtp?.enabled ? { smtp } : {}) }
  return (await sendTo(context, on, { contact, text, subject })) ?? 'noChannel'
}

/** Sends in the background: the response must not reveal by its time or content whether the delivery works. */
export function codeSender(context: ChannelContext): SendCode {
  const send = async ({ accountName, address, content: text, subject }: Parameters<SendCode>[0]): Promise<void> => {
    const content = `【${await platformName(context.pool)}】${text}`
    if (context.isDemo) await saveSentMessage(context.pool, { accountName, address, content, at: context.clock() })
    const outcome = await deliver(context, address, content, subject)
    if (outcome !== 'sent') context.log.warn({ outcome }, 'a reset code was not delivered')
  }
  return (message) => {
    send(message).catch((error: unknown) => context.log.error({ err: error }, 'a reset code was not sent'))
  }
}
