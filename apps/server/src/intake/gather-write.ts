/** Collects what a decided batch writes. */

import type { BetAnswer } from '@strata/domain/book/intake'
import type { MemberOrder } from '@strata/domain/book/order'
import type { PathId, PeriodId } from '@strata/domain/ids'
import { type Money, ZERO } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import type { DecidedBatch } from '@strata/domain/replenishment/batch'
import { type BatchWrite, type MemberItem, memberItemKey } from '../book/exposures.ts'
import type { BatchPeriod } from '../book/open-games.ts'
import { Pace } from '../platform/pace.ts'
import { gatherWrite } from '../replenishment/sending.ts'
import { digest } from './decide-slips.ts'
import { limitsOf } from './member-limits.ts'
import type { World } from './read-world.ts'

const ANY = 2n ** 63n - 1n

interface Accepted {
  readonly order: MemberOrder
  readonly balanceAfter: Money
}

const acceptedOf = (answers: readonly BetAnswer[]): Accepted[] => answers.filter((answer) => answer.kind === 'accepted')

/** The stakes of the bets that were accepted. */
export const stakesOf = ({ answers }: DecidedBatch): bigint =>
  acceptedOf(answers).reduce((sum, { order }) => sum + order.stake, 0n)

/** Everything the batch writes. With `exact` the totals were checked before, so the statement has no limit to check. */
export async function gatherBatch(
  world: World,
  decided: DecidedBatch,
  periodById: ReadonlyMap<PeriodId, BatchPeriod>,
  exact: boolean,
): Promise<BatchWrite> {
  const accepted = acceptedOf(decided.answers)
  const balances = new Map(accepted.map((answer) => [answer.order.id, answer.balanceAfter]))
  const dayOf = (periodId: PeriodId): string => must(periodById.get(periodId), 'the period').day
  const columns = await gatherWrite(world.games, decided, dayOf, (id) => balances.get(id) ?? null)
  const stakes = new Map<PathId, bigint>()
  const items = new Map<string, MemberItem & { stake: bigint; most: bigint }>()
  const pace = new Pace()
  for (const { order } of accepted) {
    if (pace.step()) await pace.rest()
    const { periodId, gameId, groupId, playCode, itemCode } = order.item
    const day = dayOf(periodId)
    columns.addKey({ betNo: order.betNo, hash: digest(order.content), orderId: order.id, day })
    stakes.set(order.bettor, (stakes.get(order.bettor) ?? 0n) + order.stake)
    const item = { periodId, path: order.bettor, play: playCode, item: itemCode }
    const key = memberItemKey(item)
    const known = items.get(key)
    if (known) known.stake += order.stake
    else {
      const most = exact ? ANY : (limitsOf(world.merchant, order.bettor, gameId, groupId, day)?.maxItem ?? ZERO)
      items.set(key, { ...item, stake: order.stake, most })
    }
  }
  for (const [path, stake] of stakes) columns.addWallet(path, stake)
  for (const item of items.values()) columns.addItem(item)
  return columns
}
