import { ROLE, type Role } from '@strata/domain/tree'
import { keysOfBet, openPeriodsOf, type PeriodDay, voidPeriodsOf } from '../../book/orders.ts'
import { daysOfPeriods, periodsOfNumber } from '../../games/periods.ts'
import type { Queryable } from '../../platform/db.ts'
import { bettorsOf, isFewBelow } from '../../tree/paths.ts'
import type { OrderFilter, OrderScope } from './store-orders.ts'

/** Limit of names per look-up. Each look-up reads one more, to see that there are too many. */
const MAX_NAMED = 500
const ASKED = MAX_NAMED + 1

/**
 * The same filter after looking up what it names: periods with their days, bettors, open and void periods. Only
 * then can the PostgreSQL planner estimate how few orders match and which partitions they are in. Null: no order
 * can match.
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

/** Every bet has a key; several platforms may use the same number. */
const byBetNo: Step = async (on, { merchantIds }, filter) => {
  if (filter.betNo === undefined) return filter
  const found = await keysOfBet(on, merchantIds, filter.betNo, ASKED)
  if (found.length === 0) return null
  if (found.length > MAX_NAMED) return filter
  return { ...filter, orderIds: found.map((key) => key.order_id), days: [...new Set(found.map(({ day }) => day))] }
}

/** A list longer than MAX_NAMED is not used; the original condition stays. */
const within = (found: readonly PeriodDay[], filter: OrderFilter): OrderFilter | null => {
  if (found.length === 0) return null
  if (found.length > MAX_NAMED) return filter
  const known = filter.periodIds
  const periods = known === undefined ? found : found.filter(({ id }) => known.includes(id))
  if (periods.length === 0) return null
  return { ...filter, periodIds: periods.map(({ id }) => id), days: [...new Set(periods.map(({ day }) => day))] }
}

/** A period number matches few periods; a range of periods gives at least their days. */
const byPeriod: Step = async (on, _scope, filter) => {
  const { periodNo, periodIds, gameId = null } = filter
  if (periodNo !== undefined) return within(await periodsOfNumber(on, periodNo, gameId, ASKED), filter)
  return periodIds === undefined ? filter : { ...filter, days: await daysOfPeriods(on, periodIds) }
}

/** Excludes open periods; which of the others match, the order rows decide. */
const withoutOpen = (filter: OrderFilter, open: readonly PeriodDay[]): OrderFilter => {
  if (open.length > MAX_NAMED) return filter
  const { state: _settled, ...rest } = filter
  return open.length === 0 ? rest : { ...rest, otherPeriodIds: open.map(({ id }) => id) }
}

/** Few periods are open, and few are void. */
const byState: Step = async (on, { merchantIds }, filter) => {
  const days = { from: filter.from ?? null, to: filter.to ?? null }
  if (filter.state === 'open' || filter.state === 'unsettled')
    return within(await openPeriodsOf(on, merchantIds, days, ASKED), filter)
  if (filter.state === 'settled') return withoutOpen(filter, await openPeriodsOf(on, merchantIds, days, ASKED))
  if (filter.state === 'void') return within(await voidPeriodsOf(on, merchantIds, days, ASKED), filter)
  return filter
}

/** Levels below a merchant, which may have few bettors. */
const isSmall = (role: Role): boolean => role === ROLE.generalAgent || role === ROLE.agent

/** Bettors by name, or the bettors of a path: its orders may be few among all, and only bettors have an index. */
const byBettor: Step = async (on, { merchantIds, seatId, seatRole }, filter) => {
  const { path, account } = filter
  const above = path !== undefined && isSmall(path.role) ? path.id : isSmall(seatRole) ? seatId : null
  if (account === undefined && above === null) return filter
  const found = await bettorsOf(on, merchantIds, { account: account ?? null, above }, ASKED)
  if (found.length === 0) return null
  if (found.length <= MAX_NAMED) return { ...filter, bettors: found }
  return above === null || account !== undefined ? filter : { ...filter, many: above }
}

const SHORT_MS = 6 * 3_600_000

/** Whether the filter covers only some hours: an index finds these orders, and they are few enough to sort. */
export const isShort = ({ placedFrom, placedTo }: OrderFilter): boolean =>
  placedFrom !== undefined && placedTo !== undefined && placedTo - placedFrom <= SHORT_MS

/**
 * The filter for reading every order of a path, and not only the first ones: by its bettors if these are few among
 * all. To find only the first of many orders, reading in order of their numbers is faster.
 */
export const narrowedBelow = async (on: Queryable, scope: OrderScope, filter: OrderFilter): Promise<OrderFilter> => {
  const { many: above, ...rest } = filter
  // Orders of a play of a period, of some hours, and orders by number have indexes of their own.
  const isFound = filter.play !== undefined || filter.orderIds !== undefined || isShort(filter)
  if (above === undefined || isFound) return rest
  return (await isFewBelow(on, scope.merchantIds, above)) ? { ...rest, below: above } : rest
}
