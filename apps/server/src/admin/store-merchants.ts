import type { Day } from '@strata/domain/calendar'
import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { type Queryable, row, rows } from '../platform/db.ts'

export interface ListedMerchant {
  readonly merchant_id: MerchantId
  readonly path_id: PathId
  readonly account_id: AccountId
  readonly account_name: string
  readonly nickname: string | null
  readonly code: string
  readonly status: 1 | 2 | 4
  readonly fund_mode: 'credit' | 'cash'
  readonly quota: bigint
  readonly issued: bigint
  readonly balance: bigint
  readonly credit_reset: boolean
  readonly agents: number
  readonly members: number
  readonly keys: number
  readonly lease_until: Day | null
  /** null: the platform's. */
  readonly balance_line: bigint | null
  readonly key_since: bigint | null
  readonly last_signed_at: bigint | null
  readonly created_at: bigint
  readonly last_login_at: bigint | null
}

const ORDER = {
  accountName: 'lower(p.name)',
  code: 'm.code',
  createdAt: 'm.created_at',
  lastLoginAt: 'coalesce(a.last_login_at, 0)',
  credit: 'w.quota',
  balance: 'w.balance',
  lastSignedAt: 'coalesce(k.last_signed_at, 0)',
  keySince: 'coalesce(k.key_since, 0)',
  leaseUntil: "coalesce(m.lease_until, 'infinity')",
} as const

export interface MerchantsAsked {
  readonly status: number | null
  readonly keyword: string | null
  readonly fundMode: 'credit' | 'cash' | null
  readonly keyState: 'none' | 'old' | null
  /** Now: a key whose end lies behind is not live. */
  readonly at: number
  /** A newest live key made before this instant is old. */
  readonly oldBefore: number
  readonly column: keyof typeof ORDER
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

const from = `
  from merchants m
  join paths p on p.merchant_id = m.id and p.role = 1 and p.closed_at is null
  join accounts a on a.id = p.account_id
  join wallets w on w.merchant_id = m.id and w.path_id = p.id
  left join lateral (select count(*) filter (where coalesce(e.retired_at > $5, true))::integer as keys,
                            max(e.created_at) filter (where coalesce(e.retired_at > $5, true)) as key_since,
                            max(e.last_signed_at) as last_signed_at
                       from merchant_keys e where e.merchant_id = m.id) k on true
 where ($1::smallint is null or p.status = $1)
   and ($2::text is null or position(lower($2) in lower(p.name)) > 0
        or position(lower($2) in lower(coalesce(p.nickname, ''))) > 0 or position(lower($2) in m.code) > 0)
   and ($3::text is null or m.fund_mode = $3)
   and case $4::text when 'none' then k.keys = 0 when 'old' then k.key_since < $6 else true end`

const fields = `m.id as merchant_id, p.id as path_id, a.id as account_id, p.name as account_name, p.nickname, m.code, p.status,
  m.fund_mode, w.quota, w.balance, m.credit_reset, m.created_at, a.last_login_at, k.keys, k.key_since, k.last_signed_at, m.lease_until,
  m.balance_line`

interface TreeCounts {
  readonly path_id: PathId
  readonly agents: number
  readonly members: number
  readonly issued: bigint
}

/** What is below these merchants' paths. */
async function countTrees(
  on: Queryable,
  of: readonly { readonly merchant_id: MerchantId; readonly path_id: PathId }[],
): Promise<Map<PathId, TreeCounts>> {
  const found = await rows<TreeCounts & Record<string, unknown>>(
    on,
    `select l.id as path_id, c.agents, c.members, i.issued
       from paths l
       cross join lateral (select count(*) filter (where d.role in (2, 3))::integer as agents,
                                  count(*) filter (where d.role = 10001)::integer as members
                             from paths d where d.merchant_id = l.merchant_id and d.closed_at is null) c
       cross join lateral (select coalesce(sum(v.quota), 0)::bigint as issued
                             from paths d join wallets v on v.merchant_id = d.merchant_id and v.path_id = d.id
                            where d.merchant_id = l.merchant_id and d.parent_id = l.id and d.closed_at is null) i
      where l.merchant_id = any($1::integer[]) and l.id = any($2::integer[])`,
    [of.map((one) => one.merchant_id), of.map((one) => one.path_id)],
  )
  return new Map(found.map((line) => [line.path_id, line]))
}

/** One page of merchants. The trees are counted for the merchants of the page alone. */
export async function findMerchants(
  on: Queryable,
  page: MerchantsAsked,
): Promise<{ items: ListedMerchant[]; total: number }> {
  const direction = page.descending ? 'desc' : 'asc'
  const order = `${ORDER[page.column]} ${direction}, m.id`
  const values = [page.status, page.keyword, page.fundMode, page.keyState, page.at, page.oldBefore]
  const listed = await rows<Omit<ListedMerchant, keyof TreeCounts> & Pick<ListedMerchant, 'path_id'>>(
    on,
    `select ${fields} ${from} order by ${order} limit $7 offset $8`,
    [...values, page.limit, page.offset],
  )
  const trees = await countTrees(on, listed)
  const items = listed.map((line) => ({ ...line, ...must(trees.get(line.path_id), 'the tree of a merchant') }))
  const { total } = await row<{ total: number }>(on, `select count(*)::integer as total ${from}`, values)
  return { items, total }
}
