import type { MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import type { DayRange, ReportRole } from '../delivery/store-rollups.ts'

/** The marking side: its path, its role, and the merchants of its direct children. */
export interface MarkingSide {
  readonly merchantIds: readonly MerchantId[]
  readonly parentId: PathId
  readonly parentRole: ReportRole
}

/** What a child owes its parent is the flow of the level below the parent; a skipped level copies it. */
const OWED = ['u_m', 'u_g', 'u_a', 'u_b'] as const

/** SQL: rollup rows that belong to a direct child: members' orders and the replenishments that reached the parent. */
const OF_CHILDREN = `
  r.merchant_id = any($1) and r.parent_id = $2 and r.day between $3 and $4
  and (r.kind = 0 or (r.kind = 1 and r.taker <= $5))`

/** SQL: receivable by child and day, with the marked amount. */
const byDay = (owed: string): string => `
  select k.*, d.amount as settled
    from (select r.merchant_id, r.path_id, r.day, strata_sum(r.orders) as orders, strata_sum(r.${owed}) as receivable
            from rollup_paths r where ${OF_CHILDREN}
           group by 1, 2, 3) k
    left join settled_days d on d.merchant_id = k.merchant_id and d.parent_id = $2 and d.child_id = k.path_id
                            and d.day = k.day and d.marks > 0`

export interface ChildSums {
  merchant_id: MerchantId
  path_id: PathId
  days: number
  settled_days: number
  receivable: bigint
  settled: bigint
  unsettled: bigint
  difference: bigint
  /** Whether some marked day has changed since its mark, even if the changes cancel out. */
  changed: boolean
  first_unsettled: string | null
  name: string
  nickname: string | null
  role: Role
}

/** One row per direct child with orders in the range. A day without a mark is unsettled, even if its sum is 0. */
export const childSums = async (on: Queryable, side: MarkingSide, range: DayRange): Promise<ChildSums[]> =>
  rows<ChildSums>(
    on,
    `select s.*, p.name, p.nickname, p.role
       from (select b.merchant_id, b.path_id, count(*)::integer as days, count(b.settled)::integer as settled_days,
                    strata_sum(b.receivable) as receivable, strata_sum(b.settled) as settled,
                    strata_sum(case when b.settled is null then b.receivable end) as unsettled,
                    strata_sum(b.receivable - b.settled) as difference,
                    coalesce(bool_or(b.receivable <> b.settled), false) as changed,
                    min(b.day) filter (where b.settled is null) as first_unsettled
               from (${byDay(OWED[side.parentRole])}) b
              group by 1, 2) s
       join paths p on p.merchant_id = s.merchant_id and p.id = s.path_id`,
    [side.merchantIds, side.parentId, range.from, range.to, side.parentRole],
  )

export interface ChildDay {
  day: string
  orders: bigint
  stake: bigint
  valid: bigint
  member_result: bigint
  replenishment: bigint
  receivable: bigint
  /** null: no mark in force. */
  settled: bigint | null
}

/** The days of one child with orders, oldest first. */
export const childDays = async (
  on: Queryable,
  side: MarkingSide,
  childId: PathId,
  range: DayRange,
): Promise<ChildDay[]> => {
  const owed = OWED[side.parentRole]
  return rows<ChildDay>(
    on,
    `select k.*, d.amount as settled
       from (select r.merchant_id, r.path_id, r.day, strata_sum(r.orders) as orders, strata_sum(r.stake) as stake,
                    strata_sum(r.valid) as valid, strata_sum(case when r.kind = 0 then -r.u_b end) as member_result,
                    strata_sum(case when r.kind = 1 then r.${owed} end) as replenishment, strata_sum(r.${owed}) as receivable
               from rollup_paths r where ${OF_CHILDREN} and r.path_id = $6
              group by 1, 2, 3) k
       left join settled_days d on d.merchant_id = k.merchant_id and d.parent_id = $2 and d.child_id = k.path_id
                               and d.day = k.day and d.marks > 0
      order by k.day`,
    [side.merchantIds, side.parentId, range.from, range.to, side.parentRole, childId],
  )
}

/** Makes other marks of the same pair wait: locks its days in order, after inserting missing rows. */
export const lockDays = async (
  on: Queryable,
  key: { readonly merchantId: MerchantId; readonly parentId: PathId; readonly childId: PathId },
  days: readonly string[],
): Promise<void> => {
  const values = [key.merchantId, key.parentId, key.childId, days]
  await on.query(
    `insert into settled_days (merchant_id, parent_id, child_id, day)
     select $1::integer, $2::integer, $3::integer, d from unnest($4::date[]) as d order by d
     on conflict do nothing`,
    values,
  )
  await on.query(
    `select 1 from settled_days
      where merchant_id = $1 and parent_id = $2 and child_id = $3 and day = any($4::date[]) order by day for update`,
    values,
  )
}

export interface NewMark {
  readonly id: bigint
  readonly merchantId: MerchantId
  readonly parentId: PathId
  readonly childId: PathId
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly note: string
  readonly operatorId: number
  readonly operatorName: string
  readonly at: number
  readonly days: readonly { readonly day: string; readonly amount: bigint }[]
}

export const insertMark = async (on: Queryable, mark: NewMark): Promise<void> => {
  const days = mark.days.map(({ day }) => day)
  const amounts = mark.days.map(({ amount }) => amount.toString())
  await on.query(
    `insert into settling_ups (merchant_id, id, parent_id, child_id, from_day, to_day, days, amount, note, operator_id,
                               operator_name, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      mark.merchantId,
      mark.id.toString(),
      mark.parentId,
      mark.childId,
      mark.from,
      mark.to,
      days.length,
      mark.amount.toString(),
      mark.note,
      mark.operatorId,
      mark.operatorName,
      mark.at,
    ],
  )
  await on.query(
    `insert into settling_up_days (merchant_id, mark_id, day, amount)
     select $1::integer, $2::bigint, d.day, d.amount from unnest($3::date[], $4::bigint[]) as d (day, amount)`,
    [mark.merchantId, mark.id.toString(), days, amounts],
  )
  await on.query(
    `update settled_days s set amount = s.amount + d.amount, marks = s.marks + 1
       from unnest($4::date[], $5::bigint[]) as d (day, amount)
      where s.merchant_id = $1 and s.parent_id = $2 and s.child_id = $3 and s.day = d.day`,
    [mark.merchantId, mark.parentId, mark.childId, days, amounts],
  )
}

export interface MarkRow {
  merchant_id: MerchantId
  id: bigint
  child_id: PathId
  name: string
  from_day: string
  to_day: string
  days: number
  amount: bigint
  note: string
  operator_name: string
  at: bigint
  undone_at: bigint | null
  undone_by: string | null
  undo_reason: string | null
}

const MARK = `
  select s.merchant_id, s.id, s.child_id, p.name, s.from_day, s.to_day, s.days, s.amount, s.note, s.operator_name, s.at,
         s.undone_at, s.undone_by, s.undo_reason
    from settling_ups s
    join paths p on p.merchant_id = s.merchant_id and p.id = s.child_id`

/** A mark of the side, locked; undefined if there is none. */
export async function lockMark(on: Queryable, side: MarkingSide, id: bigint): Promise<MarkRow | undefined> {
  const read = (merchantIds: readonly MerchantId[]): Promise<MarkRow | undefined> =>
    maybeRow<MarkRow>(on, `${MARK} where s.merchant_id = any($1) and s.parent_id = $2 and s.id = $3`, [
      merchantIds,
      side.parentId,
      id.toString(),
    ])
  const before = await read(side.merchantIds)
  if (!before) return undefined
  // Rows are locked in one merchant at a time. Whoever waited here reads what the other one wrote.
  const key = [before.merchant_id, id.toString()]
  await on.query('select id from settling_ups where merchant_id = $1 and id = $2 for update', key)
  return read([before.merchant_id])
}

export const daysOfMark = async (on: Queryable, merchantId: MerchantId, id: bigint): Promise<string[]> =>
  (
    await rows<{ day: string }>(
      on,
      'select day from settling_up_days where merchant_id = $1 and mark_id = $2 order by day',
      [merchantId, id.toString()],
    )
  ).map(({ day }) => day)

/** Whether a day of this mark has a later mark in force. */
export const isMarkedSince = async (on: Queryable, mark: MarkRow, parentId: PathId): Promise<boolean> =>
  (
    await row<{ found: boolean }>(
      on,
      `select exists (
         select 1 from settling_ups s
           join settling_up_days d on d.merchant_id = s.merchant_id and d.mark_id = s.id
          where s.merchant_id = $1 and s.parent_id = $2 and s.child_id = $3 and s.id > $4 and s.undone_at is null
            and d.day in (select x.day from settling_up_days x where x.merchant_id = $1 and x.mark_id = $4)) as found`,
      [mark.merchant_id, parentId, mark.child_id, mark.id.toString()],
    )
  ).found

export const undoMark = async (
  on: Queryable,
  mark: MarkRow,
  by: { readonly parentId: PathId; readonly operatorName: string; readonly reason: string; readonly at: number },
): Promise<void> => {
  await on.query(
    'update settling_ups set undone_at = $3, undone_by = $4, undo_reason = $5 where merchant_id = $1 and id = $2',
    [mark.merchant_id, mark.id.toString(), by.at, by.operatorName, by.reason],
  )
  await on.query(
    `update settled_days s set amount = s.amount - d.amount, marks = s.marks - 1
       from settling_up_days d
      where d.merchant_id = $1 and d.mark_id = $4
        and s.merchant_id = $1 and s.parent_id = $2 and s.child_id = $3 and s.day = d.day`,
    [mark.merchant_id, by.parentId, mark.child_id, mark.id.toString()],
  )
}

export interface LogPage {
  readonly childId: PathId | null
  readonly from: string | null
  readonly to: string | null
  readonly ascending: boolean
  readonly limit: number
  readonly offset: number
}

export interface ReceivedPage extends Omit<LogPage, 'childId'> {
  readonly merchantId: MerchantId
  readonly parentId: PathId
  readonly childId: PathId
}

export interface ReceivedRow {
  id: bigint
  at: bigint
  from_day: string
  to_day: string
  days: number
  amount: bigint
  /** The parent's role; the head's path belongs to no merchant. */
  parent_role: Role
  undone_at: bigint | null
}

/** The marks that a parent made for one of its children, without names and notes. */
export const receivedPage = async (
  on: Queryable,
  page: ReceivedPage,
): Promise<{ items: ReceivedRow[]; total: number }> => {
  const here = `s.merchant_id = $1 and s.parent_id = $2 and s.child_id = $3
    and ($4::date is null or s.to_day >= $4) and ($5::date is null or s.from_day <= $5)`
  const values = [page.merchantId, page.parentId, page.childId, page.from, page.to]
  const items = await rows<ReceivedRow & Record<string, unknown>>(
    on,
    `select s.id, s.at, s.from_day, s.to_day, s.days, s.amount, coalesce(p.role, 0) as parent_role, s.undone_at
       from settling_ups s
       left join paths p on p.merchant_id = s.merchant_id and p.id = s.parent_id
      where ${here} order by s.id ${page.ascending ? 'asc' : 'desc'} limit $6 offset $7`,
    [...values, page.limit, page.offset],
  )
  const counted = await row<{ count: bigint }>(
    on,
    `select count(*)::bigint as count from settling_ups s where ${here}`,
    values,
  )
  return { items, total: Number(counted.count) }
}

export const marksPage = async (
  on: Queryable,
  side: MarkingSide,
  page: LogPage,
): Promise<{ items: MarkRow[]; total: number }> => {
  const here = `s.merchant_id = any($1) and s.parent_id = $2 and ($3::integer is null or s.child_id = $3)
    and ($4::date is null or s.to_day >= $4) and ($5::date is null or s.from_day <= $5)`
  const values = [side.merchantIds, side.parentId, page.childId, page.from, page.to]
  const [items, counted] = [
    await rows<MarkRow>(
      on,
      `${MARK} where ${here} order by s.id ${page.ascending ? 'asc' : 'desc'} limit $6 offset $7`,
      [...values, page.limit, page.offset],
    ),
    await row<{ count: bigint }>(on, `select count(*)::bigint as count from settling_ups s where ${here}`, values),
  ]
  return { items, total: Number(counted.count) }
}
