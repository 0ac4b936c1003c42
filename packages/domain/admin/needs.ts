/** What needs a person of the platform now: how it is worded, how urgent it is, whose turn it is, and in which order. */

import { calendarDay, DAY_MS } from '../calendar/calendar.ts'
import type { ProposalKind } from '../games/proposals/proposal.ts'
import type { GameId } from '../ids.ts'
import { displayMoney, type Money } from '../money/money.ts'

type Merchant = { readonly code: string; readonly name: string }

/** One thing as it was found. */
export type Found =
  | {
      readonly kind: 'result'
      readonly gameId: GameId
      readonly gameName: string
      readonly periodNo: string
      readonly drawAt: number
      readonly source: 'manual' | 'feed' | 'demo'
    }
  | {
      readonly kind: 'proposal'
      readonly proposalId: string
      readonly proposal: ProposalKind
      readonly gameId: GameId
      readonly gameName: string
      readonly periodNo: string
      readonly orderNo: string | null
      readonly by: string
      readonly at: number
      readonly expiresAt: number
      /** The reader proposed it. */
      readonly mine: boolean
      /** The reader is one of those who may decide it. */
      readonly mayDecide: boolean
    }
  | {
      readonly kind: 'flyOut'
      readonly merchant: Merchant
      readonly book: string
      readonly count: number
      readonly stake: Money
      readonly since: number
    }
  | {
      readonly kind: 'job'
      readonly jobId: string
      readonly task: string
      readonly attempts: number
      readonly over: boolean
      readonly error: string
      readonly since: number
    }
  | { readonly kind: 'key'; readonly merchant: Merchant; readonly madeAt: number; readonly maxDays: number }
  | {
      readonly kind: 'balance'
      readonly merchant: Merchant
      readonly balance: Money
      readonly line: Money
      readonly since: number
    }
  | { readonly kind: 'silent'; readonly merchant: Merchant; readonly signedAt: number }
  | {
      readonly kind: 'lease'
      readonly merchant: Merchant
      /** The last day of the lease. */
      readonly until: string
      readonly endsAt: number
    }
  | {
      /** The newest run of verify over these books found faults, or could not end. */
      readonly kind: 'verify'
      /** The code of the only merchant that was verified; null: all were. */
      readonly only: string | null
      readonly faults: number
      /** '' when it ended. */
      readonly error: string
      readonly at: number
    }
  | { readonly kind: 'certificate'; readonly address: string; readonly endsAt: number }
  | { readonly kind: 'disk'; readonly daysLeft: number }
  | { readonly kind: 'partitions'; readonly daysAhead: number; readonly leastDays: number }

export type NeedKind = Found['kind']
/** `bad`: money or play waits for it. `plain`: it can wait. */
export type Tone = 'bad' | 'warn' | 'plain'
/** Who has to act: the reader, somebody else, or nobody yet. */
export type Turn = 'me' | 'others' | 'soon'

export type Need = {
  readonly kind: NeedKind
  /** Names the thing: the same thing has the same key in the next answer. */
  readonly key: string
  readonly tone: Tone
  readonly turn: Turn
  /** Since when it waits; of what is still to come, when it comes. */
  readonly at: number
  readonly text: string
  readonly found: Found
}

const MINUTE_MS = 60_000

/** A span in the largest unit that says enough: 26 分, 5 时 12 分, 13 天. */
export const spanInWords = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
  if (minutes < 60) return `${minutes} 分`
  if (ms < 2 * DAY_MS) return `${Math.floor(minutes / 60)} 时 ${String(minutes % 60).padStart(2, '0')} 分`
  return `${Math.floor(ms / DAY_MS)} 天`
}

const PROPOSALS = { result: '录入结果', correction: '更正', periodVoid: '整期作废', orderVoid: '作废注单' } as const
const NO_RESULT = { manual: '等待录入结果', feed: '结果来源未送达', demo: '尚未开奖' } as const
const named = ({ code, name }: Merchant): string => (name === '' || name === code ? code : `${code} ${name}`)

const proposalText = (found: Extract<Found, { kind: 'proposal' }>, now: number): string => {
  const about = `${found.gameName} ${found.periodNo}期${found.orderNo === null ? '' : ` 注单 ${found.orderNo}`}`
  const by = found.mine ? '我提出，等第二人' : `${found.by} 提出`
  return `${PROPOSALS[found.proposal]} ${about}，${by}，剩 ${spanInWords(found.expiresAt - now)}`
}

const ofPlatform = (found: Extract<Found, { kind: 'disk' | 'partitions' }>, now: number): Omit<Need, 'found'> => {
  if (found.kind === 'disk') {
    const text = `按今日增长，磁盘还可用 ${found.daysLeft} 天`
    const tone = found.daysLeft < 3 ? 'bad' : 'warn'
    return { kind: 'disk', key: 'disk', tone, turn: 'soon', at: now + found.daysLeft * DAY_MS, text }
  }
  const last = calendarDay(now + found.daysAhead * DAY_MS)
  const text = `注单分区只备到 ${last}，少于 ${found.leastDays} 天`
  const tone = found.daysAhead < 1 ? 'bad' : 'warn'
  return { kind: 'partitions', key: 'partitions', tone, turn: 'soon', at: now + found.daysAhead * DAY_MS, text }
}

const ofCertificate = (
  { address, endsAt }: Extract<Found, { kind: 'certificate' }>,
  now: number,
): Omit<Need, 'found'> => {
  const base = { kind: 'certificate', key: `certificate:${address}`, at: endsAt } as const
  const left = endsAt - now
  return left > 0
    ? {
        ...base,
        tone: left < 3 * DAY_MS ? 'bad' : 'warn',
        turn: 'soon',
        text: `${address} 的证书 ${spanInWords(left)}后到期`,
      }
    : { ...base, tone: 'bad', turn: 'me', text: `${address} 的证书已到期，浏览器拒绝打开` }
}

const ofMerchant = (
  found: Extract<Found, { kind: 'flyOut' | 'key' | 'balance' | 'silent' | 'lease' }>,
  now: number,
): Omit<Need, 'found'> => {
  const who = named(found.merchant)
  const { kind } = found
  switch (kind) {
    case 'flyOut': {
      const book = found.book === '' ? '' : `，外部盘 ${found.book}`
      const text = `${who} 放飞 ${found.count} 笔共 ${displayMoney(found.stake)} 无回应${book}`
      const key = `flyOut:${found.merchant.code}:${found.book}`
      return { kind, key, tone: 'bad', turn: 'me', at: found.since, text }
    }
    case 'key': {
      const days = Math.floor((now - found.madeAt) / DAY_MS)
      const text = `${who} 的签名密钥已用 ${days} 天，超过 ${found.maxDays} 天`
      const at = found.madeAt + found.maxDays * DAY_MS
      return { kind, key: `key:${found.merchant.code}`, tone: 'warn', turn: 'me', at, text }
    }
    case 'balance': {
      const text = `${who} 可用 ${displayMoney(found.balance)}，低于预警线 ${displayMoney(found.line)}`
      return { kind, key: `balance:${found.merchant.code}`, tone: 'warn', turn: 'me', at: found.since, text }
    }
    case 'lease': {
      const at = found.endsAt
      const key = `lease:${found.merchant.code}`
      return at > now
        ? { kind, key, tone: 'warn', turn: 'soon', at, text: `${who} 租期于 ${found.until} 到期` }
        : { kind, key, tone: 'warn', turn: 'me', at, text: `${who} 租期已于 ${found.until} 到期，已暂停下注与补货` }
    }
    case 'silent': {
      const text = `${who} 已 ${spanInWords(now - found.signedAt)}没有签名调用，往日此时有投注`
      return { kind, key: `silent:${found.merchant.code}`, tone: 'bad', turn: 'me', at: found.signedAt, text }
    }
  }
}

const worded = (found: Found, now: number): Omit<Need, 'found'> => {
  switch (found.kind) {
    case 'result': {
      const text = `${found.gameName} ${found.periodNo}期已过开奖时间，${NO_RESULT[found.source]}`
      const key = `result:${found.gameId}:${found.periodNo}`
      return { kind: 'result', key, tone: 'bad', turn: 'me', at: found.drawAt, text }
    }
    case 'proposal': {
      const turn = found.mayDecide && !found.mine ? 'me' : 'others'
      const tone = turn === 'me' ? 'warn' : 'plain'
      const text = proposalText(found, now)
      return { kind: 'proposal', key: `proposal:${found.proposalId}`, tone, turn, at: found.at, text }
    }
    case 'job': {
      const times = found.over ? `已失败 ${found.attempts} 次，不再重试` : `第 ${found.attempts} 次失败`
      const text = `${found.task} ${times}：${found.error}`
      const tone = found.over ? 'bad' : 'warn'
      return { kind: 'job', key: `job:${found.jobId}`, tone, turn: 'me', at: found.since, text }
    }
    case 'verify': {
      const whose = found.only ?? '全部商户'
      const text = found.error === '' ? `${whose} 校验不符 ${found.faults} 项` : `${whose} 校验未完成：${found.error}`
      const tone = found.error === '' ? 'bad' : 'warn'
      return { kind: 'verify', key: `verify:${found.only ?? ''}`, tone, turn: 'me', at: found.at, text }
    }
    case 'certificate':
      return ofCertificate(found, now)
    case 'disk':
    case 'partitions':
      return ofPlatform(found, now)
    default:
      return ofMerchant(found, now)
  }
}

const placeOf = ({ gameId, periodNo }: { readonly gameId: GameId; readonly periodNo: string }): string =>
  `${gameId} ${periodNo}`

/** A result that somebody has entered waits for its second person, and no more for a first one. */
const withoutEntered = (found: readonly Found[]): readonly Found[] => {
  const entered = new Set(
    found.flatMap((one) => (one.kind === 'proposal' && one.proposal === 'result' ? placeOf(one) : [])),
  )
  return found.filter((one) => one.kind !== 'result' || !entered.has(placeOf(one)))
}

/**
 * What waits, oldest first; then what is still to come, soonest first. Of the same instant the graver one, then by key.
 * `mayAct`: whether the reader may do what a kind asks for; otherwise it waits for others.
 */
export function needsOf(found: readonly Found[], now: number, mayAct: (kind: NeedKind) => boolean): Need[] {
  const grave = { bad: 0, warn: 1, plain: 2 } as const
  const needs = withoutEntered(found).map((one): Need => {
    const need = worded(one, now)
    return { ...need, turn: need.turn === 'me' && !mayAct(one.kind) ? 'others' : need.turn, found: one }
  })
  return needs.sort(
    (a, b) =>
      Number(a.turn === 'soon') - Number(b.turn === 'soon') ||
      a.at - b.at ||
      grave[a.tone] - grave[b.tone] ||
      (a.key < b.key ? -1 : 1),
  )
}
