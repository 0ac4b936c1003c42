import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import {
  type channelBotSet,
  channelMailSet,
  type channelQuery,
  type channelTrial,
} from '@strata/contract/endpoints/code-channels'
import { fieldLabel } from '@strata/contract/labels'
import { onOffWord } from '@strata/contract/words'
import { must } from '@strata/domain/must'
import type { LoggedChange } from '../../access/audit-log.ts'
import {
  type Channels,
  channelFor,
  channelPurpose,
  contactsByChannel,
  lockChannels,
  openWrapped,
  readChannels,
  type SendContext,
  saveChannels,
  sendTo,
} from '../../access/passwords.ts'
import { type AccessContext, type Caller, changeOnce } from '../../access/session.ts'
import type { Tx } from '../../platform/db.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { isMailAddress } from '../../platform/smtp.ts'
import { changeAs, changesOf, logForHead } from '../change.ts'
import { outsideAddress } from './outside-address.ts'

export interface ChannelsContext extends AccessContext, SendContext {
  readonly appSecret: string
  /** Tells all operators, in the transaction of the change: whoever holds a channel reads the codes that it sends. */
  readonly tellChannels: (tx: Tx, told: { readonly text: string; readonly at: number }) => Promise<void>
}

type Item = ResponseOf<typeof channelQuery>['items'][number]
type Bot = NonNullable<Channels['telegram']>
type Mail = NonNullable<Channels['smtp']>

const NAMES = { bot: '机器人', mail: '邮件' } as const
const OUTCOME_WORDS = { sent: '成功', refused: '被拒绝', blocked: '地址被禁止访问', unreachable: '连接失败' } as const
/** The token is a part of the bot's address. */
const TOKEN = /^[A-Za-z0-9:_-]{8,200}$/
const MAX_PASSWORD = 200
const TRIAL_TEXT = '这是一条测试消息：验证码渠道可用。'

/** A first registration lacks something; names the first one, in the order of the form. */
function missing(given: Readonly<Record<string, unknown>>, labels: Readonly<Record<string, string>> = {}): Refusal {
  const name = must(
    Object.keys(given).find((field) => given[field] === undefined),
    'a field that is missing',
  )
  const field = labels[name] ?? fieldLabel(name)
  return badField(name, `首次登记须填写全部内容，缺少${field}`, field)
}
/** A secret goes to the address with every message, so that a new address never gets the old secret. */
const secretDue = (): Refusal => badField('secret', '更换地址或账号时须重新填写密钥')

/** code-channel/query: the registered channels, their last trial and how many accounts are reached by them. */
export async function queryChannels({ pool }: ChannelsContext): Promise<ResponseOf<typeof channelQuery>> {
  const [{ channels, version }, users] = await Promise.all([readChannels(pool), contactsByChannel(pool)])
  const { telegram, smtp } = channels
  const items: Item[] = []
  if (telegram) {
    const { baseUrl: address, enabled, trial = null } = telegram
    items.push({ channel: 'bot', enabled, address, port: 0, sender: '', user: '', trial, users: users.bot })
  }
  if (smtp) {
    const { host: address, port, from: sender, user = '', enabled, trial = null } = smtp
    items.push({ channel: 'mail', enabled, address, port, sender, user, trial, users: users.mail })
  }
  return { version, items }
}

interface Changed {
  readonly channels: Channels
  readonly changes: LoggedChange[]
}

/** One change of a channel: by version, logged without its secret, and told to all operators. */
function change(
  context: ChannelsContext,
  caller: Caller,
  input: ParsedRequestOf<typeof channelBotSet> | ParsedRequestOf<typeof channelMailSet>,
  of: {
    readonly channel: keyof typeof NAMES
    readonly judge: (channels: Channels, secret: string | undefined) => Changed | Refusal
  },
): Promise<null | Refusal> {
  const { secret: sealed, requestId, ...content } = input
  const request = { accountId: caller.account.id, requestId, call: `code-channel/${of.channel}/set`, content }
  const open = async () => ({ secret: sealed === undefined ? undefined : await openWrapped(context, sealed) })
  return changeOnce<Awaited<ReturnType<typeof open>>, null>(context, request, open, async (tx, { secret }, at) => {
    if (secret instanceof Refusal) return secret
    const { channels, version } = await lockChannels(tx)
    if (version !== input.version) return refuse('changed', {}, { version, asked: input.version })
    const changed = of.judge(channels, secret)
    if (changed instanceof Refusal) return changed
    if (changed.changes.length === 0) return null
    await saveChannels(tx, changed.channels)
    await logForHead(tx, caller, { action: 'codeChannel', targetName: NAMES[of.channel], changes: changed.changes }, at)
    await context.tellChannels(tx, { text: `${caller.account.name}修改了验证码渠道“${NAMES[of.channel]}”`, at })
    return null
  })
}

const secretLine = (secret: string | undefined) =>
  ['secret', '密钥', null, secret === undefined ? null : '已更换'] as const
const stateLine = (before: { enabled: boolean } | undefined, after: { enabled: boolean }) =>
  ['status', '状态', before ? onOffWord(before.enabled) : null, onOffWord(after.enabled)] as const

/**
 * code-channel/bot/set. Refused in this order: the secret's wrapper, changed, badParameter (address, incomplete, a new
 * address without a secret, the form of the secret).
 */
export const setBot = (
  context: ChannelsContext,
  caller: Caller,
  input: ParsedRequestOf<typeof channelBotSet>,
): Promise<null | Refusal> =>
  change(context, caller, input, {
    channel: 'bot',
    judge: (channels, secret) => {
      const before = channels.telegram
      const baseUrl = input.baseUrl === undefined ? before?.baseUrl : outsideAddress(context, input.baseUrl)
      if (baseUrl instanceof Refusal) return baseUrl
      if (baseUrl === undefined || (before === undefined && secret === undefined)) return missing({ baseUrl, secret })
      if (secret === undefined && baseUrl !== before?.baseUrl) return secretDue()
      if (secret !== undefined && !TOKEN.test(secret)) return badField('secret', '密钥须为8至200个字母、数字或 : _ -')
      const token =
        secret === undefined ? (before?.token ?? '') : context.secrets.seal(secret, channelPurpose('telegram'))
      const telegram: Bot = { baseUrl, token, enabled: input.enabled ?? before?.enabled ?? true }
      if (before?.trial && secret === undefined) telegram.trial = before.trial
      const lines = [
        ['codeChannel', '地址', before?.baseUrl ?? null, baseUrl],
        secretLine(secret),
        stateLine(before, telegram),
      ] as const
      return { channels: { ...channels, telegram }, changes: changesOf(lines) }
    },
  })

type MailWish = ParsedRequestOf<typeof channelMailSet>

/** The mail server after the change, its password apart. */
function mailAfter(before: Mail | undefined, input: MailWish): Omit<Mail, 'password' | 'trial'> | Refusal {
  const { host = before?.host, port = before?.port, sender = before?.from, user = before?.user ?? '' } = input
  if (host === undefined || port === undefined || sender === undefined)
    return missing({ host, port, sender }, channelMailSet.labels)
  if (!isMailAddress(sender)) return badField('sender', '发件地址格式不正确')
  const enabled = input.enabled ?? before?.enabled ?? true
  return { host, port, from: sender, enabled, ...(user === '' ? {} : { user }) }
}

/** code-channel/mail/set. Refused as bot/set is. */
export const setMail = (context: ChannelsContext, caller: Caller, input: MailWish): Promise<null | Refusal> =>
  change(context, caller, input, {
    channel: 'mail',
    judge: (channels, secret) => {
      const before = channels.smtp
      const after = mailAfter(before, input)
      if (after instanceof Refusal) return after
      const hasAccount = after.user !== undefined
      if (secret !== undefined && (!hasAccount || secret === '' || secret.length > MAX_PASSWORD))
        return hasAccount
          ? badField('secret', `密钥须为1至${MAX_PASSWORD}个字符`)
          : badField('user', '填写密钥时须同时填写账号')
      const isSame = before?.host === after.host && before.port === after.port && before.user === after.user
      if (hasAccount && secret === undefined && !(isSame && before?.password !== undefined)) return secretDue()
      const sealed = secret === undefined ? before?.password : context.secrets.seal(secret, channelPurpose('smtp'))
      const smtp: Mail = { ...after, ...(hasAccount && sealed !== undefined ? { password: sealed } : {}) }
      if (before?.trial && isSame && before.from === after.from && secret === undefined) smtp.trial = before.trial
      const lines = [
        ['codeChannel', '地址', before?.host ?? null, smtp.host],
        ['port', '端口', before ? String(before.port) : null, String(smtp.port)],
        ['sender', '发件地址', before?.from ?? null, smtp.from],
        ['user', '账号', before?.user ?? null, smtp.user ?? null],
        secretLine(secret),
        stateLine(before, smtp),
      ] as const
      return { channels: { ...channels, smtp }, changes: changesOf(lines) }
    },
  })

/**
 * code-channel/trial: one fixed text to one contact, also by a channel that is switched off. Refused in this order:
 * badParameter (a contact of another form), notFound (not registered).
 */
export async function tryChannel(
  context: ChannelsContext,
  caller: Caller,
  input: ParsedRequestOf<typeof channelTrial>,
): Promise<ResponseOf<typeof channelTrial> | Refusal> {
  const name = input.channel === 'bot' ? 'telegram' : 'smtp'
  const contact = input.contact.trim()
  if (channelFor(contact)?.channel !== name)
    return badField(
      'contact',
      input.channel === 'bot' ? '机器人的联系方式须如 telegram:123456' : '联系方式须为邮箱地址',
    )
  const { channels } = await readChannels(context.pool)
  const tried = channels[name]
  const begun = performance.now()
  // Outside the transaction: a message may take five seconds.
  const outcome = await sendTo(context, channels, { contact, text: TRIAL_TEXT, subject: '测试' })
  if (outcome === null || !tried) return refuse('notFound')
  const ms = Math.round(performance.now() - begun)
  return changeAs(context, caller, { call: 'code-channel/trial', input }, async (tx, at) => {
    const { channels: now } = await lockChannels(tx)
    const held = now[name]
    // Changed meanwhile: the outcome would say nothing about what is registered now.
    const isSame = JSON.stringify({ ...held, trial: null }) === JSON.stringify({ ...tried, trial: null })
    if (held && isSame) await saveChannels(tx, { ...now, [name]: { ...held, trial: { at, outcome } } })
    const changes = [{ field: 'trial', label: '试发', before: null, after: OUTCOME_WORDS[outcome] }]
    await logForHead(tx, caller, { action: 'codeChannelTrial', targetName: NAMES[input.channel], changes }, at)
    return { outcome, ms }
  })
}
