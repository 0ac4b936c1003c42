import type { ResponseOf } from '@strata/contract/endpoint'
import type { autoConfigSet } from '@strata/contract/endpoints/replenishment'
import type { Order } from '@strata/domain/book/order'
import { itemName } from '@strata/domain/games/item'
import { formatMoney } from '@strata/domain/money'
import { type LoggedChange, logChanges } from '../../access/audit-log/store-log.ts'
import type { Caller } from '../../access/session/caller.ts'
import { boardEvent } from '../../book/boards/board-version.ts'
import { itemAt } from '../../book/open-games/catalogue-book.ts'
import { hedgePeriods } from '../../book/open-games/store-periods.ts'
import type { Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import {
  autoToJson,
  flyOutToJson,
  type HedgeSettings,
  limitsToJson,
  manualToJson,
  settingsOf,
  warningsToJson,
} from '../../settings/replenishment-settings.ts'
import { type SettingsColumns, saveSettings } from '../../settings/store-replenishment-settings.ts'
import { bumpConfig } from '../../tree/paths/store-merchants.ts'
import { lockMerchant, readConfigVersion } from '../../tree/snapshot/store-snapshot.ts'
import type { Seat } from '../hedge/caller-sender.ts'
import { type HedgeDeps, LATE, passOver, privateSnapshot } from '../hedge/open-hedge.ts'

export type Saved = ResponseOf<typeof autoConfigSet>

async function logChange(
  tx: Tx,
  caller: Caller,
  seat: Seat,
  made: { action: string; changes: readonly LoggedChange[]; targetName: string; now: number },
): Promise<void> {
  if (made.changes.length === 0) return
  await logChanges(tx, seat.merchantId, [
    {
      id: nextId(),
      at: made.now,
      operatorId: caller.account.id,
      operatorName: caller.account.name,
      pathId: seat.target,
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
    takerRoleId: order.kind === 'replenishment' ? order.takerRole : 10002,
  }
}

/** Acts at once on periods still open: the changed path's turns and those above it. Answers what was sent. */
async function actAtOnce(tx: Tx, deps: HedgeDeps, seat: Seat, gameId: number): Promise<Saved['sent'] | Refusal> {
  const version = await readConfigVersion(tx, seat.merchantId)
  const snapshot = await privateSnapshot(tx, seat.merchantId, version, [seat.pathId])
  const sent: Saved['sent'] = []
  for (const period of await hedgePeriods(tx, gameId, deps.clock())) {
    const orders = await passOver(tx, deps, snapshot, period, [seat.pathId])
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
async function tellBoards(tx: Tx, deps: HedgeDeps, { merchantId, pathId }: Seat, gameId: number): Promise<void> {
  const at = deps.clock()
  const moved = { merchantId, pathId, gameId, groupIds: [], batch: nextId(), at }
  for (const { periodId, periodNo } of await hedgePeriods(tx, gameId, at))
    tx.afterCommit(() => deps.live.publish(boardEvent({ ...moved, periodId, periodNo })))
}

const columnsOf = (settings: HedgeSettings): SettingsColumns => ({
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

/**
 * Saves a seat's settings under the merchant's lock, logs what changed and acts at once on periods still open. Refused whole
 * (`periodClosed`) when one of those ends meanwhile.
 */
export async function saveSeat(
  tx: Tx,
  deps: HedgeDeps,
  caller: Caller,
  seat: Seat,
  asked: { readonly gameId: number; readonly version: number | typeof ANY_VERSION; readonly action: string },
  plan: (before: HedgeSettings) => Plan | Promise<Plan | typeof NOTHING>,
  beside: () => Promise<void> = async () => {},
): Promise<Saved | Refusal> {
  const { gameId, action } = asked
  const version = await lockMerchant(tx, seat.merchantId)
  const snapshot = await privateSnapshot(tx, seat.merchantId, version, [seat.target])
  const before = settingsOf(snapshot, seat.pathId, gameId)
  const own = snapshot.settings(seat.pathId, gameId)?.gameId === gameId ? before.version : 0
  if (asked.version !== ANY_VERSION && asked.version !== own) return refuse('changed')
  const planned = await plan(before)
  if (planned === NOTHING) return { version: own, sent: [] }
  const { columns, changes } = planned
  // A first row of a game takes along what its default row said.
  const all = { ...columnsOf(before), ...columns }
  await saveSettings(tx, seat.merchantId, { pathId: seat.pathId, gameId, version: own + 1 }, all)
  await beside()
  await bumpConfig(tx, seat.merchantId)
  const targetName = snapshot.path(seat.target)?.name ?? ''
  await logChange(tx, caller, seat, { action, changes, targetName, now: deps.clock() })
  const sent = await actAtOnce(tx, deps, seat, gameId)
  if (sent instanceof Refusal) return sent
  await tellBoards(tx, deps, seat, gameId)
  return { version: own + 1, sent }
}
