import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { merchantKeyCreate, merchantKeyQuery, merchantKeyRetire } from '@strata/contract/endpoints/merchant-keys'
import { wallClock } from '@strata/domain/calendar/wall-clock'
import type { PathId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { logAction } from '../access/audit-log.ts'
import type { AccessContext, Caller } from '../access/session.ts'
import { endMerchantKey, issueKey, listMerchantKeys, openKey, type StoredKey } from '../intake/merchant-keys.ts'
import type { Tx } from '../platform/db.ts'
import { forgetKeys } from '../platform/key-changes.ts'
import type { LiveHub } from '../platform/live.ts'
import { badField, Refusal, refuse } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { lockMerchantRecord, merchantCode } from '../tree/merchants.ts'
import { changeAs, changesOf } from './change.ts'

export interface KeysContext extends AccessContext {
  readonly secrets: Secrets
  readonly live: LiveHub
}

type Target = NonNullable<ReturnType<Caller['targets']['get']>>

/** The old key and the new one, while the game platform changes over. */
const MAX_LIVE = 2
const MAX_AHEAD_MS = 366 * 86_400_000

/** The merchant whose first path a request names. */
function merchantOf(caller: Caller, agentPathsId: PathId): Target | Refusal {
  const target = caller.targets.get(agentPathsId)
  if (!target) return refuse('notFound')
  return target.role === ROLE.merchant ? target : refuse('noKeysHere')
}

const isLive = (key: StoredKey, at: number): boolean => key.retired_at === null || key.retired_at > at
const instantOf = (at: bigint | null): number | null => (at === null ? null : Number(at))

/** merchant/key/query: the keys of a merchant, when each was made, last signed and ends. */
export async function queryKeys(
  { pool, clock }: KeysContext,
  caller: Caller,
  { agentPathsId }: ParsedRequestOf<typeof merchantKeyQuery>,
): Promise<ResponseOf<typeof merchantKeyQuery> | Refusal> {
  const target = merchantOf(caller, agentPathsId)
  if (target instanceof Refusal) return target
  const at = clock()
  const keys = await listMerchantKeys(pool, target.merchantId)
  return {
    code: await merchantCode(pool, target.merchantId),
    items: keys.map((key) => ({
      keyId: key.key_id,
      live: isLive(key, at),
      createdAt: Number(key.created_at),
      retiredAt: instantOf(key.retired_at),
      lastSignedAt: instantOf(key.last_signed_at),
    })),
  }
}

interface Written {
  readonly tx: Tx
  readonly at: number
  readonly target: Target
}

/** Logs a change of keys, and has every process drop its cached ones after commit. */
async function record(
  { live }: KeysContext,
  caller: Caller,
  { tx, at, target }: Written,
  change: Parameters<typeof changesOf>[0][number],
): Promise<void> {
  const { merchantId } = target
  tx.afterCommit(() => forgetKeys(live, merchantId))
  const about = { merchantId, pathId: target.id, targetName: target.name }
  await logAction(tx, caller, { ...about, action: 'merchant', changes: changesOf([change]) }, at)
}

/**
 * merchant/key/create: a new key beside the live one. A third is refused, so that no key in use ends unasked. Refused
 * in this order: notFound, noKeysHere (no merchant's path), twoKeys.
 */
export async function createKey(
  context: KeysContext,
  caller: Caller,
  input: ParsedRequestOf<typeof merchantKeyCreate>,
): Promise<ResponseOf<typeof merchantKeyCreate> | Refusal> {
  const target = merchantOf(caller, input.agentPathsId)
  if (target instanceof Refusal) return target
  const { merchantId } = target
  const made = await changeAs(context, caller, { call: 'merchant/key/create', input }, async (tx, at) => {
    await lockMerchantRecord(tx, merchantId)
    const keys = await listMerchantKeys(tx, merchantId)
    if (keys.filter((key) => isLive(key, at)).length >= MAX_LIVE) return refuse('twoKeys')
    const keyId = (keys[0]?.key_id ?? 0) + 1
    await issueKey(tx, context.secrets, { merchantId, keyId, at })
    await record(context, caller, { tx, at, target }, ['key', '平台密钥', null, `第${keyId}把`])
    return { keyId }
  })
  if (made instanceof Refusal) return made
  return { keyId: made.keyId, key: await openKey(context, merchantId, made.keyId) }
}

const endProblem = (end: number | null, at: number): string | null => {
  if (end === null) return null
  if (end < at) return '停用时间不能早于现在'
  return end > at + MAX_AHEAD_MS ? '停用时间须在一年之内' : null
}

const endText = (end: bigint | number | null): string => (end === null ? '未设停用' : wallClock(Number(end)))

/**
 * merchant/key/retire: ends a key at once or at a set time, or takes back an end that lies ahead. Refused in this order:
 * notFound (path), noKeysHere (no merchant's path), badParameter (a time that has passed), notFound (key), keyRetired,
 * lastKey (no other live key without an end, and not confirmed).
 */
export async function retireKey(
  context: KeysContext,
  caller: Caller,
  input: ParsedRequestOf<typeof merchantKeyRetire>,
): Promise<null | Refusal> {
  const target = merchantOf(caller, input.agentPathsId)
  if (target instanceof Refusal) return target
  const { merchantId } = target
  const done = await changeAs<Record<string, never>>(
    context,
    caller,
    { call: 'merchant/key/retire', input },
    async (tx, at) => {
      const end = input.retireAt === undefined ? at : input.retireAt
      const problem = endProblem(end, at)
      if (problem !== null) return badField('retireAt', problem)
      await lockMerchantRecord(tx, merchantId)
      const keys = await listMerchantKeys(tx, merchantId)
      const key = keys.find(({ key_id }) => key_id === input.keyId)
      if (!key) return refuse('notFound')
      if (!isLive(key, at)) return refuse('keyRetired')
      const others = keys.filter((other) => other !== key && other.retired_at === null)
      if (end !== null && others.length === 0 && !input.isLastKey) return refuse('lastKey')
      await endMerchantKey(tx, merchantId, key.key_id, end)
      const label = `第${key.key_id}把密钥停用时间`
      await record(context, caller, { tx, at, target }, ['retireAt', label, endText(key.retired_at), endText(end)])
      return {}
    },
  )
  return done instanceof Refusal ? done : null
}
