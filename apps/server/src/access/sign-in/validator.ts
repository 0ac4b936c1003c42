import { randomBytes } from 'node:crypto'
import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type {
  validatorDisable,
  validatorEnable,
  validatorReset,
  validatorSetup,
} from '@strata/contract/endpoints/access'
import { onOffWord } from '@strata/contract/words'
import type { AccountId } from '@strata/domain/ids'
import { Secret, TOTP } from 'otpauth'
import type { Queryable } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { logAction } from '../audit-log/change-log.ts'
import { chargeGuess, guessedRight } from '../passwords/guesses.ts'
import { findPasswords, setPendingTotp, setTotp } from '../passwords/store-passwords.ts'
import { proveLogin, resetTarget } from '../passwords/update-password.ts'
import { platformName } from '../platform-settings/system-settings.ts'
import type { PeopleContext } from '../profile/people-context.ts'
import type { Caller } from '../session/caller.ts'
import { changeOnce } from '../session/once-per-request.ts'
import { claimWholeAccount, hasWholeAccount } from '../session/whole-account.ts'
import { hashRecoveryCode, matchesTotp, proveSecondFactor, totpPurpose } from './second-factor.ts'

const RECOVERY_CODES = 10

const logOf = (caller: Caller, action: string, isOn: boolean) => ({
  merchantId: caller.merchantId,
  pathId: caller.path.id,
  targetName: caller.account.name,
  action,
  changes: [{ field: 'validator', label: '验证器', before: onOffWord(!isOn), after: onOffWord(isOn) }],
})

/**
 * Makes a new secret to be scanned. It is not active until one of its codes was entered; a second call makes
 * another one.
 */
export function setUpValidator(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof validatorSetup>,
): Promise<ResponseOf<typeof validatorSetup> | Refusal> {
  const accountId = caller.account.id
  const key = { accountId, requestId: undefined, call: 'access.validatorSetup', content: asked }
  const prepare = async () => {
    const stored = await findPasswords(context.pool, accountId)
    if (stored?.totpSecret !== null) return refuse('stateForbids')
    return new Secret({ size: 20 })
  }
  return changeOnce(context, key, prepare, async (tx, secret: Secret) => {
    await setPendingTotp(tx, accountId, context.secrets.seal(secret.base32, totpPurpose(accountId)))
    const issuer = await platformName(context.pool)
    const totp = new TOTP({ issuer, label: caller.account.name, secret, digits: 6, period: 30 })
    return { secret: secret.base32, otpauthUrl: totp.toString() }
  })
}

/**
 * Whether a code is correct for the active secret, or else for the one being set up. Does not use the code up, so
 * that it can be entered again.
 */
export async function checkCode(
  context: PeopleContext,
  caller: Caller,
  code: string,
): Promise<{ ok: boolean } | Refusal> {
  const accountId = caller.account.id
  const wait = await chargeGuess(context, accountId, 'totp')
  if (wait) return wait
  const stored = await findPasswords(context.pool, accountId)
  const sealed = stored?.totpSecret ?? stored?.totpPending ?? null
  const ok = sealed !== null && matchesTotp(context.secrets.open(sealed, totpPurpose(accountId)), code, context.clock())
  if (ok) await guessedRight(context, accountId, 'totp')
  return { ok }
}

/** Sixty random bits as three groups of four, in an alphabet of 32 characters that cannot be confused. */
function recoveryCode(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789x'
  const letters = [...randomBytes(12)].map((byte) => alphabet[byte & 31])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4, 8).join('')}-${letters.slice(8).join('')}`
}

/** A new secret of a second factor, as base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** Activates a sealed secret. Returns the recovery codes, of which only the hashes are stored. */
export async function putTotp(on: Queryable, accountId: AccountId, sealed: string): Promise<string[]> {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  await setTotp(on, accountId, { secret: sealed, recoveryHashes: recoveryCodes.map(hashRecoveryCode) })
  return recoveryCodes
}

/** Activates the secret of the last setup. The recovery codes are returned only here; only their hashes are stored. */
export function enableValidator(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof validatorEnable>,
): Promise<ResponseOf<typeof validatorEnable> | Refusal> {
  const accountId = caller.account.id
  // The answer holds secrets, so it is not stored for retries.
  const key = { accountId, requestId: undefined, call: 'access.validatorEnable', content: null }
  const prepare = async () => {
    const wrong = await proveLogin(context, accountId, asked.password)
    if (wrong) return wrong
    const stored = await findPasswords(context.pool, accountId)
    if (!stored || stored.totpSecret !== null || stored.totpPending === null) return refuse('stateForbids')
    const pending = { totpSecret: stored.totpPending, recoveryHashes: [] }
    const refusal = await proveSecondFactor(context, accountId, pending, asked.verifyCode)
    if (refusal) return refusal
    return { secret: stored.totpPending }
  }
  return changeOnce(context, key, prepare, async (tx, { secret }: { secret: string }, at) => {
    const recoveryCodes = await putTotp(tx, accountId, secret)
    await logAction(tx, caller, logOf(caller, 'validatorEnable', true), at)
    return { recoveryCodes }
  })
}

/** Removes the second factor, with the login password and a code (or a recovery code). */
export function disableValidator(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof validatorDisable>,
): Promise<null | Refusal> {
  const accountId = caller.account.id
  const key = { accountId, requestId: asked.requestId, call: 'access.validatorDisable', content: null }
  const prepare = async () => {
    const wrong = await proveLogin(context, accountId, asked.password)
    if (wrong) return wrong
    const stored = await findPasswords(context.pool, accountId)
    if (!stored || stored.totpSecret === null) return refuse('stateForbids')
    return (await proveSecondFactor(context, accountId, stored, asked.verifyCode)) ?? {}
  }
  return changeOnce<object, null>(context, key, prepare, async (tx, _prepared, at) => {
    await setTotp(tx, accountId, null)
    await logAction(tx, caller, logOf(caller, 'validatorDisable', false), at)
    return null
  })
}

/**
 * An ancestor removes the second factor of a downline's account, for example after a lost phone. It is logged and
 * the account gets an alert.
 */
export function resetValidator(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof validatorReset>,
): Promise<null | Refusal> {
  const target = resetTarget(caller, asked.agentPathsId)
  if (target instanceof Refusal) return Promise.resolve(target)
  const { accountId, merchantId, id: pathId, name: targetName } = target
  const content = { agentPathsId: pathId }
  const key = { accountId: caller.account.id, requestId: asked.requestId, call: 'access.validatorReset', content }
  const prepare = async () => {
    if (!(await hasWholeAccount(context.pool, caller, target))) return refuse('sharedAccount')
    const stored = await findPasswords(context.pool, accountId)
    return stored?.totpSecret ? {} : refuse('stateForbids')
  }
  return changeOnce<object, null>(context, key, prepare, async (tx, _prepared, at) => {
    const shared = await claimWholeAccount(tx, caller, target)
    if (shared) return shared
    await setTotp(tx, accountId, null)
    const { changes } = logOf(caller, 'validatorReset', false)
    await logAction(tx, caller, { merchantId, pathId, targetName, action: 'validatorReset', changes }, at)
    await context.tell?.(tx, { merchantId, pathId, text: '上级停用了您的验证器', at })
    return null
  })
}
