import type { ParsedRequestOf } from '@strata/contract/endpoint'
import type { updatePassword } from '@strata/contract/endpoints/access'
import { runTx } from '../../platform/db.ts'
import { Refusal, type RefusalDetails, refuse } from '../../platform/refusal.ts'
import { logAction } from '../audit-log/change-log.ts'
import type { PeopleContext } from '../profile/people-context.ts'
import type { Caller } from '../session/caller.ts'
import { changeOnce } from '../session/once-per-request.ts'
import { endSessionsOf } from '../session/store-sessions.ts'
import { claimWholeAccount, hasWholeAccount } from '../session/whole-account.ts'
import { chargeAttempt, forgetAttempts, type PathRef } from '../store-accounts.ts'
import { hashNewPassword, openNewPassword, openWrapped, type PasswordKind } from './new-password.ts'
import { verifyPassword } from './password-pool.ts'
import { hashResetToken } from './reset-code.ts'
import { findPasswords, resetTokenAccount, setPassword, useResetToken } from './store-passwords.ts'

type Request = ParsedRequestOf<typeof updatePassword>

/** Guesses of a password by somebody who is signed in. */
const perAccount = { free: 5, firstWaitMs: 30_000, longestWaitMs: 3_600_000, forgetAfterMs: 86_400_000 }

const HIDDEN = '******'
const change = (kind: PasswordKind) => [
  {
    field: kind === 'login' ? 'password' : 'transferPassword',
    label: kind === 'login' ? '登录密码' : '转账密码',
    before: HIDDEN,
    after: HIDDEN,
  },
]

/** Counts a guess before it is judged. `key`: what is guessed. */
export async function chargeGuess(context: PeopleContext, key: string): Promise<Refusal | undefined> {
  const now = context.clock()
  const until = await chargeAttempt(context.pool, key, { now, ...perAccount })
  if (until === 0) return undefined
  const details: RefusalDetails = { minutes: Math.max(1, Math.ceil((until - now) / 60_000)) }
  return refuse('lockedOut', details)
}

const guessKey = (accountId: number): string => `own-password ${accountId}`

/** Whether a signed-in person knows the login password; a wrong one counts as a guess. */
export async function proveLogin(
  context: PeopleContext,
  accountId: number,
  sealed: string,
): Promise<Refusal | undefined> {
  const typed = await openWrapped(context, sealed)
  if (typed instanceof Refusal) return typed
  const wait = await chargeGuess(context, guessKey(accountId))
  if (wait) return wait
  const stored = await findPasswords(context.pool, accountId)
  if (!(await verifyPassword(stored?.passwordHash ?? null, typed))) return refuse('oldPasswordWrong')
  await forgetAttempts(context.pool, guessKey(accountId))
  return undefined
}

/**
 * Opens both passwords and proves the old one. The first transfer password has no old one: the login password stands in.
 */
async function prepareOwn(context: PeopleContext, accountId: number, asked: Request, kind: PasswordKind) {
  const old = await openWrapped(context, asked.oldPassword ?? '')
  if (old instanceof Refusal) return old
  const fresh = await openWrapped(context, asked.newPassword)
  if (fresh instanceof Refusal) return fresh
  const wait = await chargeGuess(context, guessKey(accountId))
  if (wait) return wait
  const stored = await findPasswords(context.pool, accountId)
  const isFirst = kind === 'transfer' && stored?.transferHash === null
  const hash = kind === 'login' || isFirst ? stored?.passwordHash : stored?.transferHash
  if (!(await verifyPassword(hash ?? null, old))) {
    return refuse(kind === 'login' || isFirst ? 'oldPasswordWrong' : 'transferPasswordWrong')
  }
  await forgetAttempts(context.pool, guessKey(accountId))
  if (old === fresh) return refuse('badParameter', { message: '新密码不能与旧密码相同' })
  return hashNewPassword(fresh, kind)
}

/** One's own password. Another login password ends all other sessions of the account. */
async function changeOwn(context: PeopleContext, caller: Caller, asked: Request): Promise<null | Refusal> {
  const kind = asked.kind ?? 'login'
  const accountId = caller.account.id
  const key = { accountId, requestId: asked.requestId, call: 'access.updatePassword', content: { kind } }
  const prepare = () => prepareOwn(context, accountId, asked, kind)
  return changeOnce<string, null>(context, key, prepare, async (tx, hash, at) => {
    await setPassword(tx, { accountId, kind, hash, mustChange: false })
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

const BETTOR = 10001

/** The downline's path of a reset by an ancestor: somebody who signs in, and never oneself. */
export function resetTarget(caller: Caller, pathId: number): PathRef | Refusal {
  if (caller.status === 4) return refuse('frozen')
  const target = caller.targets.get(pathId)
  if (!target) return refuse('notFound')
  if (target.accountId === caller.account.mainId || target.role >= BETTOR) return refuse('stateForbids')
  return target
}

/** An ancestor of all the account's paths may; its reset ends all sessions of the account, which must choose its own password at the next sign-in. */
async function resetDownline(context: PeopleContext, caller: Caller, asked: Request): Promise<null | Refusal> {
  const kind = asked.kind ?? 'login'
  const target = resetTarget(caller, asked.agentPathsId as number)
  if (target instanceof Refusal) return target
  const content = { kind, agentPathsId: target.id }
  const key = { accountId: caller.account.id, requestId: asked.requestId, call: 'access.updatePassword', content }
  const prepare = async () => {
    // Before the wrapper is used up and the hash paid for; judged again in the transaction.
    if (!(await hasWholeAccount(context.pool, caller, target))) return refuse('sharedAccount')
    return openNewPassword(context, asked.newPassword, kind)
  }
  return changeOnce<string, null>(context, key, prepare, async (tx, hash, at) => {
    const { accountId, merchantId, id: pathId, name: targetName } = target
    const shared = await claimWholeAccount(tx, caller, target)
    if (shared) return shared
    await setPassword(tx, { accountId, kind, hash, mustChange: true })
    if (kind === 'login') await endSessionsOf(tx, [accountId], { at, why: 'revoked' })
    const action = kind === 'login' ? 'passwordReset' : 'transferPasswordReset'
    await logAction(tx, caller, { merchantId, pathId, targetName, action, changes: change(kind) }, at)
    const text = kind === 'login' ? '上级重置了您的登录密码' : '上级重置了您的转账密码'
    await context.tell?.(tx, { merchantId, pathId, text, at })
    tx.afterCommit(() => context.recheckStreams?.(merchantId))
    return null
  })
}

/** With the token of a checked code: ends all sessions, touches neither second factor nor transfer password. */
async function resetByToken(context: PeopleContext, token: string, asked: Request): Promise<null | Refusal> {
  const tokenHash = hashResetToken(token)
  const at = context.clock()
  const accountId = await resetTokenAccount(context.pool, tokenHash, at)
  const stored = accountId === null ? undefined : await findPasswords(context.pool, accountId)
  if (!stored) return refuse('resetTokenWrong')
  const hash = await openNewPassword(context, asked.newPassword, 'login')
  if (hash instanceof Refusal) return hash
  return runTx(context.pool, {}, async (tx) => {
    if (!(await useResetToken(tx, tokenHash, at))) return refuse('resetTokenWrong')
    await setPassword(tx, { accountId: stored.accountId, kind: 'login', hash, mustChange: false })
    await endSessionsOf(tx, [stored.accountId], { at, why: 'revoked' })
    tx.afterCommit(() => context.recheckStreams?.(stored.merchantId))
    return null
  })
}

/** The three ways to a new password; without a session only the first. */
export function changePassword(context: PeopleContext, caller: Caller | null, asked: Request): Promise<null | Refusal> {
  if (asked.resetToken !== undefined) return resetByToken(context, asked.resetToken, asked)
  if (caller === null) return Promise.resolve(refuse('sessionEnded'))
  return asked.agentPathsId === undefined ? changeOwn(context, caller, asked) : resetDownline(context, caller, asked)
}
