import type { ResponseOf } from '@strata/contract/endpoint'
import type { autoConfigSet } from '@strata/contract/endpoints/replenishment'
import type { Order } from '@strata/domain/book/order'
import { itemName } from '@strata/domain/games/item'
import { formatMoney } from '@strata/domain/money'
import { ROLE } from '@strata/domain/tree'
import { type LoggedChange, logChanges } from '../../access/audit-log/store-log.ts'
import type { Caller } from '../../access/session/caller.ts'
import { boardEvent } from '../../book/boards/board-version.ts'
import { itemAt } from '../../book/open-games/catalogue-book.ts'
import { replenishablePeriods } from '../../book/open-games/store-periods.ts'
import type { Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import {
  autoToJson,
  flyOutToJson,
  limitsToJson,
  manualToJson,
  type ReplenishmentSettings,
  settingsOf,
  warningsToJson,
} from '../../settings/replenishment-settings.ts'
import { type SettingsColumns, saveSettings } from '../../settings/store-replenishment-settings.ts'
import { bumpConfig } from '../../tree/paths/store-merchants.ts'
import { lockMerchant, readConfigVersion } from '../../tree/snapshot/store-snapshot.ts'
import type { SettingsOwner } from '../sending/caller-sender.ts'
import { LATE, passOver, privateSnapshot, type ReplenishmentDeps } from '../sending/open-replenishment.ts'

export type Saved = ResponseOf<typeof autoConfigSet>

async function logChange(
  tx: Tx,
  caller: Caller,
  owner: SettingsOwner,
  made: { action: string; changes: readonly LoggedChange[]; targetName: string; now: number },
): Promise<void> {
  if (made.changes.length === 0) return
  await logChanges(tx, owner.merchantId, [
    {
      id: nextId(),
      at: made.now,
      operatorId: caller.account.id,
      operatorName: caller.account.name,
      pathId: owner.target,
      targetName: made.targetName,
      action: made.action,
      changes: made.changes,
      ip: caller.ip,
    },
  ])
}

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

/** Acts at once on periods still open: the changed path's turns and those above it. Answers what was sent. */
async function actAtOnce(
  tx: Tx,
  deps: ReplenishmentDeps,
  owner: SettingsOwner,
  gameId: number,
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
  readonly columns: Partial<SettingsColumns>
  readonly changes: readonly LoggedChange[]
}

/** Boards of the path show its limits and lines: they look again. */
async function tellBoards(
  tx: Tx,
  deps: ReplenishmentDeps,
  { merchantId, pathId }: SettingsOwner,
  gameId: number,
): Promise<void> {
  const at = deps.clock()
  const moved = { merchantId, pathId, gameId, groupIds: [], batch: nextId(), at }
  for (const { periodId, periodNo } of await replenishablePeriods(tx, gameId, at))
    tx.afterCommit(() => deps.live.publish(boardEvent({ ...moved, periodId, periodNo })))
}

const columnsOf = (settings: ReplenishmentSettings): SettingsColumns => ({
  acceptLimits: limitsToJson(settings.acceptLimits),
  sendLimits: limitsToJson(settings.sendLimits),
  auto: autoToJson(settings.auto),
  manual: manualToJson(settings.manual),
  flyOut: flyOutToJson(settings.flyOut),
  warnings: warningsToJson(settings.warnings),
})

/** For a change that holds whatever was saved before it. */
export const ANY_VERSION = 'any'
/** Answered by a plan that finds everything as it is wanted. */
export const NOTHING = 'nothing'

interface SettingsChange {
  readonly gameId: number
  readonly version: number | typeof ANY_VERSION
  readonly action: string
  readonly plan: (before: ReplenishmentSettings) => Plan | Promise<Plan | typeof NOTHING>
  /** What is saved with the settings, under the same lock. */
  readonly beside?: () => Promise<void>
}

/**
 * Saves an owner's settings under the merchant's lock, logs what changed and acts at once on periods still open. Refused whole
 * (`periodClosed`) when one of those ends meanwhile.
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
  if (change.version !== ANY_VERSION && change.version !== own) return refuse('changed')
  const planned = await change.plan(before)
  if (planned === NOTHING) return { version: own, sent: [] }
  const { columns, changes } = planned
  // A first row of a game takes along what its default row said.
  const all = { ...columnsOf(before), ...columns }
  await saveSettings(tx, owner.merchantId, { pathId: owner.pathId, gameId, version: own + 1 }, all)
  await change.beside?.()
  await bumpConfig(tx, owner.merchantId)
  const targetName = snapshot.path(owner.target)?.name ?? ''
  await logChange(tx, caller, owner, { action, changes, targetName, now: deps.clock() })
  const sent = await actAtOnce(tx, deps, owner, gameId)
  if (sent instanceof Refusal) return sent
  await tellBoards(tx, deps, owner, gameId)
  return { version: own + 1, sent }
}
