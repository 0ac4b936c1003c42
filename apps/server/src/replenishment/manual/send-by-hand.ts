import { createHash } from 'node:crypto'
import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { manualBet } from '@strata/contract/endpoints/replenishment'
import type { ReplenishmentReason } from '@strata/contract/errors'
import type { ItemRef, Order } from '@strata/domain/book/order'
import { formatQuote } from '@strata/domain/games/price'
import { formatMoney, type Money, money, parseMoney } from '@strata/domain/money'
import { automaticAfter } from '@strata/domain/replenishment/automatic'
import type { BookState } from '@strata/domain/replenishment/book-state'
import { mayReplenish, placeManual } from '@strata/domain/replenishment/manual'
import type { HedgeSeat } from '@strata/domain/replenishment/seat'
import { type SendRefusal, type Sent, sendPrice } from '@strata/domain/replenishment/send'
import type { Caller } from '../../access/session/caller.ts'
import { oncePerRequest } from '../../access/session/once-per-request.ts'
import { itemAt } from '../../book/open-games/catalogue-book.ts'
import { findPeriod } from '../../book/open-games/store-periods.ts'
import { runTx, type Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { settingsOf } from '../../settings/replenishment-settings.ts'
import { HEAD_PATH, type SnapshotCache } from '../../tree/snapshot/merchant-snapshot.ts'
import { lockMerchant } from '../../tree/snapshot/store-snapshot.ts'
import { type Sender, senderOfCaller } from '../hedge/caller-sender.ts'
import { seatOf } from '../hedge/hedge-seats.ts'
import {
  type HedgeDeps,
  itemRefOf,
  LATE,
  type OpenHedge,
  openHedge,
  upwardOf,
  writeHedge,
} from '../hedge/open-hedge.ts'

type Request = ParsedRequestOf<typeof manualBet>
type Answer = ResponseOf<typeof manualBet>
type Result = Answer['results'][number]

export interface ManualDeps extends HedgeDeps {
  readonly snapshots: SnapshotCache
}

export const REASONS = {
  maxFill: 'maxFill',
  forbidden: 'forbidden',
  flyoutOnly: 'flyoutOnly',
  acceptLimit: 'acceptLimit',
  sendLimit: 'sendLimit',
  top: 'top',
  overNet: 'aboveNet',
  noPrice: 'forbidden',
  flyoutNotAllowed: 'flyoutOff',
  flyoutLimit: 'flyoutLimit',
} as const satisfies Record<SendRefusal, ReplenishmentReason>

interface Wish {
  readonly item: ItemRef
  readonly amount: Money
}

const amountOf = (text: string): Money => {
  const parsed = parseMoney(text, { maxDecimals: 2 })
  if (!parsed.ok) throw new Error(`amount ${text} passed the contract`)
  return money(parsed.value)
}

/** The path's manual settings of the item's group: off, or an amount that is not in its unit. */
function unitProblem(hedge: OpenHedge, pathId: number, { item, amount }: Wish): Refusal | null {
  const manual = settingsOf(hedge.snapshot, pathId, item.gameId).manual.get(item.groupId)
  if (!manual) return null
  if (!manual.enabled) return refuse('replenishmentRefused')
  return amount % manual.unit === 0n ? null : refuse('badParameter')
}

/** Sends each wish in order; after each what it gave to ancestors may move on by itself before the next. */
function sendAll(hedge: OpenHedge, book: BookState, pathId: number, wishes: readonly Wish[]): Sent[] {
  const { world } = hedge
  return wishes.flatMap((wish) => {
    const seat = world.seat(pathId, wish.item.gameId, wish.item.groupId)
    if (!seat) throw new Error(`no seat for path ${pathId}`)
    const sent = placeManual({ world, book, seat, orders: [wish] })
    for (const { orders } of sent) for (const order of orders) automaticAfter({ world, book }, order)
    return sent
  })
}

/** What the sender's price of an item is: of a fly-out the outside book's. */
function quoteOf(hedge: OpenHedge, seat: HedgeSeat | null, item: ItemRef): string | Readonly<Record<string, string>> {
  const play = itemAt(item.gameId, item.playCode, item.itemCode)?.play
  const price = seat && play && sendPrice(hedge.world, seat, item)
  return price ? formatQuote(play, item.itemCode, price.odds) : '0'
}

function resultOf(hedge: OpenHedge, pathId: number, { item, amount }: Wish, sent: Sent, placed: boolean): Result {
  const seat = seatOf(hedge.snapshot, pathId, item.gameId, item.groupId)
  const result: Result = {
    playCode: item.playCode,
    itemCode: item.itemCode,
    requested: formatMoney(amount),
    // Takers stand above the sender: of them only the role is its to know. What is neither taken nor refused flew out.
    takes: sent.takes.map((take) => ({ roleId: take.role, amount: formatMoney(take.amount) })),
    refused: formatMoney(sent.refused),
    odds: quoteOf(hedge, seat, item),
    orderNos: placed ? sent.orders.map((order: Order) => String(order.id)) : [],
  }
  return sent.reason === null ? result : { ...result, reason: REASONS[sent.reason] }
}

/** What a preview showed, as one text: sending checks that it still holds. */
const versionOf = (results: readonly Result[]): string => {
  const shown = results.map(({ orderNos: _orderNos, ...rest }) => rest)
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

async function open(
  tx: Tx,
  deps: ManualDeps,
  { merchantId, pathId, lineage }: Sender,
  input: Request,
): Promise<{ hedge: OpenHedge; wishes: Wish[] } | Refusal> {
  const period = await findPeriod(tx, input.gameId, input.periodNo)
  if (!period) return refuse('notFound')
  const wishes: Wish[] = []
  for (const { playCode, itemCode, amount } of input.orders) {
    const item = itemRefOf(period, playCode, itemCode)
    if (!item) return refuse('unknownItem')
    wishes.push({ item, amount: amountOf(amount) })
  }
  const version = await lockMerchant(tx, merchantId)
  if (!mayReplenish(period, deps.clock())) return refuse('periodClosed')
  const snapshot = await deps.snapshots.locked(tx, merchantId, version, { ids: [pathId] })
  if (pathId !== HEAD_PATH && snapshot.path(pathId)?.status !== 1) return refuse('frozen')
  const wanted = wishes.flatMap(({ item }) =>
    upwardOf(lineage).map((holder) => ({
      periodId: period.periodId,
      path: holder,
      play: item.playCode,
      item: item.itemCode,
    })),
  )
  const hedge = await openHedge(tx, deps, snapshot, period, wanted)
  if (!hedge) return refuse('periodClosed')
  if (hedge.games.maintenance(input.gameId)) return refuse('maintenance')
  for (const wish of wishes) {
    const problem = unitProblem(hedge, pathId, wish)
    if (problem) return problem
  }
  return { hedge, wishes }
}

async function preview(tx: Tx, deps: ManualDeps, sender: Sender, input: Request): Promise<Answer | Refusal> {
  const opened = await open(tx, deps, sender, input)
  if (opened instanceof Refusal) return opened
  const { hedge, wishes } = opened
  return previewOf(hedge, sender.pathId, wishes)
}

function previewOf(hedge: OpenHedge, pathId: number, wishes: readonly Wish[]): Answer {
  const sent = sendAll(hedge, hedge.book.fork(), pathId, wishes)
  const results = wishes.map((wish, index) => resultOf(hedge, pathId, wish, sent[index] as Sent, false))
  return { version: versionOf(results), results }
}

async function place(tx: Tx, deps: ManualDeps, sender: Sender, input: Request): Promise<Answer | Refusal> {
  const opened = await open(tx, deps, sender, input)
  if (opened instanceof Refusal) return opened
  const { hedge, wishes } = opened
  const { pathId } = sender
  if (input.version !== undefined) {
    const now = previewOf(hedge, pathId, wishes)
    if (now.version !== input.version) return refuse('changed', {}, now)
  }
  const sent = sendAll(hedge, hedge.book, pathId, wishes)
  const results = wishes.map((wish, index) => resultOf(hedge, pathId, wish, sent[index] as Sent, true))
  if ((await writeHedge(tx, deps, hedge)) === LATE) return refuse('periodClosed')
  return { version: versionOf(results), results }
}

/** manual/bet: what each ancestor would take, or does. Idempotent by requestId; the head flies out of a merchant's book. */
export async function manualBetCall(deps: ManualDeps, caller: Caller, input: Request): Promise<Answer | Refusal> {
  const sender = senderOfCaller(caller, input.agentPathsId)
  if (sender instanceof Refusal) return sender
  if (input.preview) return runTx(deps.pool, {}, (tx) => preview(tx, deps, sender, input))
  const { requestId, version: _version, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'manual/bet', content, now: deps.clock() }
  return oncePerRequest<Answer>(deps.pool, key, (tx) => place(tx, deps, sender, input))
}
