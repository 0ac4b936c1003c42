import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { autoConfigSet, manualConfigSet } from '@strata/contract/endpoints/replenishment'
import type { Order } from '@strata/domain/book/order'
import { type GameId, gameById, groupById, groupsOfGame } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import { formatMoney, type Money, money, parseMoney } from '@strata/domain/money'
import { type AutoSetting, overrideKey } from '@strata/domain/replenishment/seat'
import type { Caller } from '../access/caller.ts'
import { oncePerRequest } from '../access/requests.ts'
import { type LoggedChange, logChanges } from '../access/store-log.ts'
import { boardEvent } from '../book/board-version.ts'
import { itemAt } from '../book/catalogue-book.ts'
import {
  autoToJson,
  flyOutToJson,
  type HedgeSettings,
  limitsToJson,
  manualToJson,
  settingsOf,
  warningsToJson,
} from '../book/hedge-settings.ts'
import { hedgePeriods } from '../book/store-periods.ts'
import { row, type Tx } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { HEAD_PATH } from '../tree/snapshot.ts'
import { bumpConfig, bumpTerms } from '../tree/store.ts'
import { lockMerchant } from '../tree/store-snapshot.ts'
import { type HedgeDeps, passOver, privateSnapshot } from './hedge.ts'
import { type SettingsColumns, saveReplenishPankou, saveSettings } from './store.ts'

type AutoRequest = ParsedRequestOf<typeof autoConfigSet>
type ManualRequest = ParsedRequestOf<typeof manualConfigSet>
type Saved = ResponseOf<typeof autoConfigSet>

/** Whose settings a call means: the caller's own, or the head's rows of the merchant that it names. */
export interface Seat {
  readonly merchantId: number
  readonly pathId: number
  /** The merchant's path where the head speaks. */
  readonly target: number
}

export function seatOfCaller(caller: Caller, agentPathsId: number | undefined): Seat | Refusal {
  if (caller.role !== 0) {
    if (agentPathsId !== undefined && agentPathsId !== caller.path.id) return refuse('notFound')
    return { merchantId: caller.merchantId, pathId: caller.path.id, target: caller.path.id }
  }
  const named = agentPathsId === undefined ? undefined : caller.targets.get(agentPathsId)
  if (named?.role !== 1) return refuse('notFound')
  return { merchantId: named.merchantId, pathId: HEAD_PATH, target: named.id }
}

/** Whose book is sent from: the caller's own, or the head's part of the merchant that it names. */
export interface Sender {
  readonly merchantId: number
  readonly pathId: number
  readonly role: 0 | 1 | 2 | 3
  /** Merchant first, the path itself last; of the head nobody. */
  readonly lineage: readonly number[]
}

/** The head without a merchant has nothing that it could send. */
export function senderOfCaller(caller: Caller, agentPathsId: number | undefined): Sender | Refusal {
  if (caller.role === 0 && agentPathsId === undefined) return refuse('replenishmentRefused')
  const seat = seatOfCaller(caller, agentPathsId)
  if (seat instanceof Refusal) return seat
  const { merchantId, pathId } = seat
  const lineage = pathId === HEAD_PATH ? [] : caller.path.lineage
  return { merchantId, pathId, role: caller.role as Sender['role'], lineage }
}

export const amountOf = (text: string): Money => {
  const parsed = parseMoney(text, { maxDecimals: 2 })
  if (!parsed.ok) throw new Error(`amount ${text} passed the contract`)
  return money(parsed.value)
}
export const optionalAmount = (text: string | null): Money | null => (text === null ? null : amountOf(text))

type LimitInput = NonNullable<AutoRequest['acceptLimits']>
type AutoInput = NonNullable<AutoRequest['auto']>

const limitsOf = (input: LimitInput): ReadonlyMap<number, Money | null> =>
  new Map(input.map(({ groupId, limit }) => [groupId, optionalAmount(limit)]))

export const autoSettingOf = (auto: AutoInput[number], gameId: number): AutoSetting => ({
  enabled: auto.enabled,
  mode: auto.mode,
  holdLimit: optionalAmount(auto.holdLimit),
  unit: amountOf(auto.unit),
  maxLoss: optionalAmount(auto.maxLoss),
  items: new Map(
    auto.items.map(({ playCode, itemCode, holdLimit }) => {
      const code = itemAt(gameId, playCode, itemCode)?.code ?? itemCode
      return [overrideKey({ playCode, itemCode: code }), optionalAmount(holdLimit)]
    }),
  ),
})

const autoOf = (input: AutoInput, gameId: number): ReadonlyMap<number, AutoSetting> =>
  new Map(input.map((auto) => [auto.groupId, autoSettingOf(auto, gameId)]))

/** What is wrong with automatic settings of a game: no loss to hold to, items of another group. */
export function autoProblem(gameId: number, autos: AutoInput): Refusal | null {
  for (const auto of autos) {
    if (auto.mode === 'loss' && auto.enabled && auto.maxLoss === null) return refuse('badParameter')
    if (auto.items.some((item) => itemAt(gameId, item.playCode, item.itemCode)?.play.groupId !== auto.groupId))
      return refuse('unknownItem')
  }
  return null
}

function problemOf(seat: Seat, input: AutoRequest): Refusal | null {
  const { gameId } = input
  if (!gameById(gameId)) return refuse('notFound')
  const groups = new Set(groupsOfGame(gameId as GameId).map((group) => group.id))
  const named = [...(input.acceptLimits ?? []), ...(input.sendLimits ?? []), ...(input.auto ?? [])]
  if (named.some(({ groupId }) => !groups.has(groupId))) return refuse('notFound')
  for (const list of [input.acceptLimits, input.sendLimits, input.auto])
    if (list && new Set(list.map(({ groupId }) => groupId)).size !== list.length) return refuse('badParameter')
  const problem = autoProblem(gameId, input.auto ?? [])
  if (problem) return problem
  // The head sends nothing up: of the three only what it accepts is its to set.
  const sends = (input.sendLimits?.length ?? 0) + (input.auto?.length ?? 0) > 0
  return seat.pathId === HEAD_PATH && sends ? refuse('stateForbids') : null
}

const shown = (value: Money | null | undefined): string | null =>
  value === undefined ? null : value === null ? '不限' : formatMoney(value)

function limitChanges(
  field: string,
  label: string,
  before: ReadonlyMap<number, Money | null>,
  after: ReadonlyMap<number, Money | null>,
): LoggedChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((groupId) => {
    const [old, now] = [shown(before.get(groupId)), shown(after.get(groupId))]
    const name = groupById(groupId)?.name ?? String(groupId)
    return old === now ? [] : [{ field: `${field}.${groupId}`, label: `${name} ${label}`, before: old, after: now }]
  })
}

export const autoText = (auto: AutoSetting | undefined): string | null => {
  if (!auto) return null
  const how = auto.mode === 'stake' ? `控额 ${shown(auto.holdLimit)}` : `最大亏损 ${shown(auto.maxLoss)}`
  const items =
    auto.items.size === 0 ? '' : `，单项 ${[...auto.items].map(([key, limit]) => `${key} ${shown(limit)}`).join('、')}`
  return `${auto.enabled ? '启用' : '停用'}，${how}，单位 ${formatMoney(auto.unit)}${items}`
}

export const autoChanges = (before: HedgeSettings['auto'], after: HedgeSettings['auto']): LoggedChange[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((groupId) => {
    const [old, now] = [autoText(before.get(groupId)), autoText(after.get(groupId))]
    const name = groupById(groupId)?.name ?? String(groupId)
    return old === now ? [] : [{ field: `auto.${groupId}`, label: `${name} 自动补货`, before: old, after: now }]
  })

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
async function actAtOnce(tx: Tx, deps: HedgeDeps, seat: Seat, gameId: number): Promise<Saved['sent']> {
  const { config_version: version } = await row<{ config_version: bigint }>(
    tx,
    'select config_version from merchants where id = $1',
    [seat.merchantId],
  )
  const snapshot = await privateSnapshot(tx, seat.merchantId, version, [seat.pathId])
  const sent: Saved['sent'] = []
  for (const period of await hedgePeriods(tx, gameId, deps.clock())) {
    const orders = await passOver(tx, deps, snapshot, period, [seat.pathId])
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

/** Saves a seat's settings under the merchant's lock, logs what changed and acts at once on periods still open. */
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
  await tellBoards(tx, deps, seat, gameId)
  return { version: own + 1, sent }
}

/** auto-config/set: limits and automatic settings; lists that are left out stay as they are. */
export async function setAutoConfig(deps: HedgeDeps, caller: Caller, input: AutoRequest): Promise<Saved | Refusal> {
  const seat = seatOfCaller(caller, input.agentPathsId)
  if (seat instanceof Refusal) return seat
  const problem = problemOf(seat, input)
  if (problem) return problem
  const { requestId, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'auto-config/set', content, now: deps.clock() }
  return oncePerRequest<Saved>(deps.pool, key, (tx) =>
    saveSeat(tx, deps, caller, seat, { ...input, action: 'replenishmentAuto' }, (before) => {
      const accept = input.acceptLimits ? limitsOf(input.acceptLimits) : before.acceptLimits
      const send = input.sendLimits ? limitsOf(input.sendLimits) : before.sendLimits
      const auto = input.auto ? autoOf(input.auto, input.gameId) : before.auto
      return {
        columns: {
          acceptLimits: limitsToJson(accept),
          sendLimits: limitsToJson(send),
          auto: autoToJson(auto),
        },
        changes: [
          ...limitChanges('acceptLimits', '收货限额', before.acceptLimits, accept),
          ...limitChanges('sendLimits', '补出限额', before.sendLimits, send),
          ...autoChanges(before.auto, auto),
        ],
      }
    }),
  )
}

const manualChanges = (before: HedgeSettings['manual'], after: HedgeSettings['manual']): LoggedChange[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((groupId) => {
    const text = (of: HedgeSettings['manual']): string | null => {
      const manual = of.get(groupId)
      return manual ? `${manual.enabled ? '启用' : '停用'}，单位 ${formatMoney(manual.unit)}` : null
    }
    const name = groupById(groupId)?.name ?? String(groupId)
    const [old, now] = [text(before), text(after)]
    return old === now ? [] : [{ field: `manual.${groupId}`, label: `${name} 手动补货`, before: old, after: now }]
  })

/** manual-config/set: which groups may be replenished by hand, in what unit, and on which pankou. */
export async function setManualConfig(deps: HedgeDeps, caller: Caller, input: ManualRequest): Promise<Saved | Refusal> {
  const seat = seatOfCaller(caller, undefined)
  if (seat instanceof Refusal) return refuse('stateForbids')
  if (!gameById(input.gameId)) return refuse('notFound')
  const groups = new Set(groupsOfGame(input.gameId as GameId).map((group) => group.id))
  if (input.manual?.some(({ groupId }) => !groups.has(groupId))) return refuse('notFound')
  const { requestId, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'manual-config/set', content, now: deps.clock() }
  return oncePerRequest<Saved>(deps.pool, key, async (tx) => {
    const { merchantId, pathId } = seat
    const { replenishPankou: pankou, gameId } = input
    if (pankou !== undefined) {
      const version = await lockMerchant(tx, merchantId)
      const snapshot = await privateSnapshot(tx, merchantId, version, [pathId])
      if (!snapshot.terms(pathId, gameId)?.pankou.includes(pankou)) return refuse('beyondTerm')
    }
    const plan = (before: HedgeSettings): Plan => {
      const manual = input.manual
        ? new Map(input.manual.map(({ groupId, enabled, unit }) => [groupId, { enabled, unit: amountOf(unit) }]))
        : before.manual
      const changes = manualChanges(before.manual, manual)
      if (pankou !== undefined)
        changes.push({ field: 'replenishPankou', label: '补货盘口', before: null, after: pankou })
      return { columns: { manual: manualToJson(manual) }, changes }
    }
    return saveSeat(tx, deps, caller, seat, { ...input, action: 'replenishmentManual' }, plan, async () => {
      if (pankou === undefined) return
      await saveReplenishPankou(tx, merchantId, { pathId, gameId }, pankou)
      await bumpTerms(tx, merchantId, [pathId])
    })
  })
}
