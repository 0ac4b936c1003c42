import { type Queryable, rows } from '../../platform/db.ts'

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
