import type { ResponseOf } from '@strata/contract/endpoint'
import type { autoConfigSet } from '@strata/contract/endpoints/replenishment'
import type { Order } from '@strata/domain/book/order'
import { itemName } from '@strata/domain/games/item'
import type { GameId } from '@strata/domain/ids'
import { formatMoney } from '@strata/domain/money'
import { ROLE } from '@strata/domain/tree'
import { type LoggedChange, logAction } from '../../access/audit-log.ts'
import type { Caller } from '../../access/session.ts'
import { boardEvent } from '../../book/boards.ts'
import { itemAt } from '../../book/open-games.ts'
import { replenishablePeriods } from '../../games/periods.ts'
import type { Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import {
  changeReplenishment,
  type ReplenishmentSettings,
  type ReplenishmentValues,
  settingsOf,
} from '../../settings/replenishment-settings.ts'
import { lockMerchant, outdateSnapshots, readConfigVersion } from '../../tree/merchants.ts'
import type { SettingsOwner } from '../sending/caller-sender.ts'
import { LATE, passOver, privateSnapshot, type ReplenishmentDeps } from '../sending/open-replenishment.ts'

export type Saved = ResponseOf<typeof autoConfigSet>

const sentOf = (order: Order): Saved['sent'][number] => {
  const { gameId, periodNo, playCode, itemCode } = order.item
  const item = itemAt(gameId, playCode, itemCode)
  return {
    orderNo: String(order.id),
    gameId,
    periodNo,
    playCode,
    itemCode,
    itemName: item ? itemName(item.play, itemCode) : itemCode,
    amount: formatMoney(order.stake),
    kind: order.kind === 'flyout' ? 'flyout' : 'replenishment',
    takerRoleId: order.kind === 'replenishment' ? order.takerRole : ROLE.flyOrder,
  }
}

/**
 * Applies new settings at once on open periods: runs the automatic of the path and of those above it. Returns the
 * orders.
 */
async function actAtOnce(
  tx: Tx,
  deps: ReplenishmentDeps,
  owner: SettingsOwner,
  gameId: GameId,
): Promise<Saved['sent'] | Refusal> {
  const version = await readConfigVersion(tx, owner.merchantId)
  const snapshot = await privateSnapshot(tx, owner.merchantId, version, [owner.pathId])
  const sent: Saved['sent'] = []
  for (const period of await replenishablePeriods(tx, gameId, deps.clock())) {
    const orders = await passOver(tx, deps, snapshot, period, [owner.pathId])
    if (orders === LATE) return refuse('periodClosed')
    sent.push(...orders.map(sentOf))
  }
  return sent
}

export interface Plan {
  readonly values: Partial<ReplenishmentValues>
  readonly changes: readonly LoggedChange[]
}

/** Notifies the path's boards, because they show its limits and lines. */
async function tellBoards(
  tx: Tx,
  deps: ReplenishmentDeps,
  { merchantId, pathId }: SettingsOwner,
  gameId: GameId,
): Promise<void> {
  const at = deps.clock()
  const moved = { merchantId, pathId, gameId, groupIds: [], batch: nextId(), at }
  for (const { periodId, periodNo } of await replenishablePeriods(tx, gameId, at))
    tx.afterCommit(() => deps.live.publish(boardEvent({ ...moved, periodId, periodNo })))
}

/** The version of a change that does not depend on what was saved before. */
export const ANY_VERSION = 'any'
/** Returned by a plan that has nothing to change. */
export const NOTHING = 'nothing'

interface SettingsChange {
  readonly gameId: GameId
  readonly version: number | typeof ANY_VERSION
  readonly action: string
  readonly plan: (before: ReplenishmentSettings) => Plan | Promise<Plan | typeof NOTHING>
}

/**
 * Saves an owner's settings under the merchant's lock, logs the changes and applies them at once on open periods.
 * Everything is refused (`periodClosed`) when one of these periods closes meanwhile.
 */
export async function saveOwnSettings(
  tx: Tx,
  deps: ReplenishmentDeps,
  caller: Caller,
  owner: SettingsOwner,
  change: SettingsChange,
): Promise<Saved | Refusal> {
  const { gameId, action } = change
  const version = await lockMerchant(tx, owner.merchantId)
  const snapshot = await privateSnapshot(tx, owner.merchantId, version, [owner.target])
  const before = settingsOf(snapshot, owner.pathId, gameId)
  const own = snapshot.settings(owner.pathId, gameId)?.gameId === gameId ? before.version : 0
  if (change.version !== ANY_VERSION && change.version !== own)
    return refuse('changed', {}, { version: own, asked: change.version })
  const planned = await change.plan(before)
  if (planned === NOTHING) return { version: own, sent: [] }
  const { merchantId, pathId } = owner
  const { values, changes } = planned
  const saved = await changeReplenishment(tx, { merchantId, pathId, gameId, version: own }, before, values)
  await outdateSnapshots(tx, merchantId)
  const targetName = snapshot.path(owner.target)?.name ?? ''
  const about = { merchantId, pathId: owner.target, targetName }
  await logAction(tx, caller, { ...about, action, changes }, deps.clock())
  const sent = await actAtOnce(tx, deps, owner, gameId)
  if (sent instanceof Refusal) return sent
  await tellBoards(tx, deps, owner, gameId)
  return { version: saved, sent }
}
