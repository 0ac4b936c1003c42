import { ROLE, type Role } from '@strata/domain/tree'
import { type Queryable, rows } from '../../platform/db.ts'
import { joinsOf, NAMES, ORDER_FIELDS, type OrderRecord, type OrderScope, SEAT_COLUMN } from './store-orders.ts'

export interface RollFilter {
  /** Orders with a higher id. */
  readonly after: bigint
  /** Draws of this business day or later: the partitions that new orders lie in. */
  readonly fromDay: string
  readonly gameId: number | null
  /** A path below the seat: what it placed or what passed it. */
  readonly path: { readonly id: number; readonly role: Role } | null
  readonly minStake: bigint
  /** Of the seat's own part. */
  readonly minHeld: bigint
  readonly limit: number
}

/** The last orders of a merchant that are looked at, whoever's they are: no list of one agent reads a day of the platform. */
const LOOKED_AT = 20_000

/** What the seat holds of a stake: the part held above the level below it less the part held above itself. */
const HELD = ['o.ps_m', 'o.ps_g - o.ps_m', 'o.ps_a - o.ps_g', 'o.stake - o.ps_a'] as const

const passes = (role: Role | null, id: string): string =>
  role === ROLE.merchant || role === ROLE.generalAgent || role === ROLE.agent
    ? `${SEAT_COLUMN[role]} = ${id}`
    : `o.bettor = ${id}`

/** The newest orders that passed a seat, newest first. */
export const rollOrders = (on: Queryable, scope: OrderScope, filter: RollFilter): Promise<OrderRecord[]> => {
  const { seatRole: role } = scope
  const source = `(
    select o.* from unnest($1::integer[]) as t (id)
     cross join lateral (
       select o.* from orders o where o.merchant_id = t.id and o.day >= $3 and o.id > $4
        order by o.id desc limit ${LOOKED_AT}) o
     where ${role === ROLE.head ? '$2::integer is not null' : `${SEAT_COLUMN[role]} = $2`}
       and (o.kind = 0 or (o.kind = 1 and o.taker <= ${role}) or (o.kind = 2 and o.bettor = $2))
       and ($5::integer is null or o.game_id = $5)
       and o.stake >= $6::bigint
       and ($7::bigint = 0 or (o.kind <> 2 and ${HELD[role]} >= $7))
       and ($8::integer is null or ${passes(filter.path?.role ?? null, '$8')})
     order by o.id desc limit $9)`
  return rows<OrderRecord>(on, `select ${ORDER_FIELDS} ${joinsOf(source)} ${NAMES} order by o.id desc`, [
    scope.merchantIds,
    scope.seatId,
    filter.fromDay,
    filter.after.toString(),
    filter.gameId,
    filter.minStake.toString(),
    filter.minHeld.toString(),
    filter.path?.id ?? null,
    filter.limit,
  ])
}
