import type { Day } from '@strata/domain/calendar'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'

export type DropState = 'closing' | 'detached' | 'dropped' | 'done'

export interface DroppedDay {
  readonly day: Day
  readonly state: DropState
}

/** The latest day whose single orders are no longer stored. Days are dropped in order, so no earlier one has any. */
export async function lastDroppedDay(on: Queryable): Promise<Day | null> {
  const found = await maybeRow<{ day: Day | null }>(
    on,
    `select max(day) as day from dropped_days where state <> 'closing'`,
  )
  return found?.day ?? null
}

interface Asked {
  /** Undefined: since the beginning. */
  readonly from?: string | undefined
  /** Undefined: without an end. */
  readonly to?: string | undefined
}

/** The latest of some days whose single orders are no longer stored; null: all that were placed on them still are. */
export async function lastDroppedOf(on: Queryable, { from, to }: Asked): Promise<Day | null> {
  const through = await lastDroppedDay(on)
  if (through === null || (from !== undefined && from > through)) return null
  return to !== undefined && to < through ? (to as Day) : through
}

/** Whether nothing of a day may change any more. */
export async function isClosedForGood(on: Queryable, day: string): Promise<boolean> {
  const found = await row<{ closed: boolean }>(
    on,
    'select exists (select from dropped_days where day = $1::date) as closed',
    [day],
  )
  return found.closed
}

/** Days whose drop began and is not over, in order. */
export const unfinishedDays = (on: Queryable): Promise<DroppedDay[]> =>
  rows<DroppedDay & Record<string, unknown>>(
    on,
    `select day, state from dropped_days where state <> 'done' order by day`,
  )

/** The earliest days that still have single orders, up to one day. */
export async function storedDays(on: Queryable, until: Day, limit: number): Promise<Day[]> {
  const found = await rows<{ day: Day }>(
    on,
    `select p.day from (
       select to_date(substr(c.relname, 8), 'YYYYMMDD') as day
         from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'orders'::regclass and c.relname ~ '^orders_[0-9]{8}$') p
      where p.day <= $1::date order by p.day limit $2`,
    [until, limit],
  )
  return found.map(({ day }) => day)
}

/** Waits for changes of the day's periods that have begun; those that come later find the row below. */
export async function lockPeriodsOf(on: Queryable, day: Day): Promise<void> {
  await on.query('select id from periods where day = $1::date order by id for update', [day])
}

export async function insertClosing(
  on: Queryable,
  of: { readonly day: Day; readonly orderDays: number; readonly at: number },
): Promise<void> {
  await on.query(
    `insert into dropped_days (day, order_days, began_at) values ($1, $2, $3) on conflict (day) do nothing`,
    [of.day, of.orderDays, of.at],
  )
}

/** Returns false when the day is beyond closing, or not closed. */
export async function deleteClosing(on: Queryable, day: Day): Promise<boolean> {
  const done = await on.query(`delete from dropped_days where day = $1::date and state = 'closing'`, [day])
  return (done.rowCount ?? 0) > 0
}

/** Takes the next step of a day as the owner of the tables, which judges by itself whether the day is due. */
export async function takeStep(on: Queryable, day: Day): Promise<DropState> {
  const found = await row<{ state: DropState }>(on, 'select drop_order_day($1::date) as state', [day])
  return found.state
}

export async function endDrop(on: Queryable, day: Day, at: number): Promise<void> {
  await on.query(`update dropped_days set state = 'done', done_at = $2 where day = $1::date and state = 'dropped'`, [
    day,
    at,
  ])
}

/** How many periods of a day are neither settled nor void. */
export async function unfinishedPeriods(on: Queryable, day: Day): Promise<number> {
  const found = await row<{ n: number }>(
    on,
    `select count(*)::integer as n from periods where day = $1::date and state not in ('settled', 'void')`,
    [day],
  )
  return found.n
}
