import type { Order } from '@strata/domain/book/order'
import type { PeriodId } from '@strata/domain/ids'
import type { Money } from '@strata/domain/money'
import type { ExposureChange } from '@strata/domain/replenishment/book-state'
import { BatchWrite } from '../../book/exposures.ts'
import type { BatchGames } from '../../book/open-games.ts'
import { Pace } from '../../platform/pace.ts'

/** The orders and exposure changes of a decided batch as columns. The caller adds what only members' bets write. */
export async function gatherWrite(
  games: Pick<BatchGames, 'pay'>,
  decided: { readonly orders: readonly Order[]; readonly exposures: readonly ExposureChange[] },
  dayOf: (periodId: PeriodId) => string,
  balanceAfter: (orderId: bigint) => Money | null,
): Promise<BatchWrite> {
  const write = new BatchWrite()
  const pace = new Pace()
  for (const order of decided.orders) {
    if (pace.step()) await pace.rest()
    const day = dayOf(order.item.periodId)
    write.orders.add({ order, day, pay: games.pay(order), balanceAfter: balanceAfter(order.id) })
  }
  for (const { path, item, pankou, figures } of decided.exposures) {
    if (pace.step()) await pace.rest()
    const key = { periodId: item.periodId, path, play: item.playCode, item: item.itemCode, pankou }
    write.exposures.add(key, figures)
  }
  return write
}
