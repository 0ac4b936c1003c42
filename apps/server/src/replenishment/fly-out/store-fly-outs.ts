import type { FlyOutOrder, Order } from '@strata/domain/book/order'
import type { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { Column, unnested } from '../../platform/columns.ts'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import { HEAD_MERCHANT } from '../../tree/merchants.ts'
import { namesOf } from '../../tree/paths.ts'

/** The topic of fly-outs in the outbox. */
export const FLY_OUT_TOPIC = 'flyout'

const COLUMNS = [
  ['id', 'bigint'],
  ['period_id', 'integer'],
  ['owner', 'integer'],
  ['pilot', 'integer'],
  ['state', 'text'],
  ['play', 'text'],
  ['item', 'text'],
] as const

const flyOutsOf = (orders: readonly Order[]): FlyOutOrder[] => orders.filter((order) => order.kind === 'flyout')

/**
 * Writes the state of new fly-outs and their messages to the outside book. It runs in the transaction that writes the
 * orders, so a fly-out always has its message. Returns whether there is a message.
 */
export async function insertFlyOuts(
  on: Queryable,
  at: { readonly merchantId: MerchantId; readonly now: number },
  orders: readonly Order[],
): Promise<boolean> {
  const made = flyOutsOf(orders)
  if (made.length === 0) return false
  const columns = COLUMNS.map(([, type]) => new Column(type))
  for (const { id, item, bettor, flyOutAccount, state } of made) {
    columns[0]?.add(id)
    columns[1]?.add(item.periodId)
    columns[2]?.add(bettor)
    columns[3]?.add(flyOutAccount)
    columns[4]?.addText(state)
    columns[5]?.addText(item.playCode)
    columns[6]?.addText(item.itemCode)
  }
  await on.query(
    `with added as (
       insert into fly_outs (merchant_id, order_id, period_id, owner, pilot, connector, book_id, state, play, item, at)
       select $1::integer, t.id, t.period_id, t.owner, t.pilot, q.connector, q.book_id, t.state, t.play, t.item, $2
         from ${unnested(3, COLUMNS)} t
         join pilots q on q.merchant_id in (0, $1) and q.path_id = t.pilot
       returning order_id, state
     )
     insert into outbox (merchant_id, id, topic, payload, next_at, at)
     select $1, a.order_id, '${FLY_OUT_TOPIC}', '{}', $2, $2 from added a where a.state = 'pending'`,
    [at.merchantId, at.now, ...columns.map((column) => column.toBuffer())],
  )
  return made.some(({ state }) => state === 'pending')
}

export interface PausedItem {
  readonly owner: PathId
  readonly periodId: PeriodId
  readonly play: string
  readonly item: string
}

/** A fly-out that its outside book has not answered, or not clearly. */
export interface UnansweredFlyOut {
  readonly play: string
  readonly item: string
  readonly stake: bigint
  readonly odds: bigint
  readonly odds_tiers: readonly bigint[] | null
  /** The outside book's commission. */
  readonly r_b: number
  /** What its sender owes the outside book if it loses. */
  readonly lu_b: bigint
}

/** What a path has flown out in a period without an answer. */
export const readUnanswered = (
  on: Queryable,
  merchantId: MerchantId,
  at: { readonly owner: PathId; readonly periodId: PeriodId; readonly day: string },
): Promise<UnansweredFlyOut[]> =>
  rows<UnansweredFlyOut & Record<string, unknown>>(
    on,
    `select o.play, o.item, o.stake, o.odds, o.odds_tiers, o.r_b, o.lu_b
       from fly_outs f
       join orders o on o.merchant_id = f.merchant_id and o.id = f.order_id and o.day = $4
      where f.merchant_id = $1 and f.period_id = $2 and f.owner = $3 and f.state in ('pending', 'unknown')`,
    [merchantId, at.periodId, at.owner, at.day],
  )

/** After an outside book rejected an item, a path's automatic skips the item for this long. */
const PAUSE_MS = 30_000

/** Items whose automatic fly-out is paused, for those of these paths that were just rejected. */
export async function readPaused(
  on: Queryable,
  merchantId: MerchantId,
  owners: readonly PathId[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (owners.length === 0) return new Set()
  const found = await on.query<{ owner: PathId; period_id: PeriodId; play: string; item: string }>({
    name: 'fly-out-paused',
    text: `select f.owner, f.period_id, f.play, f.item from fly_outs f
            where f.merchant_id = $1 and f.owner = any($2::integer[]) and f.rejected_at > $3`,
    values: [merchantId, [...owners], now - PAUSE_MS],
  })
  return new Set(
    found.rows.map(({ owner, period_id, play, item }) => pauseKey({ owner, periodId: period_id, play, item })),
  )
}

export const pauseKey = ({ owner, periodId, play, item }: PausedItem): string => `${owner} ${periodId} ${play} ${item}`

export type FlyOutState = 'pending' | 'confirmed' | 'rejected' | 'unknown' | 'corrected'

export interface FlyOutRow {
  readonly order_id: bigint
  readonly period_id: PeriodId
  /** Of the period. */
  readonly day: string
  readonly owner: PathId
  readonly pilot: PathId
  readonly connector: 'record' | 'http'
  readonly state: FlyOutState
  readonly game_id: GameId
  readonly period_no: string
  readonly draw_at: bigint
  readonly play: string
  readonly item: string
  readonly stake: bigint
  readonly is_void: boolean
  readonly settled: boolean
  /** What the book answered after a person had decided otherwise. */
  readonly contradicted: 'accepted' | 'rejected' | null
  /** True: the book is still asked. */
  readonly is_asked: boolean
  readonly book_name: string | null
}

/**
 * One fly-out with the facts for deciding about it. Locks the merchant's part of its period, so that no settlement runs
 * meanwhile. The caller has locked the merchant's row.
 */
export async function lockFlyOut(
  on: Queryable,
  merchantId: MerchantId,
  orderId: bigint,
): Promise<FlyOutRow | undefined> {
  const period = await maybeRow<{ day: string }>(
    on,
    `select mp.day from merchant_periods mp
      where mp.merchant_id = $1
        and mp.period_id = (select f.period_id from fly_outs f where f.merchant_id = $1 and f.order_id = $2)
        for update`,
    [merchantId, String(orderId)],
  )
  if (!period) return undefined
  const found = await rows<FlyOutRow>(
    on,
    `select f.order_id, f.period_id, o.day, f.owner, f.pilot, f.connector, f.state, o.game_id, p.period_no, p.draw_at, f.play,
            f.item, o.stake, mp.settled_version > 0 as settled, f.contradicted, k.name as book_name,
            exists (select from outbox b where b.merchant_id = f.merchant_id and b.id = f.order_id and b.state = 'pending')
              as is_asked,
            exists (select from voids v where v.merchant_id = f.merchant_id and v.order_id = f.order_id) as is_void
       from fly_outs f
       join orders o on o.merchant_id = f.merchant_id and o.id = f.order_id and o.day = $3
       join periods p on p.id = f.period_id
       join merchant_periods mp on mp.merchant_id = f.merchant_id and mp.period_id = f.period_id
       left join outside_books k on k.id = f.book_id
      where f.merchant_id = $1 and f.order_id = $2`,
    [merchantId, String(orderId), period.day],
  )
  return found[0]
}

/** The merchant whose book an owner's fly-out reduces. The head has fly-outs in every merchant. */
export async function merchantOfFlyOut(on: Queryable, owner: PathId, orderId: bigint): Promise<MerchantId | undefined> {
  const found = await rows<{ merchant_id: MerchantId }>(
    on,
    '/* all merchants */ select merchant_id from fly_outs where order_id = $2 and owner = $1',
    [owner, String(orderId)],
  )
  return found[0]?.merchant_id
}

/** Changes the state of a fly-out. For a rejection also its time, from which the pause counts. */
export async function saveState(
  on: Queryable,
  merchantId: MerchantId,
  orderId: bigint,
  to: { readonly state: FlyOutState; readonly externalNo?: string; readonly at: number },
): Promise<void> {
  await on.query(
    `update fly_outs set state = $3, external_no = coalesce($4, external_no), answered_at = $5, contradicted = null,
            rejected_at = case when $3 = 'rejected' then $5::bigint end
      where merchant_id = $1 and order_id = $2`,
    [merchantId, String(orderId), to.state, to.externalNo ?? null, to.at],
  )
}

/** Records that a book's answer differs from a person's decision, and the book's order number if none is known. */
export async function saveContradiction(
  on: Queryable,
  merchantId: MerchantId,
  orderId: bigint,
  said: { readonly state: 'accepted' | 'rejected'; readonly externalNo: string },
): Promise<void> {
  await on.query(
    `update fly_outs set contradicted = $3, external_no = case when external_no = '' then $4 else external_no end
      where merchant_id = $1 and order_id = $2`,
    [merchantId, String(orderId), said.state, said.externalNo],
  )
}

/** Closes a message: it was answered, or a person decided without it. */
export async function closeMessage(
  on: Queryable,
  merchantId: MerchantId,
  orderId: bigint,
  error: string | null,
): Promise<void> {
  await on.query(`update outbox set state = 'done', last_error = $3 where merchant_id = $1 and id = $2`, [
    merchantId,
    String(orderId),
    error,
  ])
}

// ---- delivery ------------------------------------------------------------------------------------------------------

/** Merchants with messages that are due. */
export async function merchantsWithDueMessages(on: Queryable, now: number): Promise<MerchantId[]> {
  const found = await rows<{ merchant_id: MerchantId }>(
    on,
    `/* all merchants */ select distinct merchant_id from outbox
      where state = 'pending' and next_at <= $1 and topic = '${FLY_OUT_TOPIC}' order by 1`,
    [now],
  )
  return found.map((row) => row.merchant_id)
}

export interface OutboxMessage {
  readonly order_id: bigint
  readonly attempts: number
  /** The error of the last attempt. */
  readonly last_error: string | null
  readonly owner: PathId
  readonly state: FlyOutState
  readonly game_id: GameId
  readonly period_no: string
  readonly hedge_close_at: bigint
  readonly period_void: boolean
  readonly play: string
  readonly item: string
  readonly stake: bigint
  readonly odds: bigint
  readonly odds_tiers: bigint[] | null
  readonly at: bigint
  readonly book_name: string | null
  readonly base_url: string | null
  readonly key_id: string | null
  readonly secret: string | null
}

/**
 * Claims due messages for one attempt. Nobody else claims them before `leaseMs` has passed, so a worker that dies only
 * delays a message.
 */
export async function claimMessages(
  on: Queryable,
  merchantId: MerchantId,
  at: { readonly now: number; readonly leaseMs: number; readonly most: number },
): Promise<OutboxMessage[]> {
  const claimed = await rows<{ id: bigint; attempts: number; last_error: string | null; day: string }>(
    on,
    `with due as (
       select b.id from outbox b
        where b.merchant_id = $1 and b.state = 'pending' and b.next_at <= $2 and b.topic = '${FLY_OUT_TOPIC}'
        order by b.next_at, b.id limit $4 for update skip locked
     ), taken as (
       update outbox b set attempts = b.attempts + 1, next_at = $2::bigint + $3 from due
        where b.merchant_id = $1 and b.id = due.id
       returning b.id, b.attempts, b.last_error
     )
     select t.id, t.attempts, t.last_error, mp.day
       from taken t
       join fly_outs f on f.merchant_id = $1 and f.order_id = t.id
       join merchant_periods mp on mp.merchant_id = $1 and mp.period_id = f.period_id`,
    [merchantId, at.now, at.leaseMs, at.most],
  )
  if (claimed.length === 0) return []
  return rows<OutboxMessage>(
    on,
    `select f.order_id, t.attempts, t.last_error, f.owner, f.state, o.game_id, p.period_no, p.hedge_close_at,
            p.state = 'void' as period_void, f.play, f.item, o.stake, o.odds,
            o.odds_tiers, f.at, k.name as book_name, k.base_url, k.key_id, k.secret
       from unnest($2::bigint[], $3::integer[], $4::text[]) as t (id, attempts, last_error)
       join fly_outs f on f.merchant_id = $1 and f.order_id = t.id
       join orders o on o.merchant_id = $1 and o.id = t.id and o.day = any($5::date[])
       join periods p on p.id = f.period_id
       left join outside_books k on k.id = f.book_id
      order by f.order_id`,
    [
      merchantId,
      claimed.map(({ id }) => String(id)),
      claimed.map(({ attempts }) => attempts),
      claimed.map(({ last_error: error }) => error),
      [...new Set(claimed.map(({ day }) => day))],
    ],
  )
}

/** Sets the time of a message's next attempt. */
export async function putOff(
  on: Queryable,
  merchantId: MerchantId,
  orderId: bigint,
  wait: { readonly nextAt: number; readonly error: string | null },
): Promise<void> {
  await on.query(
    `update outbox set next_at = $3, last_error = $4 where merchant_id = $1 and id = $2 and state = 'pending'`,
    [merchantId, String(orderId), wait.nextAt, wait.error],
  )
}

/** Makes a message due at once. False: it needs no more sending. */
export async function sendMessageNow(
  on: Queryable,
  merchantId: MerchantId,
  orderId: bigint,
  now: number,
): Promise<boolean> {
  const hastened = await on.query(
    `update outbox set next_at = least(next_at, $3) where merchant_id = $1 and id = $2 and state = 'pending'`,
    [merchantId, String(orderId), now],
  )
  return hastened.rowCount === 1
}

// ---- list ----------------------------------------------------------------------------------------------------------

export interface ListedFlyOut {
  readonly order_id: bigint
  readonly at: bigint
  readonly game_id: GameId
  readonly period_no: string
  readonly draw_at: bigint
  readonly play: string
  readonly item: string
  readonly stake: bigint
  readonly odds: bigint
  readonly odds_tiers: bigint[] | null
  readonly pilot: PathId
  readonly account_name: string
  readonly connector: 'record' | 'http'
  readonly state: FlyOutState
  readonly external_no: string
  readonly attempts: number
  readonly last_error: string | null
  readonly settled: boolean
  readonly is_void: boolean
  readonly contradicted: 'accepted' | 'rejected' | null
}

export interface FlyOutFilter {
  readonly merchantIds: readonly MerchantId[]
  readonly owner: PathId
  readonly gameId: GameId | null
  readonly periodNo: string | null
  readonly state: FlyOutState | null
  readonly flyOutAccount: PathId | null
  readonly from: string | null
  readonly to: string | null
}

/** Lists count their rows up to here. */
const MAX_COUNTED = 10_000

const LISTED = 'from fly_outs f join periods p on p.id = f.period_id'
/** An order lies in the day of its period, and has its game: a list without amounts needs no order. */
const LIST_FILTER = `f.merchant_id = any($1::integer[]) and f.owner = $2
      and ($3::smallint is null or p.game_id = $3) and ($4::text is null or p.period_no = $4)
      and ($5::text is null or f.state = $5) and ($6::integer is null or f.pilot = $6)
      and ($7::date is null or p.day >= $7) and ($8::date is null or p.day <= $8)`
const LIST_SORTS = {
  at: { join: '', key: 'f.order_id' },
  amount: {
    join: `join orders o on o.merchant_id = f.merchant_id and o.id = f.order_id and o.day = p.day
                        and ($7::date is null or o.day >= $7)`,
    key: 'o.stake',
  },
} as const

interface ListPage {
  readonly sort: keyof typeof LIST_SORTS
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

/** A page of an owner's fly-outs whose orders are stored: `filter.from` begins after the days that are not. */
export async function flyOutPage(
  on: Queryable,
  filter: FlyOutFilter,
  page: ListPage,
): Promise<{ items: ListedFlyOut[]; total: number; more: boolean }> {
  const { merchantIds, owner, gameId, periodNo, state, flyOutAccount } = filter
  const values = [merchantIds, owner, gameId, periodNo, state, flyOutAccount, filter.from, filter.to]
  const { join, key } = LIST_SORTS[page.sort]
  const direction = page.descending ? 'desc' : 'asc'
  const keys = await rows<{ order_id: bigint; day: string }>(
    on,
    `select f.order_id, p.day ${LISTED} ${join}
      where ${LIST_FILTER}
      order by ${key} ${direction}, f.order_id ${direction} limit $9 offset $10`,
    [...values, page.limit, page.offset],
  )
  const ids = keys.map(({ order_id: id }) => String(id))
  const listed =
    keys.length === 0
      ? []
      : await rows<Omit<ListedFlyOut, 'account_name'>>(
          on,
          `select f.order_id, f.at, o.game_id, p.period_no, p.draw_at, f.play, f.item, o.stake, o.odds, o.odds_tiers, f.pilot,
            f.connector, f.state, f.external_no, f.contradicted, coalesce(b.attempts, 0) as attempts,
            b.last_error, coalesce(mp.settled_version, 0) > 0 as settled,
            exists (select from voids v where v.merchant_id = f.merchant_id and v.order_id = f.order_id) as is_void
       ${LISTED}
       join orders o on o.merchant_id = f.merchant_id and o.id = f.order_id and o.day = p.day and o.day = any($3::date[])
       left join merchant_periods mp on mp.merchant_id = f.merchant_id and mp.period_id = f.period_id
       left join outbox b on b.merchant_id = f.merchant_id and b.id = f.order_id
      where f.merchant_id = any($1::integer[]) and f.order_id = any($2::bigint[])
      order by array_position($2::bigint[], f.order_id)`,
          [merchantIds, ids, [...new Set(keys.map(({ day }) => day))]],
        )
  const { n } = await row<{ n: number }>(
    on,
    `select count(*)::integer as n from (select 1 ${LISTED} where ${LIST_FILTER} limit ${MAX_COUNTED + 1}) as counted`,
    values,
  )
  // Fly-out accounts of the head lie in its own merchant, not beside the orders.
  const ofAccounts = listed.map(({ pilot }) => pilot)
  const names = await namesOf(on, [HEAD_MERCHANT, ...merchantIds], ofAccounts)
  const items = listed.map((line) => ({ ...line, account_name: names.get(line.pilot) ?? '' }))
  return { items, total: Math.min(n, MAX_COUNTED), more: n > MAX_COUNTED }
}
