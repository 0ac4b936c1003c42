import { maybeRow, type Queryable, rows } from '../platform/db.ts'
import type { OrderFilter, OrderScope } from './store-orders.ts'

/** Lists longer than this narrow nothing: the condition itself is asked instead. */
const MOST_NAMED = 500

/**
 * The same filter with what it names looked up first: periods with their days, bettors, open and void periods. Only then does
 * the planner know how few orders are meant and which partitions they lie in. Null: no order can match.
 */
export const narrowed = async (on: Queryable, scope: OrderScope, filter: OrderFilter): Promise<OrderFilter | null> => {
  if (filter.periodIds?.length === 0) return null
  let narrow: OrderFilter = filter
  for (const step of [byBetNo, byPeriod, byState, byBettor]) {
    const next = await step(on, scope, narrow)
    if (next === null) return null
    narrow = next
  }
  return narrow
}

type Step = (on: Queryable, scope: OrderScope, filter: OrderFilter) => Promise<OrderFilter | null>

/** A bet number's key is kept for a while only: without one the orders themselves are searched. */
const byBetNo: Step = async (on, { merchantIds }, filter) => {
  if (filter.betNo === undefined) return filter
  const key = await maybeRow<{ order_id: bigint; day: string }>(
    on,
    'select order_id, day from order_keys where merchant_id = any($1) and bet_no = $2 order by day desc limit 1',
    [merchantIds, filter.betNo],
  )
  // Platforms of several merchants may use one number: only a single merchant's key says all.
  return key && merchantIds.length === 1 ? { ...filter, orderIds: [key.order_id], days: [key.day] } : filter
}

interface PeriodDay {
  id: number
  day: string
}

const within = (found: readonly PeriodDay[], filter: OrderFilter): OrderFilter | null => {
  if (found.length === 0) return null
  if (found.length > MOST_NAMED) return filter
  const known = filter.periodIds
  const periods = known === undefined ? found : found.filter(({ id }) => known.includes(id))
  if (periods.length === 0) return null
  return { ...filter, periodIds: periods.map(({ id }) => id), days: [...new Set(periods.map(({ day }) => day))] }
}

const byPeriod: Step = async (on, _scope, filter) => {
  if (filter.periodNo === undefined) return filter
  const found = await rows<PeriodDay>(
    on,
    `select id, day from periods where period_no = $1 and ($2::smallint is null or game_id = $2) limit ${MOST_NAMED + 1}`,
    [filter.periodNo, filter.gameId ?? null],
  )
  return within(found, filter)
}

/** Few periods are open, and few of all are void. */
const byState: Step = async (on, { merchantIds }, filter) => {
  if (filter.state === 'open' || filter.state === 'unsettled') {
    const found = await rows<PeriodDay>(
      on,
      `select distinct period_id as id, day from merchant_periods
        where merchant_id = any($1) and settled_version = 0 and ($2::date is null or day >= $2)
          and ($3::date is null or day <= $3) limit ${MOST_NAMED + 1}`,
      [merchantIds, filter.from ?? null, filter.to ?? null],
    )
    return within(found, filter)
  }
  if (filter.state !== 'void') return filter
  const found = await rows<PeriodDay>(
    on,
    `select distinct mp.period_id as id, mp.day from merchant_periods mp
       join periods p on p.id = mp.period_id
      where mp.merchant_id = any($1) and ($2::date is null or mp.day >= $2) and ($3::date is null or mp.day <= $3)
        and (p.state = 'void' or exists (select from voids v where v.merchant_id = mp.merchant_id and v.period_id = mp.period_id))
      limit ${MOST_NAMED + 1}`,
    [merchantIds, filter.from ?? null, filter.to ?? null],
  )
  return within(found, filter)
}

const likeStart = (text: string): string => `${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

/** Bettors by name, or those of an agent: its orders are few among all, and only bettors have an index. */
const byBettor: Step = async (on, { merchantIds, seatId, seatRole }, filter) => {
  const agent = filter.path?.role === 3 ? filter.path.id : seatRole === 3 ? seatId : null
  if (filter.account === undefined && agent === null) return filter
  const found = await rows<{ id: number }>(
    on,
    `select id from paths
      where merchant_id = any($1) and ($2::text is null or lower(name) like $2)
        and ($3::integer is null or parent_id = $3 or id = $3) limit ${MOST_NAMED + 1}`,
    [merchantIds, filter.account === undefined ? null : likeStart(filter.account), agent],
  )
  if (found.length === 0) return null
  return found.length > MOST_NAMED ? filter : { ...filter, bettors: found.map(({ id }) => id) }
}
