import { type BetAnswer, mayStillCommit } from '@strata/domain/book/intake'
import type { MerchantId, PathId } from '@strata/domain/ids'
import { writeStatement } from '../book/exposures.ts'
import { runTx, type Tx } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import { spanNow } from '../platform/tracing.ts'
import { insertFlyOuts } from '../replenishment/fly-out.ts'
import { announce } from '../replenishment/sending.ts'
import { saveOpenBound } from '../tree/merchants.ts'
import type { Ahead, NextSettled } from './ahead.ts'
import { decideSlips } from './decide-slips.ts'
import type { IntakeDeps, Slip } from './deps.ts'
import { type GatheredBatch, gatherBatch, stakesOf } from './gather-write.ts'
import { BATCH_TIMEOUT_MS } from './intake-pool.ts'
import { type Asked, guessWorld, readOpenBefore, readWorld, type World, WrongGuess, withTotals } from './read-world.ts'
import type { DecidedAt } from './same-world.ts'

export interface BatchDeps extends IntakeDeps {
  /** Decides the next batch while one is written. Without it batches are decided one after another. */
  readonly ahead?: Ahead
}

/**
 * Decides and stores a batch of one merchant in one transaction, in order. A batch that is too late for a period is
 * rolled back and judged again by the later clock, which refuses that period's bets. `next` settles the merchant's next
 * batch, which is then decided while this one is written. Throws Replayed when calls of the batch were refused before, and
 * rethrows errors of the database.
 */
export async function takeBets(
  deps: BatchDeps,
  merchantId: MerchantId,
  slips: readonly Slip[],
  next: NextSettled = () => undefined,
): Promise<readonly BetAnswer[]> {
  const asked = { merchantId, slips, next }
  for (let mayGuess = true; ; ) {
    try {
      return await attempt(deps, asked, mayGuess)
    } catch (error) {
      deps.ahead?.forget(merchantId)
      if (error instanceof WrongGuess) mayGuess = false
      else if (!(error instanceof TooLate)) throw error
    }
  }
}

interface Batch extends Asked {
  readonly next: NextSettled
}

/**
 * With this much time left, a batch is written or cut off before hedgeCloseAt, so its commit need not check the clock.
 */
const SAFE_MS = BATCH_TIMEOUT_MS + 1_000

/** The clock passed hedgeCloseAt while the batch was written. It is rolled back and judged again. */
class TooLate extends Error {
  override name = 'TooLate'
}

const MAX_TOTALLED = 10_000

/** Notes members whose totals the next batches read with the rest. */
function noteTotalled({ totalled }: IntakeDeps, merchantId: MerchantId, members: ReadonlySet<PathId>): void {
  const known = totalled?.get(merchantId)
  const all = known && known.size + members.size <= MAX_TOTALLED ? new Set([...known, ...members]) : new Set(members)
  totalled?.set(merchantId, all)
}

/**
 * Decides by what members have open, which is at least what they have on an item. Where that is too much, the totals of
 * these members are read, and the batch is decided again. Each round knows the totals of more members, so it ends.
 */
async function decideInOrder(tx: Tx, deps: IntakeDeps, world: World, { merchantId, slips }: Asked, at: DecidedAt) {
  for (let known = world; ; ) {
    const decided = await decideSlips(known, slips, at)
    if (decided.unsure.size === 0) return decided
    noteTotalled(deps, merchantId, decided.unsure)
    known = await withTotals(tx, known, { merchantId, slips }, decided.unsure)
  }
}

/** What was decided ahead, if it holds; otherwise decides now. */
async function decide(
  tx: Tx,
  deps: BatchDeps,
  world: World,
  asked: Asked,
  open: bigint | null,
): Promise<GatheredBatch> {
  const { slips } = asked
  const ahead = await deps.ahead?.decided(slips, world, { now: deps.clock(), open })
  if (ahead) return ahead
  const decided = await decideInOrder(tx, deps, world, asked, { now: deps.clock(), open })
  return gatherBatch(world, decided, slips)
}

/** One transaction: reads, decides, writes. What follows from it is announced after the commit. */
async function attempt(deps: BatchDeps, asked: Batch, mayGuess: boolean): Promise<readonly BetAnswer[]> {
  const { merchantId, slips } = asked
  const guess = mayGuess ? await (deps.ahead?.guess(slips) ?? guessWorld(deps, asked)) : undefined
  return runTx(deps.pool, { timeoutMs: BATCH_TIMEOUT_MS }, async (tx) => {
    const world = await readWorld(tx, deps, asked, guess)
    deps.lastGames?.set(merchantId, world.games)
    const now = deps.clock()
    const open = await readOpenBefore(tx, asked, world.rules)
    const { decided, parameters, periods } = await decide(tx, deps, world, asked, open)
    if (decided.orders.length === 0) return decided.answers
    if (open !== null) await saveOpenBound(tx, merchantId, open + stakesOf(decided))
    const at = { merchantId, batch: nextId(), now }
    if (await insertFlyOuts(tx, at, decided.orders)) tx.afterCommit(() => deps.onFlyOut?.(merchantId))
    const statement = writeStatement(at, parameters)
    tx.afterCommit(() => announce(deps.live, at, decided))
    const beganAt = deps.onWrite && spanNow()
    if (mayStillCommit(periods, deps.clock() + SAFE_MS)) {
      const written = tx.finish(statement)
      deps.ahead?.follow(merchantId, world, decided, asked.next)
      await written
    } else {
      await tx.query(statement)
      if (!mayStillCommit(periods, deps.clock())) throw new TooLate()
    }
    if (beganAt !== undefined) {
      const write = { beganAt, endedAt: spanNow(), orders: decided.orders.length }
      deps.onWrite?.(merchantId, { ...write, periods: [...periods].map(({ periodId }) => periodId) })
    }
    return decided.answers
  })
}
