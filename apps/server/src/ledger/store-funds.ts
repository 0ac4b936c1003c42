import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { ROLE, type Role } from '@strata/domain/tree'
import type { Statement } from '../platform/chunks.ts'
import { maybeRow, type Queryable, rows } from '../platform/db.ts'
import { type EntryKind, ISSUANCE } from './store.ts'

/** Whose records: one path, one path with everything below, or the head's issuance account. */
export interface FundScope {
  readonly merchantIds: readonly MerchantId[]
  readonly pathId: PathId
  readonly role: Role
  readonly below: boolean
}

export interface FundFilter {
  /** Whose records; null: everybody's. */
  readonly paths: readonly PathId[] | null
  /** Name of who caused it. Bets have none. */
  readonly operator: string | null
  /** Bounds of the amount without its sign. */
  readonly least: bigint | null
  readonly most: bigint | null
  readonly kinds: readonly (EntryKind | 'stake')[] | null
  /** Instants; `to` is excluded. */
  readonly from: number
  readonly to: number
  /** Business day of `from`. Orders placed since then have this day or a later one. */
  readonly fromDay: string
}

export interface FundPage {
  readonly by: 'at' | 'amount'
  readonly descending: boolean
  /** Null: no limit. */
  readonly limit: number | null
  readonly offset: number
  /** Only rows after this id; only when ordered by `at`. */
  readonly after: bigint | null
}

export interface FundRecord {
  merchant_id: MerchantId
  id: bigint
  transaction_id: bigint
  at: bigint
  path_id: PathId
  kind: EntryKind | 'stake'
  amount: bigint
  balance_after: bigint | null
  counterparty: PathId | null
  reference: string | null
  remark: string | null
  operator_id: AccountId | null
  operator_name: string | null
  /** Of how many bets this is the sum; null: it is one record. */
  bets: bigint | null
  /** Only for postings of a settlement: the reason, and the result versions before and after. */
  run_reason: 'settlement' | 'correction' | 'orderVoid' | null
  from_version: number | null
  to_version: number | null
  voided_order: bigint | null
  before: number[] | null
  after: number[] | null
  /** Kind of the result after it. */
  draw_kind: 'draw' | 'correction' | 'void' | null
  why: string | null
  /** The operator who corrected or voided. */
  who: string | null
}

const CHAIN = { 1: 'm', 2: 'g', 3: 'a' } as const

/** The conditions of the scope, for entries (`e`) and orders (`o`). Null: no orders are in scope. */
function conditionsOf(scope: FundScope): { entries: string; orders: string | null } {
  const { role, below } = scope
  const chain = CHAIN[role as 1 | 2 | 3]
  if (role === ROLE.head) {
    const own = `e.path_id = ${ISSUANCE}`
    return below
      ? { entries: `(e.path_id > 0 or ${own})`, orders: '$2::integer is not null' }
      : { entries: own, orders: null }
  }
  if (!below || chain === undefined) return { entries: 'e.path_id = $2', orders: 'o.bettor = $2' }
  // All paths of a merchant are below its merchant path.
  if (role === ROLE.merchant) return { entries: 'e.path_id > 0', orders: 'o.m = $2' }
  return {
    entries: `exists (select 1 from paths p where p.merchant_id = e.merchant_id and p.id = e.path_id and p.lineage @> array[$2::integer])`,
    orders: `o.${chain} = $2`,
  }
}

const KINDS = '($3::text[] is null or %s = any($3))'

/** Each of the names that `A、B` has, and the whole of it. */
const namesIn = (names: string): string => `array_append(string_to_array(lower(${names}), '、'), lower(${names}))`

/** Who caused the correction or void behind an entry, which has no operator of its own: often two, by one name or both. */
const CAUSED = `e.operator_id is null and exists (
    select from posting_runs r
      left join draws c on c.period_id = r.period_id and c.version = r.to_version
      left join voids v on v.merchant_id = r.merchant_id and v.order_id = r.order_id
     where r.merchant_id = e.merchant_id and r.period_id = e.period_id and r.version = e.result_version
       and (r.reason <> 'settlement' or c.kind = 'void') and lower($8) = any(${namesIn('coalesce(v.operator, c.operator)')}))`

/** The filters of an operator: the account, the operator and the amount. */
const narrowed = (path: string, isOperator: string, amount: string): string =>
  `($7::integer[] is null or ${path} = any($7)) and ($8::text is null or ${isOperator})
   and ($9::bigint is null or abs(${amount}) >= $9) and ($10::bigint is null or abs(${amount}) <= $10)`

/** Whether stakes can be among the records. Bets have no operator. */
const wantsStakes = ({ kinds, operator }: FundFilter): boolean =>
  operator === null && (kinds === null || kinds.includes('stake'))

/**
 * Fund records: the union of ledger entries, the order rows of stakes, and the sums of stakes of days whose single orders
 * were dropped. `tail`: order and limit of each part. Orders that cannot match are left out of the text: a coordinator
 * that finds a condition false loses sight of the merchant.
 */
function unionText(
  scope: FundScope,
  filter: FundFilter,
  keys: string,
  tail: (id: string, amount: string) => string,
): string {
  const { entries, orders } = conditionsOf(scope)
  const e = `(select e.merchant_id, e.id, e.transaction_id, e.at, e.path_id, e.kind, e.amount, e.balance_after, e.counterparty,
                     e.reference, e.remark, e.operator_id, e.operator_name, e.period_id, e.result_version, null::bigint as bets
                from ledger_entries e
               where e.merchant_id = s.id and ${entries} and e.at >= $4 and e.at < $5 and ${KINDS.replace('%s', 'e.kind')}
                 and ${narrowed('e.path_id', `(lower(e.operator_name) = lower($8) or ${CAUSED})`, 'e.amount')}
                 and ${keys.replaceAll('?', 'e.id')} ${tail('e.id', 'e.amount')})`
  if (orders === null || !wantsStakes(filter)) return e
  const o = `(select o.merchant_id, o.id, o.id, o.at, o.bettor, 'stake', -o.stake, o.balance_after, null, o.bet_no, null,
                     null::integer, null, o.period_id, null::integer, null::bigint
                from orders o
               where o.merchant_id = s.id and o.kind = 0 and ${orders} and o.day >= $6 and o.at >= $4 and o.at < $5
                 and ${KINDS.replace('%s', `'stake'`)}
                 and ${narrowed('o.bettor', 'false', 'o.stake')} and ${keys.replaceAll('?', 'o.id')} ${tail('o.id', '-o.stake')})`
  const d = `(select d.merchant_id, d.last_id, d.last_id, d.last_at, d.path_id, 'stake', -d.stake, d.balance_after, null, null, null,
                     null::integer, null, null::integer, null::integer, d.orders
                from dropped_stakes d
                join dropped_days x on x.day = d.day and x.state <> 'closing'
               where d.merchant_id = s.id and ${orders.replaceAll('o.bettor', 'd.path_id').replaceAll('o.', 'd.')}
                 and d.placed >= $6 and d.last_at >= $4 and d.last_at < $5 and ${KINDS.replace('%s', `'stake'`)}
                 and ${narrowed('d.path_id', 'false', 'd.stake')}
                 and ${keys.replaceAll('?', 'd.last_id')} ${tail('d.last_id', '-d.stake')})`
  return `${e} union all ${o} union all ${d}`
}

const valuesOf = (scope: FundScope, filter: FundFilter): unknown[] => [
  scope.merchantIds,
  scope.pathId,
  filter.kinds,
  filter.from,
  filter.to,
  filter.fromDay,
  filter.paths,
  filter.operator,
  filter.least === null ? null : String(filter.least),
  filter.most === null ? null : String(filter.most),
]

/** The merchants asked for, as rows with which the others lie on one machine. */
const MERCHANTS = '(select id from merchants where id = any($1::integer[])) as s'

/** Uses $2 and $6 in every statement, also when no orders are in scope: PostgreSQL needs the type of each parameter. */
const AS_ASKED = '$2::integer is not null and $6::date is not null'

/** Orders by id, because ids ascend with time and each merchant's index is in this order. */
export function fundsStatement(scope: FundScope, filter: FundFilter, page: FundPage): Statement {
  const direction = page.descending ? 'desc' : 'asc'
  const limit = (rows: number | null): string => (rows === null ? '' : `limit ${Math.trunc(rows)}`)
  const needed = page.limit === null ? null : page.offset + page.limit
  const order = (id: string, amount: string): string =>
    page.by === 'at' ? `order by ${id} ${direction}` : `order by ${amount} ${direction}, ${id} ${direction}`
  const beyond = `($11::bigint is null or ? ${page.descending ? '<' : '>'} $11)`
  const union = unionText(scope, filter, beyond, (id, amount) =>
    needed === null ? '' : `${order(id, amount)} ${limit(needed)}`,
  )
  return {
    text: `select u.merchant_id, u.id, u.transaction_id, u.at, u.path_id, u.kind, u.amount, u.balance_after, u.counterparty,
            coalesce(u.reference, (select period_no from periods where id = u.period_id)) as reference, u.remark,
            u.operator_id, u.operator_name, u.bets, r.reason as run_reason, r.from_version, r.to_version, r.order_id as voided_order,
            b.result as before, c.result as after, c.kind as draw_kind, coalesce(v.reason, c.reason) as why, coalesce(v.operator, c.operator) as who
       from ${MERCHANTS}
       cross join lateral (${union}) u
       left join posting_runs r on r.merchant_id = u.merchant_id and r.period_id = u.period_id and r.version = u.result_version
       left join draws b on b.period_id = r.period_id and b.version = r.from_version
       left join draws c on c.period_id = r.period_id and c.version = r.to_version
       left join voids v on v.merchant_id = r.merchant_id and v.order_id = r.order_id
      where ${AS_ASKED}
      ${order('u.id', 'u.amount')} ${limit(page.limit)} offset $12`,
    values: [...valuesOf(scope, filter), page.after === null ? null : String(page.after), page.offset],
  }
}

/** One page. */
export function findFunds(on: Queryable, scope: FundScope, filter: FundFilter, page: FundPage): Promise<FundRecord[]> {
  const { text, values } = fundsStatement(scope, filter, page)
  return rows<FundRecord>(on, text, values)
}

/** The number of rows, counted up to a limit. */
export async function countFunds(on: Queryable, scope: FundScope, filter: FundFilter, most: number): Promise<number> {
  const union = unionText(scope, filter, 'true', () => `limit ${Math.trunc(most)}`)
  const found = await maybeRow<{ n: number }>(
    on,
    `select coalesce(sum(c.n), 0)::integer as n from ${MERCHANTS}
      cross join lateral (select count(*) as n from (select u.id from (${union}) u limit ${Math.trunc(most)}) k) c
      where ${AS_ASKED}`,
    valuesOf(scope, filter),
  )
  return Math.min(found?.n ?? 0, most)
}

/** Sums of incoming and outgoing amounts over all rows. */
export async function sumFunds(
  on: Queryable,
  scope: FundScope,
  filter: FundFilter,
): Promise<{ amountIn: bigint; amountOut: bigint }> {
  const union = unionText(scope, filter, 'true', () => '')
  const found = await maybeRow<{ amount_in: bigint; amount_out: bigint }>(
    on,
    `select strata_sum(greatest(u.amount, 0)) as amount_in, strata_sum(least(u.amount, 0)) as amount_out
       from ${MERCHANTS} cross join lateral (${union}) u where ${AS_ASKED}`,
    valuesOf(scope, filter),
  )
  return { amountIn: found?.amount_in ?? 0n, amountOut: found?.amount_out ?? 0n }
}

/** Which of these logins act for a path at or below one path. */
export async function operatorsBelow(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  under: PathId,
  accountIds: readonly AccountId[],
): Promise<Set<AccountId>> {
  const found = await rows<{ id: AccountId }>(
    on,
    `select a.id from accounts a
      where a.id = any($2::integer[])
        and coalesce(a.main_account_id, a.id) in (
              select p.account_id from paths p
               where p.merchant_id = any($1::integer[]) and p.lineage @> array[$3::integer])`,
    [merchantIds, accountIds, under],
  )
  return new Set(found.map((account) => account.id))
}
