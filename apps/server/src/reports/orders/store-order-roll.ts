import type { GameId, MerchantId, PathId } from '@strata/domain/ids'
import { ROLE, type Role } from '@strata/domain/tree'
import { type Queryable, rows } from '../../platform/db.ts'
import { joinsOf, NAMES, ORDER_FIELDS, type OrderRecord, type OrderScope, SEAT_COLUMN } from './store-orders.ts'

export interface RollFilter {
  /** Only orders with a higher id. */
  readonly after: bigint
  /** Only draws of this business day or later: the partitions of new orders. */
  readonly fromDay: string
  readonly gameId: GameId | null
  /** A path below the seat: orders that it placed or that came through it. */
  readonly path: { readonly id: PathId; readonly role: Role } | null
  readonly minStake: bigint
  /** Smallest part of a stake that the seat holds. */
  readonly minHeld: bigint
  readonly limit: number
}

/**
 * Only this many of a merchant's latest orders are read, so that a list of one agent cannot read a whole day of the
 * merchant.
 */
const LOOKED_AT = 20_000

/** SQL: what the seat holds of a stake: the part held above the level below it less the part held above itself. */
const HELD = ['o.ps_m', 'o.ps_g - o.ps_m', 'o.ps_a - o.ps_g', 'o.stake - o.ps_a'] as const

const passes = (role: Role | null, id: string): string =>
  role === ROLE.merchant || role === ROLE.generalAgent || role === ROLE.agent
    ? `${SEAT_COLUMN[role]} = ${id}`
    : `o.bettor = ${id}`

/** The newest orders that came through a seat, newest first. */
export async function rollOrders(on: Queryable, scope: OrderScope, filter: RollFilter): Promise<OrderRecord[]> {
  const { seatRole: role } = scope
  const text = `
    select o.merchant_id, o.id, o.day from (select id from merchants where id = any($1::integer[])) as t
     cross join lateral (
       select o.* from orders o where o.merchant_id = t.id and o.day >= $3 and o.id > $4
        order by o.id desc limit ${LOOKED_AT}) o
     where ${role === ROLE.head ? '$2::integer is not null' : `${SEAT_COLUMN[role]} = $2`}
       and (o.kind = 0 or (o.kind = 1 and o.taker <= ${role}) or (o.kind = 2 and o.bettor = $2))
       and ($5::integer is null or o.game_id = $5)
       and o.stake >= $6::bigint
       and ($7::bigint = 0 or (o.kind <> 2 and ${HELD[role]} >= $7))
       and ($8::integer is null or ${passes(filter.path?.role ?? null, '$8')})
     order by o.id desc limit $9`
  const keys = await rows<{ merchant_id: MerchantId; id: bigint; day: string }>(on, text, [
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
  if (keys.length === 0) return []
  // A read of its own: rows cut out of several merchants' orders lie on no machine with what is joined to them.
  return rows<OrderRecord>(
    on,
    `select ${ORDER_FIELDS} ${joinsOf('orders')} ${NAMES}
      where o.merchant_id = any($1::integer[]) and o.id = any($2::bigint[]) and o.day = any($3::date[])
      order by o.id desc`,
    [scope.merchantIds, keys.map(({ id }) => String(id)), [...new Set(keys.map(({ day }) => day))]],
  )
}
