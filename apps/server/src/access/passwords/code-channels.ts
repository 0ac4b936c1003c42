import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { postOutbound, resolveOutbound } from '../../platform/outbound.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isMailAddress, sendMail } from '../../platform/smtp.ts'
import { logOfTool } from '../audit-log/change-log.ts'
import { mergeSetting, readSetting, readSettingToChange } from '../platform-settings/store-settings.ts'
import type { SendCode } from '../profile/people-context.ts'
import { saveSentMessage } from './store-passwords.ts'

const CHANNELS = 'channels'

/** The channels that the platform has registered, under the setting `channels`; secrets are sealed. */
export const channelSettings = z.object({
  telegram: z.object({ baseUrl: z.url(), token: z.string() }).optional(),
  smtp: z
    .object({
      host: z.string(),
      port: z.int().min(1).max(65_535),
      from: z.string(),
      user: z.string().optional(),
      password: z.string().optional(),
    })
    .optional(),
})

type Channels = z.infer<typeof channelSettings>

/** A channel as an operator enters it, its secret in plain text; null removes the channel. */
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
function hostOf(channel: 'telegram' | 'smtp', { telegram, smtp }: Channels): string {
  const host = channel === 'telegram' ? telegram && new URL(telegram.baseUrl).host : smtp?.host
  return host ?? '停用'
}

/**
 * Registers or removes one channel and leaves the other as it is. Secrets are stored sealed and never returned by a
 * call.
 */
export async function registerChannel(pool: Pool, secrets: Secrets, wish: ChannelWish, at: number): Promise<void> {
  const seal = (channel: 'telegram' | 'smtp', text: string): string => secrets.seal(text, channelPurpose(channel))
  const telegram = 'telegram' in wish ? wish.telegram : undefined
  const smtp = 'smtp' in wish ? wish.smtp : undefined
  const sealed = {
    ...(telegram ? { telegram: { ...telegram, token: seal('telegram', telegram.token) } } : {}),
    ...(smtp
      ? { smtp: { ...smtp, ...(smtp.password === undefined ? {} : { password: seal('smtp', smtp.password) }) } }
      : {}),
  }
  const gone = [...(telegram === null ? ['telegram'] : []), ...(smtp === null ? ['smtp'] : [])]
  await runTx(pool, {}, async (tx) => {
    const stored = channelSettings.safeParse(await readSettingToChange(tx, CHANNELS))
    await mergeSetting(tx, CHANNELS, channelSettings.parse(sealed), gone)
    const targetName = 'telegram' in wish ? 'telegram' : 'smtp'
    const before = hostOf(targetName, stored.success ? stored.data : {})
    const changes = [{ field: 'codeChannel', label: '渠道', before, after: hostOf(targetName, sealed) }]
    await logOfTool(tx, { action: 'codeChannel', targetName, changes }, at)
  })
}

/** The purpose string that a channel's secret is sealed with. */
export const channelPurpose = (channel: 'telegram' | 'smtp'): string => `channel:${channel}`

export interface ChannelContext {
  readonly pool: Pool
  readonly clock: Clock
  readonly secrets: Secrets
  readonly log: Log
  readonly config: Pick<Config, 'mode' | 'outboundAllow'>
}

/** The outcome, from a closed list: no part of a code, an address or a response is written to the log. */
type Outcome = 'sent' | 'noChannel' | 'refused' | 'blocked' | 'unreachable'

/** A contact that names a chat of the bot: `telegram:` and the number of the chat. */
const CHAT = /^telegram:(-?\d{5,20})$/

async function byTelegram(
  context: ChannelContext,
  channel: NonNullable<Channels['telegram']>,
  chat: string,
  text: string,
) {
  const token = context.secrets.open(channel.token, channelPurpose('telegram'))
  const url = new URL(`/bot${token}/sendMessage`, channel.baseUrl)
  const allow = context.config.outboundAllow
  const answer = await postOutbound({ url, allow, body: { chat_id: chat, text } })
  if ('problem' in answer) return answer.problem === 'blocked' ? 'blocked' : 'unreachable'
  return answer.status === 200 ? 'sent' : 'refused'
}

async function bySmtp(
  context: ChannelContext,
  channel: NonNullable<Channels['smtp']>,
  to: string,
  { text, subject }: { readonly text: string; readonly subject: string },
) {
  const { host, port, from, user, password } = channel
  const allow = context.config.outboundAllow
  const address = await resolveOutbound({ host, port }, allow)
  if (typeof address !== 'string') return address.problem === 'blocked' ? 'blocked' : 'unreachable'
  const account =
    user === undefined || password === undefined
      ? {}
      : { user, password: context.secrets.open(password, channelPurpose('smtp')) }
  const server = { host, port, address, tls: !allow.includes(`${host}:${port}`), ...account }
  const sent = await sendMail(server, { from, to, subject, text, at: context.clock() })
  return sent ? 'sent' : 'refused'
}

/** Sends by the channel that matches the form of the address: a mail address, or a chat of the bot. */
export async function deliver(
  context: ChannelContext,
  address: string,
  text: string,
  subject = '验证码',
): Promise<Outcome> {
  const read = channelSettings.safeParse(await readSetting(context.pool, CHANNELS))
  const channels: Channels = read.success ? read.data : {}
  const chat = CHAT.exec(address)?.[1]
  if (chat !== undefined && channels.telegram) return byTelegram(context, channels.telegram, chat, text)
  if (isMailAddress(address) && channels.smtp) return bySmtp(context, channels.smtp, address, { text, subject })
  return 'noChannel'
}

/** Sends in the background: the response must not reveal by its time or content whether the delivery works. */
export function codeSender(context: ChannelContext): SendCode {
  const send = async ({ accountName, address, content, subject }: Parameters<SendCode>[0]): Promise<void> => {
    if (context.config.mode === 'demo')
      await saveSentMessage(context.pool, { accountName, address, content, at: context.clock() })
    const outcome = await deliver(context, address, content, subject)
    if (outcome !== 'sent') context.log.warn({ outcome }, 'a reset code was not delivered')
  }
  return (message) => {
    send(message).catch((error: unknown) => context.log.error({ err: error }, 'a reset code was not sent'))
  }
}
