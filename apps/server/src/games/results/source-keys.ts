import { randomBytes } from 'node:crypto'
import type { GameId } from '@strata/domain/ids'
import type { Pool, Tx } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sourceKeyPurpose } from '../../platform/signature.ts'
import { addResultSource, insertSource, lockSource, readSourceSecret, replaceSourceKey } from './store-sources.ts'

const KEY_BYTES = 32

/** Only the sealed form of a key is stored. */
const sealed = (secrets: Secrets, code: string, key = randomBytes(KEY_BYTES).toString('base64url')): string =>
  secrets.seal(key, sourceKeyPurpose(code))

interface NewSource {
  readonly code: string
  readonly name: string
  readonly gameIds: readonly GameId[]
  readonly allowedIps: readonly string[]
  readonly at: number
}

/** Registers a result source with a key of its own. Refused: exists. */
export async function registerSource(tx: Tx, secrets: Secrets, source: NewSource): Promise<Refusal | null> {
  const isNew = await insertSource(tx, { ...source, secret: sealed(secrets, source.code) })
  return isNew ? null : refuse('exists')
}

/** Registers a source of all games with a key that is known already: the demo's, which its simulator signs with. */
export const registerKnownSource = (
  tx: Tx,
  secrets: Secrets,
  { key, ...source }: { readonly code: string; readonly name: string; readonly key: string; readonly at: number },
): Promise<void> => addResultSource(tx, { ...source, secret: sealed(secrets, source.code, key) })

/**
 * Gives a source a new key; the one before is accepted until `oldUntil`, or ends now (null). Refused in this order:
 * notFound, changed.
 */
export async function renewSourceKey(
  tx: Tx,
  secrets: Secrets,
  of: { readonly code: string; readonly version: number; readonly at: number; readonly oldUntil: number | null },
): Promise<{ readonly version: number } | Refusal> {
  const before = await lockSource(tx, of.code)
  if (!before) return refuse('notFound')
  if (before.version !== of.version) return refuse('changed', {}, { version: before.version })
  const version = before.version + 1
  await replaceSourceKey(tx, { ...of, secret: sealed(secrets, of.code), version })
  return { version }
}

/** Reads the stored key and opens it: records of requests hold no secret, and a retry must return the same key. */
export async function openSourceKey(
  { pool, secrets }: { readonly pool: Pool; readonly secrets: Secrets },
  code: string,
): Promise<string> {
  const secret = await readSourceSecret(pool, code)
  if (secret === undefined) throw new Error(`no result source ${code}`)
  return secrets.open(secret, sourceKeyPurpose(code))
}
