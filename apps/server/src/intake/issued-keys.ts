import { randomBytes } from 'node:crypto'
import type { MerchantId } from '@strata/domain/ids'
import type { Pool, Tx } from '../platform/db.ts'
import type { Secrets } from '../platform/secrets.ts'
import { merchantKeyPurpose } from '../platform/signature.ts'
import { insertMerchantKey, readMerchantSecret } from './store-merchant-keys.ts'

const KEY_BYTES = 32

interface IssuedKey {
  readonly merchantId: MerchantId
  readonly keyId: number
  readonly at: number
  /** Absent: a new random one. The demo has a key that its simulator knows. */
  readonly key?: string
}

/** Gives a merchant a signing key. Only the sealed form is stored. */
export async function issueKey(tx: Tx, secrets: Secrets, issued: IssuedKey): Promise<void> {
  const { merchantId, keyId, at, key = randomBytes(KEY_BYTES).toString('base64url') } = issued
  await insertMerchantKey(tx, {
    merchantId,
    keyId,
    secret: secrets.seal(key, merchantKeyPurpose(merchantId, keyId)),
    at,
  })
}

/** Reads the stored key and opens it: records of requests hold no secret, and a retry must return the same key. */
export async function openKey(
  { pool, secrets }: { readonly pool: Pool; readonly secrets: Secrets },
  merchantId: MerchantId,
  keyId: number,
): Promise<string> {
  const sealed = await readMerchantSecret(pool, merchantId, keyId)
  if (sealed === undefined) throw new Error(`merchant ${merchantId} has no key ${keyId}`)
  return secrets.open(sealed, merchantKeyPurpose(merchantId, keyId))
}
