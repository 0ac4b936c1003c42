/** Collects what a decided batch writes. */

import type { BetAnswer } from '@strata/domain/book/intake'
import type { MemberOrder } from '@strata/domain/book/order'
import type { PathId, PeriodId } from '@strata/domain/ids'
import type { Money } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import type { DecidedBatch } from '@strata/domain/replenishment/batch'
import type { BatchWrite } from '../book/exposures.ts'
import type { BatchPeriod } from '../book/open-games.ts'
import { Pace } from '../platform/pace.ts'
import { gatherWrite } from '../replenishment/sending.ts'
import { digest } from './decide-slips.ts'
import type { World } from './read-world.ts'

interface Accepted {
  readonly order: MemberOrder
  readonly balanceAfter: Money
}

const acceptedOf = (answers: readonly BetAnswer[]): Accepted[] => answers.filter((answer) => answer.kind === 'accepted')

/** The stakes of the bets that were accepted. */
export const stakesOf = ({ answers }: DecidedBatch): bigint =>
  acceptedOf(answers).reduce((sum, { order }) => sum + order.stake, 0n)

/** Everything the batch writes. */
export async function gatherBatch(
  world: World,
  decided: DecidedBatch,
  periodById: ReadonlyMap<PeriodId, BatchPeriod>,
): Promise<BatchWrite> {
  const accepted = acceptedOf(decided.answers)
  const balances = new Map(accepted.map((answer) => [answer.order.id, answer.balanceAfter]))
  const dayOf = (periodId: PeriodId): string => must(periodById.get(periodId), 'the period').day
  const columns = await gatherWrite(world.games, decided, dayOf, (id) => balances.get(id) ?? null)
  const stakes = new Map<PathId, bigint>()
  const pace = new Pace()
  for (const { order } of accepted) {
    if (pace.step()) await pace.rest()
    const day = dayOf(order.item.periodId)
    columns.addKey({ betNo: order.betNo, hash: digest(order.content), orderId: order.id, day })
    stakes.set(order.bettor, (stakes.get(order.bettor) ?? 0n) + order.stake)
  }
  for (const [path, stake] of stakes) columns.addWallet(path, stake)
  return columns
}
