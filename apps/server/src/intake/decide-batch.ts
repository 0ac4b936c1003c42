import { type BetAnswer, type BetSlip, mayStillCommit } from '@strata/domain/book/intake'
import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { writeStatement } from '../book/exposures.ts'
import type { BatchPeriod } from '../book/open-games.ts'
import { runTx, type Tx } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import { spanNow } from '../platform/tracing.ts'
import { insertFlyOuts } from '../replenishment/fly-out.ts'
import { announce } from '../replenishment/sending.ts'
import { saveOpenBound } from '../tree/merchants.ts'
import { decideSlips } from './decide-slips.ts'
import type { IntakeDeps } from './deps.ts'
import { gatherBatch, stakesOf } from './gather-write.ts'
import { BATCH_TIMEOUT_MS } from './intake-pool.ts'
import { type Asked, periodsOf, readOpenBefore, readWorld, type World, WrongGuess, withTotals } from './read-world.ts'

/**
 * Decides and stores a batch of one merchant in one transaction, in order. A batch that is too late for a period is
 * rolled back and judged again by the later clock, which refuses that period's bets. Rethrows errors of the database.
 */
export async function takeBets(
  deps: IntakeDeps,
  merchantId: MerchantId,
  slips: readonly BetSlip[],
): Promise<readonly BetAnswer[]> {
  for (let mayGuess = true; ; ) {
    try {
      return await attempt(deps, { merchantId, slips }, mayGuess)
    } catch (error) {
      if (error instanceof WrongGuess) mayGuess = false
      else if (!(error instanceof TooLate)) throw error
    }
  }
}

/**
 * With this much time left, a batch is written or cut off before hedgeCloseAt, so its commit need not check the clock.
 */
const SAFE_MS = BATCH_TIMEOUT_MS + 1_000

/** The clock passed hedgeCloseAt while the batch was written. It is rolled back and judged again. */
class TooLate extends Error {
  override name = 'TooLate'
}

/** The periods that the slips name, as far as they are known. */
function namedPeriods({ games }: World, slips: readonly BetSlip[]): ReadonlyMap<PeriodId, BatchPeriod> {
  const found = periodsOf(slips).flatMap(({ gameId, periodNo }) => games.period(gameId, periodNo) ?? [])
  return new Map(found.map((period) => [period.periodId, period]))
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
async function decideInOrder(
  tx: Tx,
  deps: IntakeDeps,
  world: World,
  { merchantId, slips }: Asked,
  at: { readonly now: number; readonly open: bigint | null },
) {
  for (let known = world; ; ) {
    const decided = await decideSlips(known, slips, at)
    if (decided.unsure.size === 0) return decided
    noteTotalled(deps, merchantId, decided.unsure)
    known = await withTotals(tx, known, { merchantId, slips }, decided.unsure)
  }
}

/** One transaction: reads, decides, writes. What follows from it is announced after the commit. */
function attempt(deps: IntakeDeps, asked: Asked, mayGuess: boolean): Promise<readonly BetAnswer[]> {
  const { merchantId, slips } = asked
  return runTx(deps.pool, { timeoutMs: BATCH_TIMEOUT_MS }, async (tx) => {
    const world = await readWorld(tx, deps, asked, mayGuess)
    deps.lastGames?.set(merchantId, world.games)
    const now = deps.clock()
    const open = await readOpenBefore(tx, asked, world.rules)
    const decided = await decideInOrder(tx, deps, world, asked, { now: deps.clock(), open })
    if (decided.orders.length === 0) return decided.answers
    if (open !== null) await saveOpenBound(tx, merchantId, open + stakesOf(decided))
    const at = { merchantId, batch: nextId(), now }
    const periodById = namedPeriods(world, slips)
    if (await insertFlyOuts(tx, at, decided.orders)) tx.afterCommit(() => deps.onFlyOut?.(merchantId))
    const write = await gatherBatch(world, decided, periodById)
    const statement = await writeStatement(at, write)
    tx.afterCommit(() => announce(deps.live, at, decided))
    const periods = new Set(decided.orders.map((order) => must(periodById.get(order.item.periodId), 'the period')))
    const beganAt = deps.onWrite && spanNow()
    if (mayStillCommit(periods, deps.clock() + SAFE_MS)) await tx.finish(statement)
    else {
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
