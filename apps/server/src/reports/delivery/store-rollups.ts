import type { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { ROLE, type Role } from '@strata/domain/tree'
import { countsAnywhere } from '../../book/orders.ts'
import { type Queryable, rows } from '../../platform/db.ts'
import {
  boundOrderShares,
  boundShares,
  flowOfBettor,
  foldedMeasures,
  type Measures,
  openMeasures,
  type ShareBounds,
  summedMeasures,
} from './measures.ts'

export type ReportRole = 0 | 1 | 2 | 3
/** Role of an opened path: a node or a bettor. */
export type OpenedRole = ReportRole | typeof ROLE.member | typeof ROLE.flyOrder

/** Scope of a report. `merchantIds`: one merchant, or for the head all of them. */
export interface ReportScope {
  readonly merchantIds: readonly MerchantId[]
  /** The path whose row was opened. */
  readonly pathId: PathId
  readonly pathRole: OpenedRole
  /** Role of the seat: replenishments taken below it are not shown. */
  readonly seatRole: ReportRole
  /** True when the opened path is the seat itself: its own fly-outs are then rows beside its children. */
  readonly isSeat: boolean
  readonly gameIds: readonly GameId[] | null
  readonly kind: number | null
}

export interface DayRange {
  readonly from: string
  readonly to: string
}

export type DeliveryRow = Measures &
  ShareBounds & {
    merchant_id: MerchantId
    path_id: PathId
    own: boolean
    kind: number
    /** Flows of the replenishments that the child itself sent. */
    sent_u_b: bigint
    name: string | null
    nickname: string | null
    role: Role | null
  }

/**
 * Rows of a path's children, their replenishments and its own, from the rollup. Reads one indexed range per
 * merchant.
 */
export const deliveryFromRollup = async (on: Queryable, scope: ReportScope, days: DayRange): Promise<DeliveryRow[]> =>
  rows<DeliveryRow>(
    on,
    `with picked as (
       select r.merchant_id, r.path_id, false as own, r.kind, ${summedMeasures()}, ${boundShares()},
              coalesce(sum(r.u_b) filter (where r.kind = 1 and r.as_bettor), 0)::bigint as sent_u_b
         from rollup_paths r
        where r.merchant_id = any($1) and r.parent_id = $2 and r.day between $3 and $4
          and ($5::smallint[] is null or r.game_id = any($5))
          and (r.kind = 0 or (r.kind = 1 and r.taker <= $6))
          and ($7::smallint is null or r.kind = $7)
        group by 1, 2, 4
       union all
       select r.merchant_id, r.path_id, true, r.kind, ${summedMeasures()}, ${boundShares()}, 0
         from rollup_paths r
        where r.merchant_id = any($1) and r.path_id = $2 and r.day between $3 and $4 and r.as_bettor
          and ($5::smallint[] is null or r.game_id = any($5))
          and ((r.kind = 1 and r.taker <= $6) or (r.kind = 2 and $8))
          and ($7::smallint is null or r.kind = $7)
        group by 1, 2, 4
     )
     select picked.*, paths.name, paths.nickname, paths.role
       from picked
       left join paths on paths.merchant_id = picked.merchant_id and paths.id = picked.path_id`,
    [scope.merchantIds, scope.pathId, days.from, days.to, scope.gameIds, scope.seatRole, scope.kind, scope.isSeat],
  )

const CHAIN_COLUMN = {
  [ROLE.merchant]: 'o.m',
  [ROLE.generalAgent]: 'o.g',
  [ROLE.agent]: 'o.a',
  [ROLE.member]: 'o.bettor',
  [ROLE.flyOrder]: 'o.holder',
} as const

/** SQL: the child of a path on an order's chain: the next holder below it, or the bettor. */
const childOf = (role: OpenedRole): string =>
  role === ROLE.head
    ? 'coalesce(o.m, o.bettor)'
    : role === ROLE.merchant
      ? 'coalesce(o.g, o.a, o.bettor)'
      : role === ROLE.generalAgent
        ? 'coalesce(o.a, o.bettor)'
        : 'o.bettor'

/** SQL: flows of the replenishments that the child itself sent: it owes them as their bettor. */
const sentFlows = (state: 'settled' | 'open', child: string): string =>
  state === 'open'
    ? '0::bigint as sent_u_b'
    : `coalesce(sum(case when o.kind = 1 and o.bettor = ${child} then ${flowOfBettor} end), 0)::bigint as sent_u_b`

/** SQL condition: the order's chain contains the opened path. The head is on every chain. */
const passes = (role: OpenedRole, parameter: string): string =>
  role === ROLE.head ? `${parameter}::integer is not null` : `${CHAIN_COLUMN[role]} = ${parameter}`

export interface OrderRange {
  readonly days: DayRange | null
  /** Period ids, by draw time of one game, both ends inclusive. */
  readonly periodIds: readonly PeriodId[] | null
  /** `gameId:playCode`, because play codes repeat between games. */
  readonly plays: readonly string[] | null
  readonly pankou: string | null
}

const foldConditions = (scope: ReportScope): string => `
      o.merchant_id = any($1)
  and ${passes(scope.pathRole, '$2')}
  and ($3::date is null or o.day between $3 and $4)
  and ($5::smallint[] is null or o.game_id = any($5))
  and (o.kind = 0 or (o.kind = 1 and o.taker <= $6) or (o.kind = 2 and $8 and o.bettor = $2))
  and ${countsAnywhere}
  and ($7::smallint is null or o.kind = $7)
  and ($9::integer[] is null or o.period_id = any($9))
  and ($10::text[] is null or o.game_id || ':' || o.play = any($10))
  and ($11::text is null or o.pankou = $11)`

/** $1 to $9 of what is read by days and periods. */
const rangeParameters = (scope: ReportScope, range: Pick<OrderRange, 'days' | 'periodIds'>): unknown[] => [
  scope.merchantIds,
  scope.pathId,
  range.days?.from ?? null,
  range.days?.to ?? null,
  scope.gameIds,
  scope.seatRole,
  scope.kind,
  scope.isSeat,
  range.periodIds,
]

const foldParameters = (scope: ReportScope, range: OrderRange): unknown[] => [
  ...rangeParameters(scope, range),
  range.plays,
  range.pankou,
]

/** Orders of settled periods with the payout of the version in force. */
const SETTLED = `
  from orders o
  join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id and mp.settled_version > 0
  left join payouts p on p.merchant_id = o.merchant_id and p.period_id = o.period_id and p.version = mp.settled_version
                     and p.order_id = o.id`

/** Orders without a result; a void order cannot get one. */
const OPEN = `
  from orders o
  join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id and mp.settled_version = 0
                          and not exists (select from voids v where v.merchant_id = o.merchant_id and v.order_id = o.id)`

/** The delivery rows computed from orders: for open ones, a range of periods, or chosen play groups. */
export const deliveryFromOrders = async (
  on: Queryable,
  scope: ReportScope,
  range: OrderRange,
  state: 'settled' | 'open',
): Promise<DeliveryRow[]> => {
  const child = childOf(scope.pathRole)
  const own = scope.pathRole === ROLE.head ? 'o.bettor = $2' : `${child} = $2`
  return rows<DeliveryRow>(
    on,
    `with picked as (
       select o.merchant_id, case when ${own} then $2::integer else ${child} end as path_id, ${own} as own, o.kind,
              ${state === 'open' ? openMeasures : foldedMeasures}, ${boundOrderShares}, ${sentFlows(state, child)}
       ${state === 'open' ? OPEN : SETTLED}
       where ${foldConditions(scope)}
       group by 1, 2, 3, 4
     )
     select picked.*, paths.name, paths.nickname, paths.role
       from picked
       left join paths on paths.merchant_id = picked.merchant_id and paths.id = picked.path_id`,
    foldParameters(scope, range),
  )
}

export type ClassRow = Measures & {
  key_game: GameId
  /** The play, the pankou, or the id of the period. */
  key_play: string | null
  key_day: string | null
  own: boolean
  kind: number
}

/** SQL keys of a class, from the rows `t`: orders or the rollup. */
const classKeys = (t: 'o' | 'r') => ({
  game: { game: `${t}.game_id`, play: 'null::text', day: 'null::date' },
  play: { game: `${t}.game_id`, play: `${t}.play`, day: 'null::date' },
  pankou: { game: '0', play: `${t}.pankou::text`, day: 'null::date' },
  date: { game: '0', play: 'null::text', day: `${t}.day` },
})

/** Orders alone know their periods. */
const PERIOD_KEYS = { game: 'o.game_id', play: 'o.period_id::text', day: 'o.day' }

export type ClassBy = keyof ReturnType<typeof classKeys>

/** SQL condition: a class's row of a path that the seat ($6) sees: taken there or above, or its own; fly-outs at the seat. */
const isShown = (isSeat: string): string =>
  `(case when r.own then r.taker <= $6 or (r.kind = 2 and ${isSeat}) else r.kind = 0 or r.taker <= $6 end)`

/**
 * Measures of a path by game, play or day from the rollup: members' orders, replenishments taken at the seat or
 * above, its own replenishments and, at the seat, its fly-outs.
 */
export const classificationFromRollup = async (
  on: Queryable,
  scope: ReportScope,
  days: DayRange,
  by: ClassBy,
  filter: { readonly plays: readonly string[] | null; readonly pankou: string | null },
): Promise<ClassRow[]> => {
  const key = classKeys('r')[by]
  return rows<ClassRow>(
    on,
    `select ${key.game}::integer as key_game, ${key.play} as key_play, ${key.day} as key_day,
            r.own, r.kind, ${summedMeasures()}
       from rollup_plays r
      where r.merchant_id = any($1) and r.day between $3 and $4
        and ($5::smallint[] is null or r.game_id = any($5))
        and ($7::smallint is null or r.kind = $7)
        and ($8::text[] is null or r.game_id || ':' || r.play = any($8))
        and ($9::text is null or r.pankou = $9)
        and r.path_id = $2
        and ${isShown('$10')}
      group by 1, 2, 3, 4, 5`,
    [
      scope.merchantIds,
      scope.pathId,
      days.from,
      days.to,
      scope.gameIds,
      scope.seatRole,
      scope.kind,
      filter.plays,
      filter.pankou,
      scope.isSeat,
    ],
  )
}

/** The same computed from orders: for a bettor's plays, open orders, ranges of periods. */
export const classificationFromOrders = async (
  on: Queryable,
  scope: ReportScope,
  range: OrderRange,
  by: ClassBy | 'period',
  state: 'settled' | 'open',
): Promise<ClassRow[]> => {
  const key = by === 'period' ? PERIOD_KEYS : classKeys('o')[by]
  const own = '(o.bettor = $2 and o.kind > 0)'
  return rows<ClassRow>(
    on,
    `select ${key.game}::integer as key_game, ${key.play} as key_play, ${key.day} as key_day,
            ${own} as own, o.kind, ${state === 'open' ? openMeasures : foldedMeasures}
     ${state === 'open' ? OPEN : SETTLED}
     where ${foldConditions(scope)}
     group by 1, 2, 3, 4, 5`,
    foldParameters(scope, range),
  )
}

/** Classes by period of days whose single orders were dropped, as they were summed before. */
export const periodsOfDropped = async (
  on: Queryable,
  scope: ReportScope,
  range: Pick<OrderRange, 'days' | 'periodIds'>,
): Promise<ClassRow[]> =>
  rows<ClassRow>(
    on,
    `select r.game_id::integer as key_game, r.period_id::text as key_play, r.day as key_day, r.own, r.kind, ${summedMeasures()}
       from dropped_periods r
       join dropped_days x on x.day = r.day and x.state <> 'closing'
      where r.merchant_id = any($1) and r.path_id = $2
        and ($3::date is null or r.day between $3 and $4)
        and ($5::smallint[] is null or r.game_id = any($5))
        and ${isShown('$8')}
        and ($7::smallint is null or r.kind = $7)
        and ($9::integer[] is null or r.period_id = any($9))
      group by 1, 2, 3, 4, 5`,
    rangeParameters(scope, range),
  )
