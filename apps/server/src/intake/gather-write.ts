/** Collects what a decided batch writes. */

import type { BetAnswer, BetSlip } from '@strata/domain/book/intake'
import type { MemberOrder } from '@strata/domain/book/order'
import type { PathId, PeriodId } from '@strata/domain/ids'
import type { Money } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import type { DecidedBatch } from '@strata/domain/replenishment/batch'
import type { BatchPeriod } from '../book/open-games.ts'
import { Pace } from '../platform/pace.ts'
import { gatherWrite } from '../replenishment/sending.ts'
import { digest } from './decide-slips.ts'
import { periodsOf, type World } from './read-world.ts'

interface Accepted {
  readonly order: MemberOrder
  readonly balanceAfter: Money
}

const acceptedOf = (answers: readonly BetAnswer[]): Accepted[] => answers.filter((answer) => answer.kind === 'accepted')

/** The stakes of the bets that were accepted. */
export const stakesOf = ({ answers }: DecidedBatch): bigint =>
  acceptedOf(answers).reduce((sum, { order }) => sum + order.stake, 0n)

/** The same by bettor. */
export function stakesByBettor({ answers }: DecidedBatch): ReadonlyMap<PathId, bigint> {
  const stakes = new Map<PathId, bigint>()
  for (const { order } of acceptedOf(answers)) stakes.set(order.bettor, (stakes.get(order.bettor) ?? 0n) + order.stake)
  return stakes
}

/** A decided batch with all that it writes. */
export interface GatheredBatch {
  readonly decided: DecidedBatch
  /** The columns of its write. Empty when it writes nothing. */
  readonly parameters: readonly Buffer[]
  /** The periods of its orders. */
  readonly periods: ReadonlySet<BatchPeriod>
}

/** The periods that the slips name, as far as they are known. */
function namedPeriods({ games }: World, slips: readonly BetSlip[]): ReadonlyMap<PeriodId, BatchPeriod> {
  const found = periodsOf(slips).flatMap(({ gameId, periodNo }) => games.period(gameId, periodNo) ?? [])
  return new Map(found.map((period) => [period.periodId, period]))
}

/** Everything the batch writes. */
export async function gatherBatch(
  world: World,
  decided: DecidedBatch,
  slips: readonly BetSlip[],
): Promise<GatheredBatch> {
  const { answers, orders } = decided
  if (orders.length === 0) return { decided, parameters: [], periods: new Set() }
  const named = namedPeriods(world, slips)
  const periodOf = (periodId: PeriodId): BatchPeriod => must(named.get(periodId), 'the period')
  const accepted = acceptedOf(answers)
  const balances = new Map(accepted.map((answer) => [answer.order.id, answer.balanceAfter]))
  const columns = await gatherWrite(
    world.games,
    decided,
    (id) => periodOf(id).day,
    (id) => balances.get(id) ?? null,
  )
  const pace = new Pace()
  for (const { order } of accepted) {
    if (pace.step()) await pace.rest()
    const { day } = periodOf(order.item.periodId)
    columns.addKey({ betNo: order.betNo, hash: digest(order.content), orderId: order.id, day })
  }
  for (const [path, stake] of stakesByBettor(decided)) columns.addStake(path, stake)
  const periods = new Set(orders.map((order) => periodOf(order.item.periodId)))
  return { decided, parameters: await columns.parameters(), periods }
}
