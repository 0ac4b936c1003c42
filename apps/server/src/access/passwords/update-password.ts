import type { ParsedRequestOf } from '@strata/contract/endpoint'
import type { updatePassword } from '@strata/contract/endpoints/access'
import type { AccountId, PathId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { runTx, type Tx } from '../../platform/db.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { logAction } from '../audit-log/change-log.ts'
import { type PeopleContext, SECURITY_SUBJECT } from '../profile/people-context.ts'
import type { Caller } from '../session/caller.ts'
import { changeOnce } from '../session/once-per-request.ts'
import { endSessionsOf } from '../session/store-sessions.ts'
import { claimWholeAccount, hasWholeAccount } from '../session/whole-account.ts'
import { forgetGuesses } from '../sign-in/waits.ts'
import { type PathRef, pathsOfAccount } from '../store-account-paths.ts'
import { findAccount } from '../store-accounts.ts'
import { accountIdsWithSubs, findProfile } from '../sub-accounts/store-people.ts'
import { chargeGuess, guessedRight } from './guesses.ts'
import { hashNewPassword, openNewPassword, openWrapped, type PasswordKind } from './new-password.ts'
import { verifyPassword } from './password-pool.ts'
import { hashResetToken } from './reset-code.ts'
import {
  findPasswords,
  resetTokenAccount,
  type StoredPasswords,
  setPassword,
  useResetToken,
} from './store-passwords.ts'

type Request = ParsedRequestOf<typeof updatePassword>

const HIDDEN = '******'
const change = (kind: PasswordKind) => [
  {
    field: kind === 'login' ? 'password' : 'transferPassword',
    label: kind === 'login' ? '登录密码' : '转账密码',
    before: HIDDEN,
    after: HIDDEN,
  },
]

/** Whether a signed-in caller knows the login password; a wrong one counts as a guess. */
export async function proveLogin(
  context: PeopleContext,
  accountId: AccountId,
  sealed: string,
): Promise<Refusal | undefined> {
  const typed = await openWrapped(context, sealed)
  if (typed instanceof Refusal) return typed
  const wait = await chargeGuess(context, accountId, 'login')
  if (wait) return wait
  const stored = await findPasswords(context.pool, accountId)
  if (!(await verifyPassword(stored?.passwordHash ?? null, typed))) return refuse('loginPasswordWrong')
  await guessedRight(context, accountId, 'login')
  return undefined
}

/**
 * Opens both passwords and verifies the old one. For the first transfer password, which has no old one, the login
 * password is verified instead.
 */
async function prepareOwn(context: PeopleContext, accountId: AccountId, asked: Request, kind: PasswordKind) {
  const old = await openWrapped(context, asked.oldPassword ?? '')
  if (old instanceof Refusal) return old
  const fresh = await openWrapped(context, asked.newPassword)
  if (fresh instanceof Refusal) return fresh
  const stored = await findPasswords(context.pool, accountId)
  const proves: PasswordKind = kind === 'transfer' && stored?.transferHash === null ? 'login' : kind
  const wait = await chargeGuess(context, accountId, proves)
  if (wait) return wait
  const hash = proves === 'login' ? stored?.passwordHash : stored?.transferHash
  if (!(await verifyPassword(hash ?? null, old)))
    return refuse(proves === 'login' ? 'oldPasswordWrong' : 'transferPasswordWrong')
  await guessedRight(context, accountId, proves)
  if (old === fresh) return badField('newPassword', '新密码不能与原密码相同')
  return hashNewPassword(fresh, kind)
}

/** Changes the caller's own password. A new login password ends all other sessions of the account. */
async function changeOwn(context: PeopleContext, caller: Caller, asked: Request): Promise<null | Refusal> {
  const kind = asked.kind ?? 'login'
  const accountId = caller.account.id
  const key = { accountId, requestId: asked.requestId, call: 'access.updatePassword', content: { kind } }
  const prepare = () => prepareOwn(context, accountId, asked, kind)
  return changeOnce<string, null>(context, key, prepare, async (tx, hash, at) => {
    await setPassword(tx, { accountId, kind, hash, mustChange: false, at })
    if (kind === 'login') await endSessionsOf(tx, [accountId], { at, why: 'revoked', except: caller.tokenHash })
    const { merchantId, path, account } = caller
    const action = kind === 'login' ? 'password' : 'transferPassword'
    await logAction(
      tx,
      caller,
      { merchantId, pathId: path.id, targetName: account.name, action, changes: change(kind) },
      at,
    )
    tx.afterCommit(() => context.recheckStreams?.(merchantId))
    return null
  })
}

/**
 * The downline's path that an ancestor wants to reset: a path of an account that can sign in, and not the caller
 * itself.
 */
export function resetTarget(caller: Caller, pathId: PathId): PathRef | Refusal {
  if (caller.status === 4) return refuse('frozen')
  if (caller.owesPasswords) return refuse('passwordsDue')
  if (caller.owesValidator) return refuse('validatorDue')
  const target = caller.targets.get(pathId)
  if (!target) return refuse('notFound')
  if (target.accountId === caller.account.mainId || target.role >= ROLE.member) return refuse('stateForbids')
  return target
}

/**
 * Only an ancestor of all the account's paths may reset. It ends all sessions of the account, which must choose its
 * own password at the next sign-in.
 */
async function resetDownline(
  context: PeopleContext,
  caller: Caller,
  asked: Request,
  pathId: PathId,
): Promise<null | Refusal> {
  const kind = asked.kind ?? 'login'
  const target = resetTarget(caller, pathId)
  if (target instanceof Refusal) return target
  const content = { kind, agentPathsId: target.id }
  const key = { accountId: caller.account.id, requestId: asked.requestId, call: 'access.updatePassword', content }
  const prepare = async () => {
    // Checked before the wrapper is used up and the costly hash; checked again in the transaction.
    if (!(await hasWholeAccount(context.pool, caller, target))) return refuse('sharedAccount')
    return openNewPassword(context, asked.newPassword, kind)
  }
  return changeOnce<string, null>(context, key, prepare, async (tx, hash, at) => {
    const { accountId, merchantId, id: pathId, name: targetName } = target
    const shared = await claimWholeAccount(tx, caller, target)
    if (shared) return shared
    await setPassword(tx, { accountId, kind, hash, mustChange: true, at })
    // A person who had control of the account may still have access through one of its sub-accounts.
    if (kind === 'login') {
      await endSessionsOf(tx, await accountIdsWithSubs(tx, accountId), { at, why: 'revoked' })
      await forgetGuesses(tx, targetName)
    }
    const action = kind === 'login' ? 'passwordReset' : 'transferPasswordReset'
    await logAction(tx, caller, { merchantId, pathId, targetName, action, changes: change(kind) }, at)
    const text = kind === 'login' ? '上级重置了您的登录密码' : '上级重置了您的转账密码'
    await context.tell?.(tx, { merchantId, pathId, text, at })
    tx.afterCommit(() => context.recheckStreams?.(merchantId))
    return null
  })
}

/** Records a reset by code: a log line by the account itself, an alert, and a message to its contact. */
async function recordTokenReset(
  tx: Tx,
  context: PeopleContext,
  stored: StoredPasswords,
  { ip, at }: { readonly ip: string; readonly at: number },
): Promise<void> {
  const { accountId, merchantId, name } = stored
  const mainId = (await findAccount(tx, accountId))?.mainAccountId ?? accountId
  const [path] = await pathsOfAccount(tx, merchantId, mainId)
  if (!path) return
  const caller = { account: { id: accountId, name, mainId }, ip }
  const about = { merchantId, pathId: path.id, targetName: name }
  await logAction(tx, caller, { ...about, action: 'passwordByCode', changes: change('login') }, at)
  await context.tell?.(tx, { merchantId, pathId: path.id, text: '登录密码已用验证码重置', at })
  const address = (await findProfile(tx, accountId))?.details.contact ?? ''
  const content = `您的账号${name}的登录密码已用验证码重置。如非本人操作，请立即联系上级。`
  if (address !== '')
    tx.afterCommit(() => context.sendCode?.({ accountName: name, address, subject: SECURITY_SUBJECT, content }))
}

/** With the token of a checked code: ends all sessions, leaves second factor and transfer password unchanged. */
async function resetByToken(
  context: PeopleContext,
  { token, ip }: { readonly token: string; readonly ip: string },
  asked: Request,
): Promise<null | Refusal> {
  const tokenHash = hashResetToken(token)
  const at = context.clock()
  const accountId = await resetTokenAccount(context.pool, tokenHash, at)
  const stored = accountId === null ? undefined : await findPasswords(context.pool, accountId)
  if (!stored) return refuse('resetTokenWrong')
  const hash = await openNewPassword(context, asked.newPassword, 'login')
  if (hash instanceof Refusal) return hash
  return runTx(context.pool, {}, async (tx) => {
    if (!(await useResetToken(tx, tokenHash, at))) return refuse('resetTokenWrong')
    await setPassword(tx, { accountId: stored.accountId, kind: 'login', hash, mustChange: false, at })
    await endSessionsOf(tx, [stored.accountId], { at, why: 'revoked' })
    await forgetGuesses(tx, stored.name)
    await recordTokenReset(tx, context, stored, { ip, at })
    tx.afterCommit(() => context.recheckStreams?.(stored.merchantId))
    return null
  })
}

/** The three ways to set a new password: by token, one's own, a downline's. Without a session only by token. */
export function changePassword(
  context: PeopleContext,
  { caller, ip }: { readonly caller: Caller | null; readonly ip: string },
  asked: Request,
): Promise<null | Refusal> {
  if (asked.resetToken !== undefined) return resetByToken(context, { token: asked.resetToken, ip }, asked)
  if (caller === null) return Promise.resolve(refuse('sessionEnded'))
  return asked.agentPathsId === undefined
    ? changeOwn(context, caller, asked)
    : resetDownline(context, caller, asked, asked.agentPathsId)
}
