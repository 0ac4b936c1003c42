import { randomBytes } from 'node:crypto'
import { gameById } from '@strata/domain/games/catalogue'
import type { GameId } from '@strata/domain/ids'
import type { Pool, Tx } from '../../platform/db.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sourceKeyPurpose } from '../../platform/signature.ts'
import {
  addResultSource,
  insertSource,
  lockSource,
  readSourceSecret,
  replaceSourceKey,
  type StoredSource,
  saveSource,
} from './store-sources.ts'

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

/** Who else puts results in force: a source of that name would be taken for it. */
const RESERVED: readonly string[] = ['manual', 'seed', 'demo', 'schedule', 'system']

type Rights = Pick<StoredSource, 'gameIds' | 'allowedIps'>

/** Games and addresses, each once. Refused: badParameter (an unknown game). */
function rightsOf({ gameIds, allowedIps }: Rights): Rights | Refusal {
  const unknown = gameIds.findIndex((id) => !gameById(id))
  if (unknown >= 0) return badField(`gameIds.${unknown}`, '没有这个彩种', '彩种')
  return { gameIds: [...new Set(gameIds)].sort((a, b) => a - b), allowedIps: [...new Set(allowedIps)] }
}

/**
 * Registers a result source with a key of its own. Returns it as it is stored. Refused in this order: badParameter
 * (reserved code, unknown game), sourceCodeTaken.
 */
export async function registerSource(
  tx: Tx,
  secrets: Secrets,
  source: NewSource,
): Promise<Pick<StoredSource, 'name' | 'gameIds' | 'allowedIps' | 'enabled'> | Refusal> {
  const { code, name, at } = source
  if (RESERVED.includes(code)) return badField('sourceCode', '该来源代码为系统保留，请换一个')
  const rights = rightsOf(source)
  if (rights instanceof Refusal) return rights
  const isNew = await insertSource(tx, { code, name, ...rights, at, secret: sealed(secrets, code) })
  return isNew ? { name, ...rights, enabled: true } : refuse('sourceCodeTaken')
}

interface SourceWish {
  readonly code: string
  /** The version that the operator saw. */
  readonly version: number
  readonly name: string | undefined
  readonly gameIds: readonly GameId[] | undefined
  readonly allowedIps: readonly string[] | undefined
  readonly enabled: boolean | undefined
}

/** Changes a source; what is undefined stays. Refused in this order: notFound, changed, badParameter (unknown game). */
export async function changeSource(
  tx: Tx,
  wish: SourceWish,
): Promise<{ readonly before: StoredSource; readonly after: StoredSource } | Refusal> {
  const before = await lockSource(tx, wish.code)
  if (!before) return refuse('notFound')
  if (before.version !== wish.version) return refuse('changed', {}, { version: before.version })
  const { gameIds = before.gameIds, allowedIps = before.allowedIps } = wish
  const rights = rightsOf({ gameIds, allowedIps })
  if (rights instanceof Refusal) return rights
  const { name = before.name, enabled = before.enabled } = wish
  const after = { ...before, name, ...rights, enabled, version: before.version + 1 }
  await saveSource(tx, after)
  return { before, after }
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
