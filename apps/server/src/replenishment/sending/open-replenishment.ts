import { mayStillCommit } from '@strata/domain/book/intake'
import type { ItemRef, Order } from '@strata/domain/book/order'
import type { MerchantId, PathId } from '@strata/domain/ids'
import { automaticPass } from '@strata/domain/replenishment/automatic'
import { type BookState, openBook } from '@strata/domain/replenishment/book-state'
import type { ReplenishmentWorld } from '@strata/domain/replenishment/sender-terms'
import {
  type HolderItem,
  holderItemKey,
  readHolderItems,
  readTouched,
  type TouchedItem,
  writeBatch,
} from '../../book/exposures.ts'
import { type BatchGames, itemAt, type OpenGames, sharePeriods } from '../../book/open-games.ts'
import type { Period } from '../../games/periods.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Pool, Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import type { LiveHub } from '../../platform/live.ts'
import { isMerchantLeased } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { type MerchantSnapshot, SnapshotCache } from '../../tree/snapshot.ts'
import { insertFlyOuts, pauseKey, readPaused } from '../fly-out/store-fly-outs.ts'
import { announce } from './announce-moved.ts'
import { gatherWrite } from './gather-write.ts'
import { flyOutAccountOf, senderTermsOf } from './sender-terms.ts'

export interface ReplenishmentDeps {
  readonly pool: Pool
  readonly live: LiveHub
  readonly clock: Clock
  readonly openGames: OpenGames
  /**
   * Called after commit with a merchant that has fly-outs to deliver. Without it the sweep finds them a moment later.
   */
  readonly onFlyOut?: (merchantId: MerchantId) => void
}

/** One merchant's book of one period, opened for sending under the merchant's lock. */
export interface OpenReplenishment {
  readonly merchantId: MerchantId
  readonly period: Period
  readonly snapshot: MerchantSnapshot
  readonly games: BatchGames
  readonly world: ReplenishmentWorld
  readonly book: BookState
}

/** Path ids of a path and of everything above it, including the head. */
export const upwardOf = (lineage: readonly PathId[]): PathId[] => [...lineage, HEAD_PATH]

/**
 * A snapshot for a transaction that has itself changed terms or settings. It is not shared, because it reads
 * uncommitted rows.
 */
export const privateSnapshot = (
  tx: Tx,
  merchantId: MerchantId,
  version: bigint,
  ids: readonly PathId[],
): Promise<MerchantSnapshot> => new SnapshotCache().locked(tx, merchantId, version, { ids })

/** Opens the book of a period for these holders' items. Null: the period is already settled. */
export async function openReplenishment(
  tx: Tx,
  deps: ReplenishmentDeps,
  snapshot: MerchantSnapshot,
  period: Period,
  items: readonly HolderItem[],
): Promise<OpenReplenishment | null> {
  const { merchantId } = snapshot
  const taken = await sharePeriods(tx, merchantId, [period])
  if (taken.size > 0) return null
  const games = await deps.openGames(tx, merchantId, [period])
  const flights = items.flatMap((at) => {
    const groupId = itemRefOf(period, at.play, at.item)?.groupId
    const flyOutAccount = groupId === undefined ? null : flyOutAccountOf(snapshot, at.path, period.gameId, groupId)
    return flyOutAccount === null ? [] : [{ owner: at.path, to: { ...at, path: flyOutAccount } }]
  })
  const stored = await readHolderItems(tx, merchantId, [...items, ...flights.map(({ to }) => to)])
  const owners = [...new Set(flights.map(({ owner }) => owner))]
  const paused = await readPaused(tx, merchantId, owners, deps.clock())
  const book = openBook((path, item) =>
    stored.get(holderItemKey({ path, periodId: item.periodId, play: item.playCode, item: item.itemCode })),
  )
  const world: ReplenishmentWorld = {
    sender: (path, gameId, groupId) => senderTermsOf(snapshot, path, gameId, groupId) ?? undefined,
    games: games.book,
    nextOrderId: nextId,
    flyOutPaused: (path, item) =>
      paused.has(pauseKey({ owner: path, periodId: item.periodId, play: item.playCode, item: item.itemCode })),
  }
  return { merchantId, period, snapshot, games, world, book }
}

/** An item of a period in the form that orders use. */
export function itemRefOf(period: Period, play: string, code: string): ItemRef | null {
  const item = itemAt(period.gameId, play, code)
  if (!item) return null
  const { periodId, gameId, periodNo } = period
  return { periodId, gameId, periodNo, groupId: item.play.groupId, playCode: play, itemCode: item.code }
}

/** The clock passed `hedgeCloseAt` while the orders were written. The transaction must roll back. */
export const LATE = 'late'

/** Writes the orders sent on the open book and notifies the boards after commit. */
export async function writeReplenishments(
  tx: Tx,
  deps: ReplenishmentDeps,
  replenishment: OpenReplenishment,
): Promise<readonly Order[] | typeof LATE> {
  const { book, games, merchantId, period } = replenishment
  if (book.orders.length === 0) return []
  const decided = { orders: book.orders, exposures: book.changes() }
  const at = { merchantId, batch: nextId(), now: deps.clock() }
  const write = await gatherWrite(
    games,
    decided,
    () => period.day,
    () => null,
  )
  await writeBatch(tx, at, write)
  const hasMessages = await insertFlyOuts(tx, at, book.orders)
  if (hasMessages) tx.afterCommit(() => deps.onFlyOut?.(merchantId))
  tx.afterCommit(() => announce(deps.live, at, decided))
  return mayStillCommit([period], deps.clock()) ? book.orders : LATE
}

/** For each touched item: the requested holders that have exposure on it. */
function turnsOf(
  period: Period,
  touched: readonly TouchedItem[],
  turns: (path: PathId) => readonly PathId[],
): { item: ItemRef; paths: PathId[] }[] {
  const byItem = new Map<string, { item: ItemRef; paths: Set<PathId> }>()
  for (const { path, play, item } of touched) {
    const ref = itemRefOf(period, play, item)
    if (!ref) throw new Error(`stored item ${play} ${item}`)
    const key = `${play} ${item}`
    const known = byItem.get(key) ?? { item: ref, paths: new Set<PathId>() }
    for (const turn of turns(path)) known.paths.add(turn)
    byItem.set(key, known)
  }
  return [...byItem.values()].map(({ item, paths }) => ({ item, paths: [...paths] }))
}

/**
 * Runs the automatic of some holders and of everybody above them, on all their items of a period, and writes the orders
 * at once. The caller has locked the merchant's row and has loaded the holders into `snapshot`.
 */
export async function passOver(
  tx: Tx,
  deps: ReplenishmentDeps,
  snapshot: MerchantSnapshot,
  period: Period,
  holders: readonly PathId[],
): Promise<readonly Order[] | typeof LATE> {
  if (!(await isMerchantLeased(tx, snapshot.merchantId, businessDay(deps.clock())))) return []
  const touched = await readTouched(tx, snapshot.merchantId, period.periodId, holders)
  if (touched.length === 0) return []
  const upward = (path: PathId): PathId[] => upwardOf(snapshot.path(path)?.lineage ?? [])
  const turns = turnsOf(period, touched, upward)
  const wanted = turns.flatMap(({ item, paths }) =>
    paths.map((path) => ({ periodId: period.periodId, path, play: item.playCode, item: item.itemCode })),
  )
  const replenishment = await openReplenishment(tx, deps, snapshot, period, wanted)
  if (!replenishment) return []
  automaticPass({ world: replenishment.world, book: replenishment.book }, turns)
  return writeReplenishments(tx, deps, replenishment)
}
