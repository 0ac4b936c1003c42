import type { Order } from '@strata/domain/book/order'
import { formatMoney } from '@strata/domain/money'
import type { ExposureChange } from '@strata/domain/replenishment/book-state'
import { boardEvent } from '../../book/boards/board-version.ts'
import type { LiveHub } from '../../platform/live.ts'

interface Moved {
  readonly gameId: number
  readonly periodNo: string
  readonly path: number
  readonly groups: Set<number>
}

function announceBoards(
  live: Pick<LiveHub, 'publish'>,
  at: { merchantId: number; batch: bigint; now: number },
  changes: readonly ExposureChange[],
): void {
  const byPeriod = new Map<number, Map<number, Moved>>()
  for (const { path, item } of changes) {
    const byPath = byPeriod.get(item.periodId) ?? new Map<number, Moved>()
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

/** Tells the boards of every holder that a batch moved, and sender and taker of each replenishment. After commit only. */
export function announce(
  live: Pick<LiveHub, 'publish'>,
  at: { readonly merchantId: number; readonly batch: bigint; readonly now: number },
  decided: { readonly orders: readonly Order[]; readonly exposures: readonly ExposureChange[] },
): void {
  announceBoards(live, at, decided.exposures)
  for (const order of decided.orders) {
    if (order.kind === 'member') continue
    const { gameId, periodNo } = order.item
    const tell = (pathId: number, direction: 'in' | 'out'): void => {
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
