import { type Queryable, row, rows } from '../platform/db.ts'

export interface ListedMerchant {
  readonly merchant_id: number
  readonly path_id: number
  readonly account_id: number
  readonly account_name: string
  readonly nickname: string | null
  readonly code: string
  readonly status: 1 | 2 | 4
  readonly fund_mode: 'credit' | 'cash'
  readonly quota: bigint
  readonly balance: bigint
  readonly credit_reset: boolean
  readonly created_at: bigint
  readonly last_login_at: bigint | null
}

const ORDER = {
  accountName: 'lower(p.name)',
  createdAt: 'm.created_at',
  credit: 'w.quota',
  balance: 'w.balance',
} as const

export interface MerchantsAsked {
  readonly status: number | null
  readonly keyword: string | null
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
 where ($1::smallint is null or p.status = $1)
   and ($2::text is null or position(lower($2) in lower(p.name)) > 0
        or position(lower($2) in lower(coalesce(p.nickname, ''))) > 0 or position(lower($2) in m.code) > 0)`

const fields = `m.id as merchant_id, p.id as path_id, a.id as account_id, p.name as account_name, p.nickname, m.code, p.status,
  m.fund_mode, w.quota, w.balance, m.credit_reset, m.created_at, a.last_login_at`

export async function findMerchants(
  on: Queryable,
  page: MerchantsAsked,
): Promise<{ items: ListedMerchant[]; total: number }> {
  const direction = page.descending ? 'desc' : 'asc'
  const values = [page.status, page.keyword]
  const items = await rows<ListedMerchant & Record<string, unknown>>(
    on,
    `select ${fields} ${from} order by ${ORDER[page.column]} ${direction}, m.id limit $3 offset $4`,
    [...values, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(on, `select count(*)::integer as total ${from}`, values)
  return { items, total }
}
