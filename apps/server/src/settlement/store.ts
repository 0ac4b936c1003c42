import type { QueryConfig } from 'pg'
import { type Queryable, rows } from '../platform/db.ts'
import { ADD_ORDER, CORRECT, LARGE, SETTLE, SETTLE_LARGE, settleLarge, VOID_ORDER } from './fold-sql.ts'

export interface PeriodToSettle {
  readonly merchantId: number
  readonly periodId: number
  readonly gameId: number
  readonly periodNo: string
  /** Business day. */
  readonly day: string
  /** Result version whose folds are written; 0: none. */
  readonly settledVersion: number
  readonly revision: number
  /** Result version in force; 0: no result yet. */
  readonly resultVersion: number
  /** Rule options frozen when the period opened; null: it never opened. */
  readonly options: unknown
}

interface PeriodRow {
  game_id: number
  period_no: string
  day: string
  settled_version: number
  revision: number
  result_version: number
  options: unknown
}

/** Locks the merchant's part of a period: whoever holds it alone settles, corrects or voids in it. */
export async function lockMerchantPeriod(
  on: Queryable,
  merchantId: number,
  periodId: number,
): Promise<PeriodToSettle | undefined> {
  const locked = await rows(
    on,
    'select period_id from merchant_periods where merchant_id = $1 and period_id = $2 for update',
    [merchantId, periodId],
  )
  if (locked.length === 0) return undefined
  const found = await rows<PeriodRow>(
    on,
    `select mp.game_id, p.period_no, mp.day, mp.settled_version, mp.revision, p.result_version, p.options
       from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.merchant_id = $1 and mp.period_id = $2`,
    [merchantId, periodId],
  )
  const period = found[0]
  if (!period) throw new Error(`merchant ${merchantId} has orders in period ${periodId}, which does not exist`)
  return {
    merchantId,
    periodId,
    gameId: period.game_id,
    periodNo: period.period_no,
    day: period.day,
    settledVersion: period.settled_version,
    revision: period.revision,
    resultVersion: period.result_version,
    options: period.options,
  }
}

export interface DrawRow {
  readonly kind: 'draw' | 'correction' | 'void'
  readonly result: readonly number[] | null
  readonly draw_date: string
  readonly reason: string
}

export async function readDraw(on: Queryable, periodId: number, version: number): Promise<DrawRow> {
  const found = await rows<DrawRow>(
    on,
    'select kind, result, draw_date, reason from draws where period_id = $1 and version = $2',
    [periodId, version],
  )
  if (!found[0]) throw new Error(`period ${periodId} has no draw of version ${version}`)
  return found[0]
}

/** Holders with an order in a period: a holder has exposure by every order that came through it. */
export async function holdersInPeriod(on: Queryable, merchantId: number, periodId: number): Promise<number[]> {
  const found = await rows<{ path_id: number }>(
    on,
    'select distinct path_id from exposures where merchant_id = $1 and period_id = $2 order by path_id',
    [merchantId, periodId],
  )
  return found.map((holder) => holder.path_id)
}

export interface ItemKey {
  readonly play: string
  readonly item: string
}

/** Every item of the period that has an order, by skipping through the index: one look-up an item, however many orders. */
export async function itemsWithOrders(on: Queryable, period: PeriodToSettle): Promise<ItemKey[]> {
  return rows<{ play: string; item: string }>(
    on,
    `with recursive found as (
       (select o.play, o.item from orders o
         where o.merchant_id = $1 and o.period_id = $2 and o.day = $3 order by o.play, o.item limit 1)
       union all
       (select n.play, n.item from found f cross join lateral (
          select o.play, o.item from orders o
           where o.merchant_id = $1 and o.period_id = $2 and o.day = $3 and (o.play, o.item) > (f.play, f.item)
           order by o.play, o.item limit 1) n)
     )
     select play, item from found`,
    [period.merchantId, period.periodId, period.day],
  )
}

export interface OutcomeRow extends ItemKey {
  /** 0 lose, 1 win, 2 refund. */
  readonly result: 0 | 1 | 2
  readonly tier: number
  readonly hits: number
  readonly pushed: number
}

export async function insertOutcomes(
  on: Queryable,
  period: PeriodToSettle,
  version: number,
  outcomes: readonly OutcomeRow[],
): Promise<void> {
  await on.query(
    `insert into outcomes (merchant_id, period_id, version, play, item, result, tier, hits, pushed)
     select $1, $2, $3, c.play, c.item, c.result, c.tier, c.hits, c.pushed
       from unnest($4::text[], $5::text[], $6::smallint[], $7::smallint[], $8::smallint[], $9::integer[])
            as c (play, item, result, tier, hits, pushed)`,
    [
      period.merchantId,
      period.periodId,
      version,
      outcomes.map((c) => c.play),
      outcomes.map((c) => c.item),
      outcomes.map((c) => c.result),
      outcomes.map((c) => c.tier),
      outcomes.map((c) => c.hits),
      outcomes.map((c) => c.pushed),
    ],
  )
}

const foldValues = (period: PeriodToSettle, to: number, revision: number): unknown[] => [
  period.merchantId,
  period.periodId,
  period.day,
  to,
  period.settledVersion,
  period.gameId,
  revision,
]

/** Hash tables of a large period are large. */
const prepare = "set local work_mem = '128MB'"

/**
 * Planning the statement costs ten times what a small period does, so these share one plan; it must not be one that reads a
 * whole partition because that was empty when the plan was made.
 */
const SHARED_PLAN_BELOW = 5_000
const prepareShared = 'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off'

/** By the head's exposures, which count every order that came through: some hundred rows, where counting orders reads them all. */
async function countOrders(on: Queryable, period: PeriodToSettle): Promise<number> {
  const found = await rows<{ orders: number }>(
    on,
    `select coalesce(sum(e.bet_count), 0)::integer as orders from exposures e
      where e.merchant_id = $1 and e.period_id = $2 and e.path_id = 1`,
    [period.merchantId, period.periodId],
  )
  return found[0]?.orders ?? 0
}

/** Pages that cut a period's orders in three, by where those of its first items lie: any pages are right, these are fair. */
async function cutPages(on: Queryable, period: PeriodToSettle): Promise<number[]> {
  const found = await rows<{ page: number }>(
    on,
    `select (s.ctid::text::point)[0]::integer as page from (
       select o.ctid from orders o where o.merchant_id = $1 and o.period_id = $2 and o.day = $3
        order by o.play, o.item limit 1000) s
      order by s.ctid`,
    [period.merchantId, period.periodId, period.day],
  )
  return [1, 2].map((third) => found[Math.floor((found.length * third) / 3)]?.page ?? 0)
}

/** Folds a period under its result version into payouts, rollups and postings. Answers how many orders were paid. */
export async function foldPeriod(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  largeFrom: number = LARGE,
): Promise<number> {
  const values = foldValues(period, period.resultVersion, revision)
  const orders = await countOrders(on, period)
  await on.query(orders < SHARED_PLAN_BELOW ? prepareShared : prepare)
  if (period.settledVersion > 0) return payoutsOf(on, { name: 'settlement-correct', text: CORRECT, values })
  if (orders < largeFrom) return payoutsOf(on, { name: 'settlement-settle', text: SETTLE, values })
  for (const text of settleLarge({ ...period, cuts: await cutPages(on, period) })) await on.query(text)
  return payoutsOf(on, { text: SETTLE_LARGE, values })
}

async function payoutsOf(on: Queryable, statement: QueryConfig): Promise<number> {
  return (await on.query<{ payouts: number }>(statement)).rows[0]?.payouts ?? 0
}

/** Turns one settled order into a refund under the version that is written. */
export async function foldVoidedOrder(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  orderId: bigint,
): Promise<void> {
  await on.query(VOID_ORDER, [...foldValues(period, period.settledVersion, revision), String(orderId)])
}

/** What a report marks a day with. */
export interface NotedCorrection {
  readonly kind: 'correction' | 'periodVoid' | 'orderVoid'
  readonly order: { readonly id: bigint; readonly bettor: number } | null
  readonly paths: readonly number[]
}

export async function insertCorrection(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  noted: NotedCorrection,
  at: number,
): Promise<void> {
  await on.query(
    `insert into corrections (merchant_id, day, period_id, revision, game_id, kind, order_id, bettor, paths, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      period.merchantId,
      period.day,
      period.periodId,
      revision,
      period.gameId,
      noted.kind,
      noted.order === null ? null : String(noted.order.id),
      noted.order?.bettor ?? null,
      noted.paths,
      at,
    ],
  )
}

/** Adds one order that was left out when its period was settled, under the version that is written. */
export async function foldLateOrder(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  orderId: bigint,
): Promise<void> {
  await on.query(ADD_ORDER, [...foldValues(period, period.settledVersion, revision), String(orderId)])
}

export interface RunNote {
  readonly reason: 'settlement' | 'correction' | 'orderVoid'
  readonly fromVersion: number
  readonly toVersion: number
  readonly orderId?: bigint
}

/** Notes that a revision is written: each apply counts once, and its postings become due. */
export async function openRun(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  note: RunNote,
  at: number,
): Promise<void> {
  await on.query(
    `with applied as (
       insert into rollup_applied (merchant_id, period_id, version, at) values ($1, $2, $3, $8)
     ), run as (
       insert into posting_runs (merchant_id, period_id, version, reason, from_version, to_version, order_id, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
     )
     update merchant_periods set settled_version = $6, revision = $3 where merchant_id = $1 and period_id = $2`,
    [
      period.merchantId,
      period.periodId,
      revision,
      note.reason,
      note.fromVersion,
      note.toVersion,
      note.orderId === undefined ? null : String(note.orderId),
      at,
    ],
  )
}

/** Revisions of a merchant's period that still owe wallets, oldest first: their order is the order of the ledger. */
export async function dueRuns(on: Queryable, merchantId: number, periodId: number): Promise<number[]> {
  const found = await rows<{ version: number }>(
    on,
    `select version from posting_runs where merchant_id = $1 and period_id = $2 and not done order by version`,
    [merchantId, periodId],
  )
  return found.map((run) => run.version)
}

/** A drawn period is settled when no merchant's part waits to be folded or posted. Answers whether it became so now. */
export async function finishPeriod(on: Queryable, periodId: number): Promise<boolean> {
  const done = await on.query(
    `/* all merchants */
     update periods p set state = 'settled'
      where p.id = $1 and p.state = 'drawn'
        and not exists (select from merchant_periods mp
                         where mp.period_id = p.id and mp.settled_version < p.result_version)
        and not exists (select from merchant_periods mp
                          join posting_runs r on r.merchant_id = mp.merchant_id and r.period_id = mp.period_id
                         where mp.period_id = p.id and not r.done)`,
    [periodId],
  )
  return (done.rowCount ?? 0) > 0
}

export interface DuePart {
  readonly merchantId: number
  readonly periodId: number
}

/** Merchants' parts of one period that have something left to do. */
export async function dueParts(on: Queryable, periodId: number): Promise<DuePart[]> {
  const found = await rows<{ merchant_id: number }>(
    on,
    `/* all merchants */
     select mp.merchant_id from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.period_id = $1
        and (mp.settled_version < p.result_version
             or exists (select from posting_runs r
                         where r.merchant_id = mp.merchant_id and r.period_id = mp.period_id and not r.done))
      order by mp.merchant_id`,
    [periodId],
  )
  return found.map(({ merchant_id }) => ({ merchantId: merchant_id, periodId }))
}

/**
 * Periods with a result that may have parts left: drawn ones, those voided lately, and whatever their state those with a
 * part that nobody settled (a merchant's first batch may commit after all others were done) or a run that is not posted.
 */
export async function periodsWithResults(on: Queryable, voidedSince: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    on,
    `/* all merchants */
     select id from periods where state = 'drawn'
     union
     select mp.period_id from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.settled_version = 0 and p.result_version > 0
     union
     select r.period_id from posting_runs r where not r.done
     union
     select d.period_id from draws d join periods p on p.id = d.period_id
      where d.kind = 'void' and d.at >= $1 and p.state = 'void'
     order by 1 limit 1000`,
    [voidedSince],
  )
  return found.map(({ id }) => id)
}
