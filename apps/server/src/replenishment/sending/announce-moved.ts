import type { Order } from '@strata/domain/book/order'
import type { GameId, GroupId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { formatMoney } from '@strata/domain/money'
import type { ExposureChange } from '@strata/domain/replenishment/book-state'
import { boardEvent } from '../../book/boards.ts'
import type { LiveHub } from '../../platform/live.ts'

interface Moved {
  readonly gameId: GameId
  readonly periodNo: string
  readonly path: PathId
  readonly groups: Set<GroupId>
}

function announceBoards(
  live: Pick<LiveHub, 'publish'>,
  at: { merchantId: MerchantId; batch: bigint; now: number },
  changes: readonly ExposureChange[],
): void {
  const byPeriod = new Map<PeriodId, Map<PathId, Moved>>()
  for (const { path, item } of changes) {
    const byPath = byPeriod.get(item.periodId) ?? new Map<PathId, Moved>()
    byPeriod.set(item.periodId, byPath)
    const known = byPath.get(path)
    if (known) known.groups.add(item.groupId)
    else byPath.set(path, { gameId: item.gameId, periodNo: item.periodNo, path, groups: new Set([item.groupId]) })
  }
  const { merchantId, batch, now } = at
  for (const [periodId, byPath] of byPeriod) {
    for (const { path, gameId, periodNo, groups } of byPath.values()) {
      const moved = { merchantId, pathId: path, periodId, gameId, periodNo, groupIds: [...groups], batch, at: now }
      live.publish(boardEvent(moved))
    }
  }
}

/** Notifies the boards of every holder of a batch, and sender and taker of each replenishment. Only after commit. */
export function announce(
  live: Pick<LiveHub, 'publish'>,
  at: { readonly merchantId: MerchantId; readonly batch: bigint; readonly now: number },
  decided: { readonly orders: readonly Order[]; readonly exposures: readonly ExposureChange[] },
): void {
  announceBoards(live, at, decided.exposures)
  for (const order of decided.orders) {
    if (order.kind === 'member') continue
    const { gameId, periodNo } = order.item
    const tell = (pathId: PathId, direction: 'in' | 'out'): void => {
      const data = {
        pathId,
        gameId,
        periodNo,
        kind: order.kind,
        count: 1,
        amount: formatMoney(order.stake),
        direction,
        at: at.now,
      }
      live.publish({ type: 'order', merchantId: at.merchantId, key: `${order.id} ${direction}`, data })
    }
    tell(order.bettor, 'out')
    if (order.kind === 'replenishment') tell(order.taker, 'in')
  }
}
