import { CODES, type RefusalName, refusalAnswer } from '@strata/contract/errors'
import { gameId } from '@strata/contract/fields'
import { describeIssues, unstorableIssue } from '@strata/contract/issues'
import type { BetSlip, IntakeRefusal, Quote } from '@strata/domain/book/intake'
import type { MerchantId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { z } from 'zod'
import type { CallMark } from '../access/session.ts'
import { isConnectionLost, sqlState } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import type { TraceId } from '../platform/tracing.ts'
import { Ahead } from './ahead.ts'
import { type BatchDeps, takeBets } from './decide-batch.ts'
import type { BatchWrite, IntakeDeps, Slip } from './deps.ts'
import { type BatchDone, type BatchQueue, createBatchQueue } from './queue.ts'
import { type BatchAnswer, takeUnreplayed } from './replayed.ts'

/** A bet on the wire: what intake judges, without the number of its call. */
export type WireBet = Omit<BetSlip, 'callId' | 'pankou'> & { readonly pankou?: string | undefined }

export type WireResult =
  | { readonly betNo: string; readonly accepted: true; readonly orderNo: string }
  | {
      readonly betNo: string
      readonly accepted: false
      readonly code: number
      readonly message: string
      readonly odds?: Quote
    }

const storable = z.object({ gameId })

/** Why a bet cannot be stored at all, naming its field. Null: it can be stored. */
function unstorable(bet: WireBet): string | null {
  const issue = unstorableIssue(bet)
  if (issue) return issue.message
  const { error } = storable.safeParse(bet)
  return error ? describeIssues(error).message : null
}

type Answer = BatchAnswer | { readonly kind: 'fault' }

/** Code and text of each refusal, made once: they do not depend on the bet. */
const texts = new Map<RefusalName, { code: number; message: string }>()
const textOf = (name: IntakeRefusal | 'internal'): { code: number; message: string } => {
  const known = texts.get(name) ?? refusalAnswer(name satisfies RefusalName)
  texts.set(name, known)
  return known
}

export function wireResult(betNo: string, answer: Exclude<Answer, { kind: 'replayed' }>): WireResult {
  if (answer.kind === 'accepted') return { betNo, accepted: true, orderNo: String(answer.order.id) }
  if (answer.kind === 'repeated') return { betNo, accepted: true, orderNo: String(answer.orderId) }
  const { code, message } = textOf(answer.kind === 'fault' ? 'internal' : answer.refusal)
  const odds = answer.kind === 'refused' ? answer.quote : undefined
  return odds === undefined
    ? { betNo, accepted: false, code, message }
    : { betNo, accepted: false, code, message, odds }
}

/**
 * Whether one bet may have caused the error: data that the database cannot store, or a fault in deciding it. A cluster
 * reports what a machine refused of many rows as XX000, but a lost machine as 08 or 58.
 */
function isPoison(error: unknown): boolean {
  const state = sqlState(error)
  return state === undefined ? !isConnectionLost(error) : /^(22|23|42|P0|XX000)/.test(state)
}

/**
 * A batch that throws is halved until the failing bet is alone. It is then refused alone; the order of the bets stays.
 * When the database cannot be reached, the whole call fails: its outcome is unknown, and sending it again is safe.
 */
export async function takeBisecting(
  take: (slips: readonly Slip[]) => Promise<readonly Answer[]>,
  slips: readonly Slip[],
  onPoison: (error: unknown, slip: Slip) => void,
): Promise<readonly Answer[]> {
  try {
    return await take(slips)
  } catch (error) {
    if (!isPoison(error)) throw error
    const [only] = slips
    if (only && slips.length === 1) {
      onPoison(error, only)
      return [{ kind: 'fault' }]
    }
    const half = slips.length >> 1
    const first = await takeBisecting(take, slips.slice(0, half), onPoison)
    return [...first, ...(await takeBisecting(take, slips.slice(half), onPoison))]
  }
}

export interface IntakeLimits {
  readonly maxBatch: number
  readonly minAhead: number
  readonly maxWaiting: number
  readonly maxWaitingPerLane: number
  readonly maxRunning: number
}

/** A batch of 500 takes about 15 ms, so a full queue is less than half a second of work. */
export const INTAKE_LIMITS: IntakeLimits = {
  maxBatch: 500,
  minAhead: 200,
  maxWaiting: 12_000,
  maxWaitingPerLane: 8_000,
  maxRunning: 6,
}

/** What is known of a call beside its bets. */
export interface CallFacts {
  /** The call is traced. */
  readonly trace?: TraceId | undefined
  /** The call is not judged if it was refused before. */
  readonly mark?: CallMark | undefined
}

/** A call with a mark was refused before. */
export class CallReplayed extends Error {
  override name = 'CallReplayed'
}

export interface Intake {
  /** Prepares what the first bet would otherwise wait for. */
  start?(): void
  /**
   * Answers in request order once everything is durable. Rejects with QueueFull when the call is shed, and with
   * CallReplayed when it was refused before.
   */
  create(merchantId: MerchantId, bets: readonly WireBet[], call?: CallFacts): Promise<WireResult[]>
  drain(): Promise<void>
  readonly waiting: number
}

/** A batch that is over, with its write; a batch that was halved has several, of which this is the last. */
export interface WatchedBatch extends BatchDone {
  readonly write: BatchWrite | undefined
}

export interface WatchedDeps extends IntakeDeps {
  readonly log: Log
  /** Told of every batch. Must not throw. */
  readonly onBatch?: ((batch: WatchedBatch) => void) | undefined
  /** Batches tell of their writes, which only traces need. */
  readonly traced?: boolean
}

/** The write of each merchant's running batch: a merchant has one batch at a time. */
function watching({ onBatch, traced }: WatchedDeps): Pick<IntakeDeps, 'onWrite'> & { done(batch: BatchDone): void } {
  const writes = new Map<MerchantId, BatchWrite>()
  return {
    ...(traced && onBatch ? { onWrite: (merchantId, write) => void writes.set(merchantId, write) } : {}),
    done: (batch) => {
      const write = writes.get(batch.lane)
      writes.delete(batch.lane)
      onBatch?.({ ...batch, write })
    },
  }
}

export function createIntake(deps: WatchedDeps, limits: IntakeLimits = INTAKE_LIMITS): Intake {
  let calls = 0
  const { done, ...watch } = watching(deps)
  const remembering: IntakeDeps = { totalled: new Map(), lastGames: new Map(), ...deps, ...watch }
  const whole: BatchDeps = { ...remembering, ahead: new Ahead(remembering) }
  const onPoison = (error: unknown, slip: Slip): void =>
    deps.log.error({ err: error, betNo: slip.betNo }, 'a bet could not be processed')
  const queue: BatchQueue<Slip, Answer> = createBatchQueue<Slip, Answer>({
    ...limits,
    onBatch: done,
    run: (merchantId, slips, { next }) => {
      const take = (part: readonly Slip[]) => takeBets(whole, merchantId, part, part === slips ? next : undefined)
      return takeBisecting((part) => takeUnreplayed(take, part), slips, onPoison)
    },
  })
  return {
    async create(merchantId, bets, { trace, mark } = {}) {
      const callId = ++calls
      const problems = bets.map(unstorable)
      const slips = bets.flatMap((bet, index): Slip[] =>
        problems[index] === null ? [{ ...bet, callId, mark, pankou: bet.pankou }] : [],
      )
      const answers = slips.length === 0 ? [] : await queue.submit(merchantId, slips, trace)
      let taken = 0
      return bets.map(({ betNo }, index): WireResult => {
        const message = problems[index] ?? null
        if (message !== null) return { betNo, accepted: false, code: CODES.badParameter, message }
        const answer = must(answers[taken++], 'an answer')
        if (answer.kind === 'replayed') throw new CallReplayed()
        return wireResult(betNo, answer)
      })
    },
    drain: () => queue.drain(),
    get waiting() {
      return queue.waiting
    },
  }
}
