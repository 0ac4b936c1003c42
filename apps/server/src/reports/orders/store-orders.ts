import type { HolderRole } from '@strata/domain/book/shares'
import { type Day, daysBetween } from '@strata/domain/calendar'
import type { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { ROLE, type Role } from '@strata/domain/tree'
import { countsAnywhere } from '../../book/orders.ts'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import type { ReportRole } from '../delivery/store-rollups.ts'

/**
 * The orders that a caller may list: those whose chain contains the seat, with separate rules for fly-outs and for
 * replenishments taken below it.
 */
export interface OrderScope {
  readonly merchantIds: readonly MerchantId[]
  readonly seatId: PathId
  readonly seatRole: ReportRole
}

export interface OrderFilter {
  readonly orderId?: bigint
  readonly betNo?: string
  readonly account?: string
  /** A path of the downline: orders that it placed or that came through it. */
  readonly path?: { readonly id: PathId; readonly role: Role }
  /** Only what this path itself placed. */
  readonly sender?: PathId
  readonly gameId?: GameId
  readonly periodNo?: string
  readonly play?: string
  /** `gameId:playCode` of the plays of a group. */
  readonly plays?: readonly string[]
  readonly item?: string
  readonly pankou?: string
  readonly kind?: number
  /**
   * settled: settled by a result, including void orders, as reports count them; unsettled: the others, including
   * void ones.
   */
  readonly state?: 'open' | 'settled' | 'void' | 'unsettled'
  readonly result?: 'win' | 'lose' | 'refund'
  readonly stakeFrom?: bigint
  readonly stakeTo?: bigint
  readonly resultFrom?: bigint
  readonly resultTo?: bigint
  readonly from?: string
  readonly to?: string
  readonly placedFrom?: number
  readonly placedTo?: number
  readonly cause?: bigint
  /** The results of order-narrowing.ts for the fields above. */
  readonly orderIds?: readonly bigint[]
  readonly periodIds?: readonly PeriodId[]
  readonly otherPeriodIds?: readonly PeriodId[]
  readonly days?: readonly string[]
  readonly bettors?: readonly number[]
  /** A path with more bettors than can be named: it does not narrow the search by itself. */
  readonly many?: number
  /** A path with few bettors among all of the merchant. */
  readonly below?: number
}

export interface OrderRecord {
  merchant_id: MerchantId
  id: bigint
  day: string
  game_id: GameId
  period_id: PeriodId
  period_no: string
  kind: number
  taker: HolderRole | null
  bettor: PathId
  bettor_name: string | null
  m: PathId | null
  g: PathId | null
  a: PathId | null
  holder: PathId | null
  play: string
  item: string
  pankou: string
  pay_kind: number
  odds: bigint
  odds_tiers: bigint[] | null
  stake: bigint
  s_h: number
  s_m: number
  s_g: number
  s_a: number
  r_m: number
  r_g: number
  r_a: number
  r_b: number
  bet_no: string | null
  cause: bigint | null
  at: bigint
  settled: boolean
  voided: boolean
  period_void: boolean
  /** Settled by one result and later by another. */
  corrected: boolean
  /** Who voided the order or its period, why and when; null: not void. */
  void_by: string | null
  void_reason: string | null
  void_at: bigint | null
  result: number | null
  tier: number | null
  amount: bigint | null
  draw: number[] | null
  draw_date: string | null
  options: unknown
}

export const SEAT_COLUMN = { 1: 'o.m', 2: 'o.g', 3: 'o.a' } as const

/** Conditions on the order row alone, and conditions on joined rows: only the latter need the joins to run first. */
interface Conditions {
  readonly own: string
  readonly joined: string | null
  /** The day condition again, for the payouts' periods; null: none. */
  readonly days: string | null
  readonly values: unknown[]
}

/** SQL: the member's result of an order: its win beyond the stake, commission included. */
export const MEMBER_RESULT = `case
  when coalesce(mp.settled_version, 0) = 0 then null
  when p.result is null then -o.lu_b
  when p.result = 2 then 0
  else -strata_flow(10000, o.stake, p.amount, o.r_b, 1) end`

const joining = (source: string, payouts: string): string => `
  from ${source} o
  join periods per on per.id = o.period_id
  left join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id
  left join ${payouts}
  left join voids v on v.merchant_id = o.merchant_id and v.order_id = o.id`

/** SQL joins for few orders: the payout of the version in force is found by its key. */
export const joinsOf = (source: string): string =>
  joining(
    source,
    'payouts p on p.merchant_id = o.merchant_id and p.period_id = o.period_id and p.version = mp.settled_version and p.order_id = o.id',
  )

/**
 * SQL joins for possibly many orders. Payouts are joined through their periods, because those of the days can be
 * read at once. `days`: the condition of `pm` on the days, if they are known.
 */
export const joinsOfMany = (days: string | null): string =>
  joining(
    'orders',
    `(merchant_periods pm
             join payouts p on p.merchant_id = pm.merchant_id and p.period_id = pm.period_id and p.version = pm.settled_version)
    on pm.merchant_id = o.merchant_id and pm.period_id = o.period_id and p.order_id = o.id${days === null ? '' : ` and ${days}`}`,
  )

const isVoid = `(v.order_id is not null or per.state = 'void')`

const merchantsOf = ({ merchantIds }: OrderScope): string =>
  // With a single merchant, an equality condition lets the index return its rows in order.
  merchantIds.length === 1 ? 'o.merchant_id = ($1::integer[])[1]' : 'o.merchant_id = any($1)'

/** The days that a filter leaves, in order; undefined: no list of days narrows them. */
export const daysLeft = ({ days, from = '', to = '9999-12-31' }: OrderFilter): string[] | undefined =>
  days && [...new Set(days)].filter((day) => day >= from && day <= to).toSorted()

/** Days are listed only if they are few in their range, because the planner checks each of them for each partition. */
const dayConditions = (filter: OrderFilter, put: (value: unknown) => string): string[] => {
  const days = daysLeft(filter)
  if (days === undefined)
    return [
      ...(filter.from === undefined ? [] : [`>= ${put(filter.from)}`]),
      ...(filter.to === undefined ? [] : [`<= ${put(filter.to)}`]),
    ]
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return [`= any('{}'::date[])`]
  if (first === last) return [`= ${put(first)}`]
  const isFew = daysBetween({ from: first as Day, to: last as Day }) >= 2 * days.length
  return [`>= ${put(first)}`, `<= ${put(last)}`, ...(isFew ? [`= any(${put(days)}::date[])`] : [])]
}

export const conditionsOf = (scope: OrderScope, filter: OrderFilter, merchants = merchantsOf(scope)): Conditions => {
  const values: unknown[] = [scope.merchantIds, scope.seatId, scope.seatRole]
  const joined: string[] = []
  const parts = [
    merchants,
    scope.seatRole === ROLE.head ? '$2::integer is not null' : `${SEAT_COLUMN[scope.seatRole]} = $2`,
    // Not written with `or`: the planner would look for an index for each alternative in every partition.
    `case o.kind when 0 then true when 1 then o.taker <= $3 else o.bettor = $2 and ${countsAnywhere} end`,
  ]
  const put = (value: unknown): string => `$${values.push(value)}`
  const equal = (column: string, value: unknown): void => {
    if (value !== undefined) parts.push(`${column} = ${put(value)}`)
  }
  const bound = (column: string, operator: '>=' | '<=', value: unknown, into = parts): void => {
    if (value !== undefined) into.push(`${column} ${operator} ${put(value)}`)
  }
  equal('o.id', filter.orderId?.toString())
  equal('o.bet_no', filter.betNo)
  equal('o.bettor', filter.sender)
  equal('o.game_id', filter.gameId)
  equal('o.play', filter.play)
  equal('o.item', filter.item)
  equal('o.pankou', filter.pankou)
  equal('o.kind', filter.kind)
  equal('o.cause', filter.cause?.toString())
  bound('o.stake', '>=', filter.stakeFrom?.toString())
  bound('o.stake', '<=', filter.stakeTo?.toString())
  const days = dayConditions(filter, put)
  parts.push(...days.map((condition) => `o.day ${condition}`))
  bound('o.at', '>=', filter.placedFrom)
  bound('o.at', '<=', filter.placedTo)
  bound(`(${MEMBER_RESULT})`, '>=', filter.resultFrom?.toString(), joined)
  bound(`(${MEMBER_RESULT})`, '<=', filter.resultTo?.toString(), joined)
  const among = (column: string, type: string, list: readonly unknown[] | undefined): void => {
    if (list !== undefined) parts.push(`${column} = any(${put(list)}::${type}[])`)
  }
  if (filter.plays !== undefined) parts.push(`o.game_id || ':' || o.play = any(${put(filter.plays)}::text[])`)
  among('o.id', 'bigint', filter.orderIds?.map(String))
  among('o.period_id', 'integer', filter.periodIds)
  if (filter.otherPeriodIds !== undefined) parts.push(`o.period_id <> all(${put(filter.otherPeriodIds)}::integer[])`)
  among('o.bettor', 'integer', filter.bettors)
  // As a sub-select, because the planner would estimate each of a thousand values in every partition.
  if (filter.below !== undefined)
    parts.push(
      `o.bettor = any(array(select id from paths where merchant_id = any($1) and lineage @> array[${put(filter.below)}::integer]))`,
    )
  if (filter.periodNo !== undefined && filter.periodIds === undefined)
    parts.push(
      `o.period_id in (select id from periods where period_no = ${put(filter.periodNo)}${
        filter.gameId === undefined ? '' : ` and game_id = ${put(filter.gameId)}`
      })`,
    )
  if (filter.account !== undefined && filter.bettors === undefined)
    parts.push(
      `o.bettor in (select id from paths where merchant_id = any($1) and lower(name) like lower(${put(`${filter.account.replaceAll(/[\\%_]/g, '\\$&')}%`)}))`,
    )
  if (filter.path !== undefined) {
    const { id, role } = filter.path
    const column =
      role === ROLE.merchant || role === ROLE.generalAgent || role === ROLE.agent ? SEAT_COLUMN[role] : undefined
    parts.push(column ? `${column} = ${put(id)}` : `o.bettor = ${put(id)}`)
  }
  if (filter.state === 'open') joined.push(`coalesce(mp.settled_version, 0) = 0 and not ${isVoid}`)
  if (filter.state === 'settled') joined.push('mp.settled_version > 0')
  if (filter.state === 'unsettled') joined.push('coalesce(mp.settled_version, 0) = 0')
  if (filter.state === 'void') joined.push(isVoid)
  if (filter.result !== undefined) joined.push(`not ${isVoid}`)
  if (filter.result === 'win') joined.push('p.result = 1')
  if (filter.result === 'lose') joined.push('mp.settled_version > 0 and p.result is null')
  if (filter.result === 'refund') joined.push('p.result = 2')
  return {
    own: parts.join('\n  and '),
    joined: joined.length === 0 ? null : joined.join('\n  and '),
    days: days.length === 0 ? null : days.map((condition) => `pm.day ${condition}`).join(' and '),
    values,
  }
}

const FIELDS = `
  o.merchant_id, o.id, o.day, o.game_id, o.period_id, per.period_no, o.kind, o.taker, o.bettor, b.name as bettor_name,
  o.m, o.g, o.a, o.holder, o.play, o.item, o.pankou, o.pay_kind, o.odds, o.odds_tiers, o.stake,
  o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a, o.r_b, o.bet_no, o.cause, o.at,
  coalesce(mp.settled_version, 0) > 0 as settled, v.order_id is not null as voided, per.state = 'void' as period_void,
  case when mp.settled_version > 1 then exists (
    select from posting_runs r where r.merchant_id = o.merchant_id and r.period_id = o.period_id and r.reason = 'correction'
       and r.from_version < r.to_version)
    else false end as corrected,
  coalesce(v.operator, case when per.state = 'void' then d.operator end) as void_by,
  coalesce(v.reason, case when per.state = 'void' then d.reason end) as void_reason,
  coalesce(v.at, case when per.state = 'void' then d.at end) as void_at,
  p.result, p.tier, p.amount`

/** For lists; the columns for the explanation of an order are only in the detail. */
export const ORDER_FIELDS = `${FIELDS}, null::integer[] as draw, null::date as draw_date, null::jsonb as options`
const DETAIL_FIELDS = `${FIELDS}, d.result as draw, d.draw_date, per.options, d.at as drawn_at,
  coalesce(mp.settled_version, 0) as settled_version,
  (select max(r.at) from posting_runs r
    where r.merchant_id = o.merchant_id and r.period_id = o.period_id and r.to_version = mp.settled_version
      and r.reason <> 'orderVoid') as settled_at`

/** An order with what only its detail shows. */
export interface OrderDetailRecord extends OrderRecord {
  drawn_at: bigint | null
  /** 0 while open. */
  settled_version: number
  settled_at: bigint | null
}

export const NAMES = `
  left join paths b on b.merchant_id = o.merchant_id and b.id = o.bettor
  left join draws d on d.period_id = per.id and d.version = per.result_version`

export const wholeText = ({ own, joined }: Conditions): string => (joined === null ? own : `${own}\n  and ${joined}`)

/** The number of matching orders, counted up to `most`. */
export const countOrders = async (
  on: Queryable,
  scope: OrderScope,
  filter: OrderFilter,
  most: number,
): Promise<number> => {
  const conditions = conditionsOf(scope, filter)
  const { joined, values } = conditions
  const limit = values.push(most)
  const from = joined === null ? 'from orders o' : joinsOfMany(conditions.days)
  const counted = await row<{ count: bigint }>(
    on,
    `select count(*)::bigint as count from (select 1 ${from} where ${wholeText(conditions)} limit $${limit}) as counted`,
    values,
  )
  return Number(counted.count)
}

export interface OrderTotals {
  orders: bigint
  stake: bigint
  payout: bigint
  member_result: bigint
  held_stake: bigint
  held_result: bigint
}

/** SQL: share held above a level, from the order's columns. */
const ABOVE = { h: '0', m: 'o.s_h', g: '(o.s_h + o.s_m)', a: '(o.s_h + o.s_m + o.s_g)', b: '10000' } as const
const OWN = ['h', 'm', 'g', 'a'] as const
const BELOW = ['m', 'g', 'a', 'b'] as const

/**
 * Sums over the orders of a filter for the seat: what it holds of stakes and of results, its own commission
 * included.
 */
export const sumOrders = async (
  on: Queryable,
  scope: OrderScope,
  filter: OrderFilter,
  { areMany }: { readonly areMany: boolean },
): Promise<OrderTotals> => {
  const conditions = conditionsOf(scope, filter)
  const source = areMany ? joinsOfMany(conditions.days) : joinsOf('orders')
  const own = OWN[scope.seatRole]
  const below = BELOW[scope.seatRole]
  const passed = (level: 'h' | 'm' | 'g' | 'a' | 'b'): string =>
    level === 'h' ? '0' : level === 'b' ? 'o.stake' : `o.ps_${level}`
  const winLoss = (level: 'h' | 'm' | 'g' | 'a' | 'b'): string =>
    level === 'h'
      ? '0'
      : `case when p.result is null then ${passed(level)} else strata_part(${ABOVE[level]}, o.stake - p.amount) end`
  return row<OrderTotals>(
    on,
    `select count(*)::bigint as orders, strata_sum(o.stake) as stake,
            strata_sum(case when ${isVoid} then o.stake else p.amount end) as payout,
            coalesce(sum(case when o.kind = 0 then ${MEMBER_RESULT} end), 0)::bigint as member_result,
            coalesce(sum(case when o.kind = 2 or p.result = 2 or ${isVoid} then 0 else ${passed(below)} - ${passed(own)} end), 0)::bigint as held_stake,
            coalesce(sum(case when o.kind = 2 or coalesce(mp.settled_version, 0) = 0 or p.result = 2 then 0
                         else (${winLoss(below)}) - (${winLoss(own)}) + o.hc_${own} end), 0)::bigint as held_result
     ${source} where ${wholeText(conditions)}`,
    conditions.values,
  )
}

/** Whether the conditions use the order rows alone. */
export const isOwnFilter = (scope: OrderScope, filter: OrderFilter): boolean =>
  conditionsOf(scope, filter).joined === null

/** One order within the scope. */
export const orderById = async (
  on: Queryable,
  scope: OrderScope,
  orderId: bigint,
): Promise<OrderDetailRecord | undefined> => {
  const conditions = conditionsOf(scope, { orderId })
  const text = `select ${DETAIL_FIELDS} ${joinsOf('orders')} ${NAMES} where ${wholeText(conditions)}`
  return maybeRow<OrderDetailRecord>(on, text, conditions.values)
}

/**
 * Every replenishment and confirmed fly-out that an order caused, also those taken below the caller's seat: for sums of
 * the levels, which the caller may see as each of them does.
 */
export const causedOrders = (
  on: Queryable,
  order: Pick<OrderRecord, 'merchant_id' | 'id' | 'day'>,
  most: number,
): Promise<OrderRecord[]> =>
  rows<OrderRecord>(
    on,
    `select ${ORDER_FIELDS} ${joinsOf('orders')} ${NAMES}
      where o.merchant_id = $1 and o.cause = $2 and o.day = $3 and ${countsAnywhere} order by o.id limit $4`,
    [order.merchant_id, order.id.toString(), order.day, most],
  )
