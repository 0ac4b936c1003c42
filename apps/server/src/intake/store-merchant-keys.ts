import type { MerchantId } from '@strata/domain/ids'
import { maybeRow, type Queryable, rows } from '../platform/db.ts'

export interface MerchantKeyRow {
  readonly merchant_id: MerchantId
  readonly code: string
  readonly key_id: number
  readonly secret: string
  readonly bets_per_second: number | null
}

/** The codes of all merchants that have a live key. */
export async function readSigningCodes(on: Queryable, at: number): Promise<string[]> {
  const found = await rows<{ code: string }>(
    on,
    `select m.code from merchants m
      where exists (select from merchant_keys k where k.merchant_id = m.id and coalesce(k.retired_at > $1, true))`,
    [at],
  )
  return found.map(({ code }) => code)
}

/** Live signing keys of a merchant. */
export const readMerchantKeys = (on: Queryable, merchantId: MerchantId, at: number): Promise<MerchantKeyRow[]> =>
  rows<MerchantKeyRow>(
    on,
    `select m.id as merchant_id, m.code, k.key_id, k.secret, m.bets_per_second
       from merchants m join merchant_keys k on k.merchant_id = m.id
      where m.id = $1 and coalesce(k.retired_at > $2, true) order by k.key_id desc limit 2`,
    [merchantId, at],
  )

/** Retires all live keys but the newest, which stays valid beside the new one. Returns the number of the next key. */
export async function retireOldKeys(on: Queryable, merchantId: MerchantId, at: number): Promise<number> {
  const found = await rows<{ key_id: number; retired_at: bigint | null }>(
    on,
    'select key_id, retired_at from merchant_keys where merchant_id = $1 order by key_id desc for update',
    [merchantId],
  )
  const live = found.filter((key) => key.retired_at === null || key.retired_at > at).map((key) => key.key_id)
  await on.query('update merchant_keys set retired_at = $3 where merchant_id = $1 and key_id = any($2::integer[])', [
    merchantId,
    live.slice(1),
    at,
  ])
  return (found[0]?.key_id ?? 0) + 1
}

/** Retires all live keys but the newest. Returns the numbers of the retired keys. */
export async function retireAllButNewest(on: Queryable, merchantId: MerchantId, at: number): Promise<number[]> {
  const found = await rows<{ key_id: number }>(
    on,
    `update merchant_keys set retired_at = $2
      where merchant_id = $1 and coalesce(retired_at > $2, true)
        and key_id < (select max(key_id) from merchant_keys where merchant_id = $1)
      returning key_id`,
    [merchantId, at],
  )
  return found.map((key) => key.key_id).sort((a, b) => a - b)
}

export async function insertMerchantKey(
  on: Queryable,
  key: { readonly merchantId: MerchantId; readonly keyId: number; readonly secret: string; readonly at: number },
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
  merchantId: MerchantId,
  keyId: number,
): Promise<string | undefined> {
  const found = await maybeRow<{ secret: string }>(
    on,
    'select secret from merchant_keys where merchant_id = $1 and key_id = $2',
    [merchantId, keyId],
  )
  return found?.secret
}

/** Whether a key was sealed with the storage key of this id. */
export async function hasMerchantKeySealedBy(on: Queryable, storageKeyId: string): Promise<boolean> {
  const found = await rows(on, 'select from merchant_keys /* all merchants */ where starts_with(secret, $1) limit 1', [
    `${storageKeyId}.`,
  ])
  return found.length > 0
}

/** Whether a merchant has a key, live or not. */
export async function hasAnyMerchantKey(on: Queryable, merchantId: MerchantId): Promise<boolean> {
  return (await rows(on, 'select from merchant_keys where merchant_id = $1 limit 1', [merchantId])).length > 0
}

export interface StoredKey {
  readonly key_id: number
  readonly created_at: bigint
  /** May lie ahead: the key signs until then. */
  readonly retired_at: bigint | null
  readonly last_signed_at: bigint | null
}

/** All keys of a merchant without their secrets, newest first. */
export const listMerchantKeys = (on: Queryable, merchantId: MerchantId): Promise<StoredKey[]> =>
  rows<StoredKey & Record<string, unknown>>(
    on,
    `select key_id, created_at, retired_at, last_signed_at from merchant_keys
      where merchant_id = $1 order by key_id desc limit 500`,
    [merchantId],
  )

/** Sets when a key ends; null: not at all. */
export async function endMerchantKey(
  on: Queryable,
  merchantId: MerchantId,
  keyId: number,
  endsAt: number | null,
): Promise<void> {
  await on.query('update merchant_keys set retired_at = $3 where merchant_id = $1 and key_id = $2', [
    merchantId,
    keyId,
    endsAt,
  ])
}

/** Records that a key signed, unless another process did so within the last `everyMs`. */
export async function noteKeyUse(
  on: Queryable,
  used: { readonly merchantId: MerchantId; readonly keyId: number; readonly at: number; readonly everyMs: number },
): Promise<void> {
  await on.query(
    `update merchant_keys set last_signed_at = $3
      where merchant_id = $1 and key_id = $2 and coalesce(last_signed_at <= $3::bigint - $4::bigint, true)`,
    [used.merchantId, used.keyId, used.at, used.everyMs],
  )
}
