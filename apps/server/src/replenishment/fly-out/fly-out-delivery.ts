import { named } from '@strata/contract/fields'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import { formatQuote } from '@strata/domain/games/price'
import type { MerchantId } from '@strata/domain/ids'
import { formatMoney, money, type Odds } from '@strata/domain/money'
import { z } from 'zod'
import { runTx, sqlState } from '../../platform/db.ts'
import { addJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type BookAnswer, callBook } from './book-call.ts'
import { type FlyOutDeps, type FlyOutError, takeAnswer, tellOwner, type Verdict } from './fly-out-answer.ts'
import { claimMessages, closeMessage, merchantsWithDueMessages, type OutboxMessage, putOff } from './store-fly-outs.ts'

export interface DeliveryDeps extends FlyOutDeps {
  readonly secrets: Secrets
  /** `host:port` pairs that tests may reach. */
  readonly allow: readonly string[]
}

/** One attempt takes at most 5 s. After this time the worker is assumed dead. */
const LEASE_MS = 15_000
const AT_ONCE = 20
/** Before hedgeCloseAt every second counts. Later the book is asked at growing intervals until it answers. */
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = { open: 8_000, over: 300_000 } as const

/** The key by which an outside book knows an order. It is the same in every attempt. */
const keyOf = (merchantId: MerchantId, orderId: bigint): string => `${merchantId}-${orderId}`

function orderBody(merchantId: MerchantId, message: OutboxMessage): Record<string, unknown> {
  const game = gameById(message.game_id)
  const play = game && playOf(game.code, message.play)
  if (!play) throw new Error(`fly-out of ${message.game_id} ${message.play}`)
  const quote = (message.odds_tiers ?? [message.odds]) as Odds[]
  return {
    key: keyOf(merchantId, message.order_id),
    game: game.code,
    periodNo: message.period_no,
    playCode: message.play,
    itemCode: message.item,
    stake: formatMoney(money(message.stake)),
    odds: formatQuote(play, message.item, quote),
    placedAt: Number(message.at),
    expiresAt: Number(message.hedge_close_at),
  }
}

/** One signed POST. `place` places the order and may be repeated; `ask` only queries it. */
async function post(
  deps: DeliveryDeps,
  merchantId: MerchantId,
  message: OutboxMessage,
  what: 'place' | 'ask',
): Promise<BookAnswer | { readonly error: FlyOutError }> {
  const { book_name: name, base_url: baseUrl, key_id: keyId, secret } = message
  if (name === null || baseUrl === null || keyId === null || secret === null) return { error: 'noBook' }
  const key = keyOf(merchantId, message.order_id)
  const body = what === 'place' ? orderBody(merchantId, message) : { key }
  const path = what === 'place' ? 'orders' : 'orders/query'
  return callBook(deps, { name, baseUrl, keyId, secret }, { path, key, body })
}

/** The verdict of an answer; null: none yet. "Never received" is final only after hedgeCloseAt. */
function verdictOf(answer: BookAnswer | { readonly error: FlyOutError }, isOver: boolean): Verdict | null {
  if ('error' in answer) return isOver ? { kind: 'unknown', error: answer.error } : null
  if (answer.state === 'accepted') return { kind: 'accepted', externalNo: answer.orderNo ?? '' }
  if (answer.state === 'rejected') return { kind: 'rejected', error: 'refused' }
  if (!isOver) return null
  return answer.state === 'unplaced' ? { kind: 'rejected', error: 'unplaced' } : { kind: 'unknown', error: 'waiting' }
}

function nextTry(message: OutboxMessage, now: number): number {
  const end = Number(message.hedge_close_at)
  const wait = FIRST_WAIT_MS * 2 ** Math.min(message.attempts - 1, 16)
  if (now >= end) return now + Math.min(wait, MAX_WAIT_MS.over)
  // The last query before the order becomes `unknown` must not be late.
  return Math.min(now + Math.min(wait, MAX_WAIT_MS.open), end)
}

/**
 * The wait for the merchant's row. Taking an answer must not wait long for a settlement, because bets would wait too.
 */
const LOCK_WAIT_MS = 300
const LOCKED_OUT = '55P03'

/** Takes an answer. False: a settlement has locked the period; the book is asked again later, which is harmless. */
async function taken(deps: DeliveryDeps, merchantId: MerchantId, orderId: bigint, verdict: Verdict): Promise<boolean> {
  try {
    const options = { lockTimeoutMs: LOCK_WAIT_MS }
    await runTx(deps.pool, options, (tx) => takeAnswer(tx, deps, { merchantId, orderId }, verdict))
    return true
  } catch (error) {
    if (sqlState(error) === LOCKED_OUT) return false
    throw error
  }
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs works one after the other. All answers of a merchant lock the same row, and each waiting one holds a connection.
 */
function oneByOne(): Turn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

/** How long after hedgeCloseAt the book is asked about an order that a person decided. */
const ASKED_AFTER_MS = 7 * 86_400_000

const isGivenUp = ({ state, hedge_close_at }: OutboxMessage, now: number): boolean =>
  state !== 'pending' && state !== 'unknown' && now >= Number(hedge_close_at) + ASKED_AFTER_MS

async function deliverOne(
  deps: DeliveryDeps,
  merchantId: MerchantId,
  message: OutboxMessage,
  inTurn: Turn,
): Promise<void> {
  const isOver = deps.clock() >= Number(message.hedge_close_at)
  // In a void period the order is not placed any more, only queried.
  const answer = await post(deps, merchantId, message, isOver || message.period_void ? 'ask' : 'place')
  const verdict = verdictOf(answer, isOver)
  const orderId = message.order_id
  const isTaken = verdict !== null && (await inTurn(() => taken(deps, merchantId, orderId, verdict)))
  if (isTaken && verdict.kind !== 'unknown') return
  const error = 'error' in answer ? answer.error : 'waiting'
  if (isGivenUp(message, deps.clock())) {
    await closeMessage(deps.pool, merchantId, orderId, error)
    return
  }
  await putOff(deps.pool, merchantId, orderId, { nextAt: nextTry(message, deps.clock()), error })
  // The list shows why an order waits. Notify it only when the reason changed.
  if (error !== message.last_error) tellOwner(deps.live, merchantId, message, deps.clock())
}

/**
 * Delivers a merchant's due fly-outs. Several workers may run it at once: each message is taken by one of them. Returns
 * the number of attempts.
 */
export async function deliverFlyOuts(deps: DeliveryDeps, merchantId: MerchantId): Promise<number> {
  for (let attempts = 0; ; ) {
    const now = deps.clock()
    const messages = await claimMessages(deps.pool, merchantId, { now, leaseMs: LEASE_MS, most: AT_ONCE })
    if (messages.length === 0) return attempts
    const inTurn = oneByOne()
    const done = await Promise.allSettled(messages.map((message) => deliverOne(deps, merchantId, message, inTurn)))
    attempts += messages.length
    const failed = done.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
  }
}

const TASK = 'flyout:deliver'
const SWEEP_MS = 1_000
const payload = z.object({ merchantId: named<MerchantId>(z.int()) })

/**
 * Jobs deliver fly-outs, one job per merchant, added after the commit that made them. A sweep finds messages whose job
 * was lost and those due for another attempt.
 */
export function flyOutJobs({ jobs, pool, clock, log }: Platform, deps: DeliveryDeps): void {
  const put = (merchantId: MerchantId) =>
    addJob(pool, TASK, { merchantId }, { key: `flyout:${merchantId}`, maxAttempts: 1 })
  jobs.task(TASK, async (job) => {
    await deliverFlyOuts(deps, payload.parse(job).merchantId)
  })
  jobs.every('flyout:sweep', SWEEP_MS, async () => {
    for (const merchantId of await merchantsWithDueMessages(pool, clock())) await put(merchantId)
  })
  log.debug('fly-outs are delivered here')
}

/** Adds a merchant's delivery job at once. If it is lost, the sweep delivers a second later. */
export const flyOutStarter =
  ({ pool, log }: Pick<Platform, 'pool' | 'log'>) =>
  (merchantId: MerchantId): void => {
    addJob(pool, TASK, { merchantId }, { key: `flyout:${merchantId}`, maxAttempts: 1 }).catch((error: unknown) =>
      log.warn({ err: error }, 'a delivery job could not be added'),
    )
  }
