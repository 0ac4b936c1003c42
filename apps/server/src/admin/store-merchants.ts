import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'

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

export async function isCodeTaken(on: Queryable, code: string): Promise<boolean> {
  return (await rows(on, 'select from merchants where code = $1', [code])).length > 0
}

export interface MerchantRecord {
  readonly name: string
  readonly logo: string
  readonly credit_reset: boolean
}

/** Takes a merchant to change it: bets of it wait. */
export const lockMerchantRecord = (on: Queryable, merchantId: number): Promise<MerchantRecord | undefined> =>
  maybeRow<MerchantRecord & Record<string, unknown>>(
    on,
    'select name, logo, credit_reset from merchants where id = $1 for no key update',
    [merchantId],
  )

export async function saveMerchant(on: Queryable, merchantId: number, merchant: MerchantRecord): Promise<void> {
  await on.query('update merchants set name = $2, logo = $3, credit_reset = $4 where id = $1', [
    merchantId,
    merchant.name,
    merchant.logo,
    merchant.credit_reset,
  ])
}

/** The name that people read beside the merchant's account. */
export async function renameMerchant(
  on: Queryable,
  merchant: { readonly merchantId: number; readonly pathId: number; readonly nickname: string | null },
): Promise<void> {
  await on.query(
    `with renamed as (
       update paths set changed = pg_current_xact_id(), nickname = $3 where merchant_id = $1 and id = $2 returning account_id
     )
     update accounts a set nickname = $3 from renamed r where a.id = r.account_id`,
    [merchant.merchantId, merchant.pathId, merchant.nickname],
  )
}

/** The number of the next key; keys that end with it are marked so: only the newest of those before stays beside it. */
export async function retireOldKeys(on: Queryable, merchantId: number, at: number): Promise<number> {
  const found = await rows<{ key_id: number; retired_at: bigint | null }>(
    on,
    'select key_id, retired_at from merchant_keys where merchant_id = $1 order by key_id desc for update',
    [merchantId],
  )
  const live = found.filter((key) => key.retired_at === null).map((key) => key.key_id)
  await on.query('update merchant_keys set retired_at = $3 where merchant_id = $1 and key_id = any($2::integer[])', [
    merchantId,
    live.slice(1),
    at,
  ])
  return (found[0]?.key_id ?? 0) + 1
}

/** Ends all live keys but the newest; the numbers of those ended. */
export async function retireAllButNewest(on: Queryable, merchantId: number, at: number): Promise<number[]> {
  const found = await rows<{ key_id: number }>(
    on,
    `update merchant_keys set retired_at = $2
      where merchant_id = $1 and retired_at is null
        and key_id < (select max(key_id) from merchant_keys where merchant_id = $1)
      returning key_id`,
    [merchantId, at],
  )
  return found.map((key) => key.key_id).sort((a, b) => a - b)
}

export async function insertMerchantKey(
  on: Queryable,
  key: { readonly merchantId: number; readonly keyId: number; readonly secret: string; readonly at: number },
): Promise<void> {
  await on.query('insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, $2, $3, $4)', [
    key.merchantId,
    key.keyId,
    key.secret,
    key.at,
  ])
}

export async function readMerchantSecret(
  on: Queryable,
  merchantId: number,
  keyId: number,
): Promise<string | undefined> {
  const found = await maybeRow<{ secret: string }>(
    on,
    'select secret from merchant_keys where merchant_id = $1 and key_id = $2',
    [merchantId, keyId],
  )
  return found?.secret
}
