import { createHash } from 'node:crypto'
import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { manualBet } from '@strata/contract/endpoints/replenishment'
import type { ReplenishmentReason } from '@strata/contract/errors'
import type { ItemRef, Order } from '@strata/domain/book/order'
import { formatQuote } from '@strata/domain/games/price'
import type { PathId } from '@strata/domain/ids'
import { formatMoney, type Money, money, parseMoney } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { automaticAfter } from '@strata/domain/replenishment/automatic'
import type { BookState } from '@strata/domain/replenishment/book-state'
import { mayReplenish, placeManual } from '@strata/domain/replenishment/manual'
import { type SendRefusal, type Sent, sendPrice } from '@strata/domain/replenishment/send'
import type { SenderTerms } from '@strata/domain/replenishment/sender-terms'
import { isLeased } from '@strata/domain/tree/lease'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import { itemAt } from '../../book/open-games.ts'
import { periodByNumber } from '../../games/periods.ts'
import { businessDay } from '../../platform/business-day.ts'
import { runTx, type Tx } from '../../platform/db.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { settingsOf } from '../../settings/replenishment-settings.ts'
import { lockMerchantRules } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import type { SnapshotCache } from '../../tree/snapshot.ts'
import { type Sender, senderOfCaller } from '../sending/caller-sender.ts'
import {
  itemRefOf,
  LATE,
  type OpenReplenishment,
  openReplenishment,
  type ReplenishmentDeps,
  upwardOf,
  writeReplenishments,
} from '../sending/open-replenishment.ts'
import { senderTermsOf } from '../sending/sender-terms.ts'

type Request = ParsedRequestOf<typeof manualBet>
type Answer = ResponseOf<typeof manualBet>
type Result = Answer['results'][number]

export interface ManualDeps extends ReplenishmentDeps {
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
  noPrice: 'notOnSale',
  flyOutNotAllowed: 'flyoutOff',
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

/** Refusal by the manual settings of the item's group: it is off, or the amount is not a multiple of the unit. */
function unitProblem(
  replenishment: OpenReplenishment,
  pathId: PathId,
  { item, amount }: Wish,
  at: number,
): Refusal | null {
  const manual = settingsOf(replenishment.snapshot, pathId, item.gameId).manual.get(item.groupId)
  if (!manual) return null
  if (!manual.enabled) return refuse('replenishmentRefused')
  if (amount % manual.unit === 0n) return null
  return badField(`orders.${at}.amount`, `金额须为手动单位${formatMoney(manual.unit)}的倍数`)
}

/** Sends each wish in order. After each, the automatic of the ancestors runs before the next. */
function sendAll(replenishment: OpenReplenishment, book: BookState, pathId: PathId, wishes: readonly Wish[]): Sent[] {
  const { world } = replenishment
  return wishes.flatMap((wish) => {
    const terms = world.sender(pathId, wish.item.gameId, wish.item.groupId)
    if (!terms) throw new Error(`no terms for path ${pathId}`)
    const sent = placeManual({ world, book, sender: terms, orders: [wish] })
    for (const { orders } of sent) for (const order of orders) automaticAfter({ world, book }, order)
    return sent
  })
}

/** The sender's price of an item; for a fly-out that of the outside book. */
function quoteOf(
  replenishment: OpenReplenishment,
  terms: SenderTerms | null,
  item: ItemRef,
): string | Readonly<Record<string, string>> {
  const play = itemAt(item.gameId, item.playCode, item.itemCode)?.play
  const price = terms && play && sendPrice(replenishment.world, terms, item)
  return price ? formatQuote(play, item.itemCode, price.odds) : '0'
}

function resultOf(
  replenishment: OpenReplenishment,
  pathId: PathId,
  { item, amount }: Wish,
  sent: Sent,
  placed: boolean,
): Result {
  const terms = senderTermsOf(replenishment.snapshot, pathId, item.gameId, item.groupId)
  const result: Result = {
    playCode: item.playCode,
    itemCode: item.itemCode,
    requested: formatMoney(amount),
    // Takers are above the sender, which may see only their role. What is neither taken nor refused flew out.
    takes: sent.takes.map((take) => ({ roleId: take.role, amount: formatMoney(take.amount) })),
    refused: formatMoney(sent.refused),
    odds: quoteOf(replenishment, terms, item),
    orderNos: placed ? sent.orders.map((order: Order) => String(order.id)) : [],
  }
  return sent.reason === null ? result : { ...result, reason: REASONS[sent.reason] }
}

/** A digest of a preview. Sending checks that it still holds. */
const versionOf = (results: readonly Result[]): string => {
  const shown = results.map(({ orderNos: _orderNos, ...rest }) => rest)
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

async function open(
  tx: Tx,
  deps: ManualDeps,
  { merchantId, pathId, lineage }: Sender,
  input: Request,
): Promise<{ replenishment: OpenReplenishment; wishes: Wish[] } | Refusal> {
  const period = await periodByNumber(tx, input.gameId, input.periodNo)
  if (!period) return refuse('notFound')
  const wishes: Wish[] = []
  for (const { playCode, itemCode, amount } of input.orders) {
    const item = itemRefOf(period, playCode, itemCode)
    if (!item) return refuse('unknownItem')
    wishes.push({ item, amount: amountOf(amount) })
  }
  const { configVersion: version, lease } = await lockMerchantRules(tx, merchantId)
  if (!isLeased(lease, businessDay(deps.clock()))) return refuse('leaseOver')
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
  const replenishment = await openReplenishment(tx, deps, snapshot, period, wanted)
  if (!replenishment) return refuse('periodClosed')
  if (replenishment.games.maintenance(input.gameId)) return refuse('maintenance')
  for (const [at, wish] of wishes.entries()) {
    const problem = unitProblem(replenishment, pathId, wish, at)
    if (problem) return problem
  }
  return { replenishment, wishes }
}

async function preview(tx: Tx, deps: ManualDeps, sender: Sender, input: Request): Promise<Answer | Refusal> {
  const opened = await open(tx, deps, sender, input)
  if (opened instanceof Refusal) return opened
  const { replenishment, wishes } = opened
  return previewOf(replenishment, sender.pathId, wishes)
}

function previewOf(replenishment: OpenReplenishment, pathId: PathId, wishes: readonly Wish[]): Answer {
  const sent = sendAll(replenishment, replenishment.book.fork(), pathId, wishes)
  const results = wishes.map((wish, index) =>
    resultOf(replenishment, pathId, wish, must(sent[index], 'the answer of a wish'), false),
  )
  return { version: versionOf(results), results }
}

async function place(tx: Tx, deps: ManualDeps, sender: Sender, input: Request): Promise<Answer | Refusal> {
  const opened = await open(tx, deps, sender, input)
  if (opened instanceof Refusal) return opened
  const { replenishment, wishes } = opened
  const { pathId } = sender
  if (input.version !== undefined) {
    const now = previewOf(replenishment, pathId, wishes)
    if (now.version !== input.version) return refuse('changed', {}, now)
  }
  const sent = sendAll(replenishment, replenishment.book, pathId, wishes)
  const results = wishes.map((wish, index) =>
    resultOf(replenishment, pathId, wish, must(sent[index], 'the answer of a wish'), true),
  )
  if ((await writeReplenishments(tx, deps, replenishment)) === LATE) return refuse('periodClosed')
  return { version: versionOf(results), results }
}

/** manual/bet: previews or sends. Idempotent by requestId. The head flies out of a merchant's book. */
export async function manualBetCall(deps: ManualDeps, caller: Caller, input: Request): Promise<Answer | Refusal> {
  const sender = senderOfCaller(caller, input.agentPathsId)
  if (sender instanceof Refusal) return sender
  if (input.preview) return runTx(deps.pool, {}, (tx) => preview(tx, deps, sender, input))
  const { requestId, version: _version, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'manual/bet', content, now: deps.clock() }
  return oncePerRequest<Answer>(deps.pool, key, (tx) => place(tx, deps, sender, input))
}
