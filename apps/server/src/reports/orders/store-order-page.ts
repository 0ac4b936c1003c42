import type { MerchantId } from '@strata/domain/ids'
import type { Statement } from '../../platform/chunks.ts'
import { type Queryable, rows } from '../../platform/db.ts'
import {
  conditionsOf,
  isOwnFilter,
  joinsOf,
  joinsOfMany,
  MEMBER_RESULT,
  NAMES,
  ORDER_FIELDS,
  type OrderFilter,
  type OrderRecord,
  type OrderScope,
  wholeText,
} from './store-orders.ts'

const SORTS = {
  at: 'o.id',
  orderNo: 'o.id',
  stake: 'o.stake',
  payout: 'coalesce(p.amount, 0)',
  memberResult: `coalesce(${MEMBER_RESULT}, 0)`,
} as const

export type OrderSort = keyof typeof SORTS

/** Numbers rise with time, so both sort orders are the same: that of an index. */
export const isByTime = (sort: OrderSort): boolean => SORTS[sort] === 'o.id'

/** The last row of the previous page: the next page begins after it. */
export interface After {
  /** The sort value of the row; when sorting by time, its day, counted from 1970. */
  readonly value: bigint
  readonly id: bigint
}

export interface OrderPage {
  readonly sort: OrderSort
  readonly descending: boolean
  /** Null: no limit. */
  readonly limit: number | null
  readonly offset: number
  readonly after: After | null
}

/** The position of an order: enough to read it, and to continue after it. */
export interface OrderKey {
  readonly merchant_id: MerchantId
  readonly id: bigint
  readonly day: string
  readonly sort_value: bigint
  /** Number of matches from the page's first row on, if all were read. */
  readonly matched?: bigint
}

export type ListedOrder = OrderRecord & { sort_value: bigint }

const sortValue = (sort: OrderSort): string =>
  isByTime(sort) ? `(o.day - date '1970-01-01')::bigint` : `(${SORTS[sort]})::bigint`

const orderOf = ({ sort, descending }: OrderPage): string => {
  const direction = descending ? 'desc' : 'asc'
  return isByTime(sort) ? `o.id ${direction}` : `${SORTS[sort]} ${direction}, o.id ${direction}`
}

const behind = ({ sort, descending, after }: OrderPage, values: unknown[]): string => {
  if (after === null) return ''
  const compare = descending ? '<' : '>'
  const id = values.push(after.id.toString())
  // When sorting by number, the number alone is the cursor: one index range.
  if (isByTime(sort)) return ` and o.id ${compare} $${id}::bigint`
  return ` and (${SORTS[sort]}, o.id) ${compare} ($${values.push(after.value.toString())}::bigint, $${id}::bigint)`
}

/**
 * Rows that were cut off by a limit do not tell a cluster their merchant: each table names it, so that all of the
 * statement goes to its machine.
 */
const inOneMerchant = (sql: string): string => sql.replaceAll('= o.merchant_id', '= ($1::integer[])[1]')

/** SQL for sorted orders in one statement: the rows of a file, or few rows. */
export const ordersStatement = (scope: OrderScope, filter: OrderFilter, page: OrderPage): Statement => {
  // Rows cut out of several merchants' orders lie on no machine, so nothing could be joined to them there.
  const isOne = scope.merchantIds.length === 1
  const alone = isOne && (isByTime(page.sort) || page.sort === 'stake') && isOwnFilter(scope, filter)
  const conditions = conditionsOf(scope, filter)
  const { own, values } = conditions
  const next = behind(page, values)
  const order = orderOf(page)
  const slice = `order by ${order} limit $${values.push(page.limit)} offset $${values.push(page.offset)}`
  const [source, rest] = alone
    ? [`(select o.* from orders o where ${own}${next} ${slice})`, `order by ${order}`]
    : ['orders', `where ${wholeText(conditions)}${next} ${slice}`]
  return {
    text: (alone ? inOneMerchant : String)(
      `select ${ORDER_FIELDS}, ${sortValue(page.sort)} as sort_value ${joinsOf(source)} ${NAMES} ${rest}`,
    ),
    values,
  }
}

export const ordersPage = (
  on: Queryable,
  scope: OrderScope,
  filter: OrderFilter,
  page: OrderPage,
): Promise<ListedOrder[]> => {
  const { text, values } = ordersStatement(scope, filter, page)
  return rows<ListedOrder>(on, text, values)
}

export interface KeysWanted extends OrderPage {
  readonly limit: number
  readonly offset: 0
  /** Only when sorting by time: orders beyond this number are not needed, because enough nearer ones are known. */
  readonly until?: bigint | undefined
  /**
   * Find all matches first and sort them afterwards. With a limit of a hundred rows, the planner would walk the
   * numbers in every partition: right for many matches, wrong for few.
   */
  readonly all?: boolean | undefined
}

/** The keys of the first orders. */
export const orderKeys = (
  on: Queryable,
  scope: OrderScope,
  filter: OrderFilter,
  wanted: KeysWanted,
): Promise<OrderKey[]> => {
  const { sort, descending, all = false, until } = wanted
  const isOwn = isOwnFilter(scope, filter)
  // For several merchants, reads the first rows of each, because no index sorts them together.
  const ofEach = isOwn && isByTime(sort) && !all && scope.merchantIds.length > 1
  const conditions = conditionsOf(scope, filter, ofEach ? 'o.merchant_id = one.id' : undefined)
  const { values } = conditions
  const source = isOwn && (isByTime(sort) || sort === 'stake') ? 'from orders o' : joinsOfMany(conditions.days)
  const next = behind(wanted, values)
  const bound =
    until === undefined ? '' : ` and o.id ${descending ? '>' : '<'} $${values.push(until.toString())}::bigint`
  const found = `select o.merchant_id, o.id, o.day, ${sortValue(sort)} as sort_value ${source}
    where ${wholeText(conditions)}${next}${bound}`
  const limit = `limit $${values.push(wanted.limit)}`
  const direction = descending ? 'desc' : 'asc'
  const again = isByTime(sort) ? `o.id ${direction}` : `o.sort_value ${direction}, o.id ${direction}`
  const text = all
    ? `select o.*, count(*) over () as matched from (${found} offset 0) o order by ${again} ${limit}`
    : ofEach
      ? `select o.* from (select id from merchants where id = any($1::integer[])) as one
          cross join lateral (${found} order by ${orderOf(wanted)} ${limit}) o order by ${again} ${limit}`
      : `${found} order by ${orderOf(wanted)} ${limit}`
  return rows<OrderKey>(on, text, values)
}

/** The orders of the given keys, in their order. */
export const ordersOfKeys = async (
  on: Queryable,
  scope: OrderScope,
  keys: readonly OrderKey[],
): Promise<ListedOrder[]> => {
  if (keys.length === 0) return []
  const filter = { orderIds: keys.map(({ id }) => id), days: [...new Set(keys.map(({ day }) => day))] }
  const { own, values } = conditionsOf(scope, filter)
  const text = `select ${ORDER_FIELDS} ${joinsOf('orders')} ${NAMES} where ${own}`
  const found = await rows<OrderRecord>(on, text, values)
  const byKey = new Map(found.map((order) => [`${order.merchant_id} ${order.id}`, order]))
  return keys.flatMap((key) => {
    const order = byKey.get(`${key.merchant_id} ${key.id}`)
    return order ? [{ ...order, sort_value: key.sort_value }] : []
  })
}
