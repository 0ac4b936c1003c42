import { maybeRow, type Queryable, rows } from '../platform/db.ts'

export interface MerchantKeyRow {
  readonly merchant_id: number
  readonly code: string
  readonly key_id: number
  readonly secret: string
}

/** Live signing keys of a merchant code. */
export const readMerchantKeys = (on: Queryable, code: string): Promise<MerchantKeyRow[]> =>
  rows<MerchantKeyRow>(
    on,
    `select m.id as merchant_id, m.code, k.key_id, k.secret
       from merchants m join merchant_keys k on k.merchant_id = m.id
      where m.code = $1 and k.retired_at is null order by k.key_id desc limit 2`,
    [code],
  )

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

/** Whether the merchant of a code has a key, live or not. */
export async function hasMerchantKey(on: Queryable, code: string): Promise<boolean> {
  const found = await rows(
    on,
    'select from merchants m join merchant_keys k on k.merchant_id = m.id where m.code = $1 limit 1',
    [code],
  )
  return found.length > 0
}
