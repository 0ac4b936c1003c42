import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { userCreate, userStatus, userUpdate } from '@strata/contract/endpoints/admin-merchants'
import type { userSessions, userSessionsEnd, userValidatorReset } from '@strata/contract/endpoints/operators'
import { PERMISSION } from '@strata/contract/permissions'
import { onOffWord } from '@strata/contract/words'
import type { AccountId } from '@strata/domain/ids'
import { isChangedSince } from '../../platform/changed-since.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { logAction } from '../audit-log/change-log.ts'
import type { LoggedChange } from '../audit-log/store-log.ts'
import { openNewPassword } from '../passwords/new-password.ts'
import { setPassword, setTotp } from '../passwords/store-passwords.ts'
import { proveLogin } from '../passwords/update-password.ts'
import { type PeopleContext, SECURITY_SUBJECT } from '../profile/people-context.ts'
import { isAllowed } from '../session/addresses.ts'
import type { Caller } from '../session/caller.ts'
import { changeOnce } from '../session/once-per-request.ts'
import { idleMsOf } from '../session/sessions.ts'
import { endSession, endSessionsOf, findDevices } from '../session/store-sessions.ts'
import { forgetGuesses } from '../sign-in/waits.ts'
import { lockAccount } from '../store-accounts.ts'
import {
  findSubAccount,
  hasOtherHolder,
  type SubAccount,
  saveContact,
  saveSubAccount,
} from '../sub-accounts/store-people.ts'
import { changesOf, createSub, grantable, logOf } from '../sub-accounts/sub-accounts.ts'

/**
 * Operators: logins of the head company with a set of permissions. Every change of one is written into the change log and told
 * to all operators. Nobody changes the own rights, and somebody who may manage operators always remains.
 */

type Update = ParsedRequestOf<typeof userUpdate>

/**
 * An operator may change another one only if it holds all of that one's permissions: whoever sets a password can sign in with
 * it. Refused in this order: notFound, beyondTerm.
 */
async function changeable(
  on: Queryable,
  caller: Caller,
  accountId: AccountId,
  options: { readonly locked?: true } = {},
): Promise<SubAccount | Refusal> {
  const operator = await findSubAccount(on, caller.account.mainId, accountId, { operator: true, ...options })
  if (!operator) return refuse('notFound')
  return operator.permissionIds.every((id) => caller.permissionIds.has(id)) ? operator : refuse('beyondTerm')
}

/** Changes of operators one after the other: of two that would take the last holder away, the second sees the first. */
async function claim(tx: Tx, caller: Caller, accountId: AccountId): Promise<SubAccount | Refusal> {
  await lockAccount(tx, caller.account.mainId)
  return changeable(tx, caller, accountId, { locked: true })
}

/** Whether somebody else who can sign in still manages operators after this change. */
async function remainsManaged(tx: Tx, caller: Caller, before: SubAccount, after: SubAccount): Promise<boolean> {
  const manages = ({ status, permissionIds }: SubAccount): boolean =>
    status === 1 && permissionIds.includes(PERMISSION.operators)
  if (!manages(before) || manages(after)) return true
  return hasOtherHolder(tx, caller.account.mainId, { id: before.id, permissionId: PERMISSION.operators })
}

interface Change {
  readonly action: string
  readonly changes: readonly LoggedChange[]
  /** What the alert says that was done, with the name of the operator it was done to. */
  readonly text: string
}

/** The line of the change log, and the alert that every operator gets. */
async function record(
  tx: Tx,
  { context, caller, at }: { readonly context: PeopleContext; readonly caller: Caller; readonly at: number },
  operator: { readonly name: string },
  { action, changes, text }: Change,
): Promise<void> {
  if (changes.length === 0) return
  await logAction(tx, caller, logOf(caller, operator, action, changes), at)
  const { merchantId, path, account } = caller
  await context.tell?.(tx, { merchantId, pathId: path.id, text: `${account.name} ${text}`, at })
  tx.afterCommit(() => context.recheckStreams?.(merchantId))
}

/** A new operator. Its first sign-in sets its own passwords; it changes nothing before it has a second factor. */
export const createOperator = (
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof userCreate>,
): Promise<ResponseOf<typeof userCreate> | Refusal> =>
  createSub(context, caller, asked, async (tx, at) => {
    const { merchantId, path, account } = caller
    const text = `${account.name} 新增了操作员 ${asked.accountName}`
    await context.tell?.(tx, { merchantId, pathId: path.id, text, at })
  })

// ---- details, permissions, password --------------------------------------------------------------------------------

/** What nobody changes of itself: another operator must look at it. */
const touchesRights = (asked: Update): boolean => asked.moduleIds !== undefined || asked.password !== undefined

const listOf = (ips: readonly string[]): string => ips.join('、')

/** Who is reached at the contact can take the account over; who is not in the list cannot use it. */
const touchesAccess = (before: SubAccount, { contact, allowedIps }: Update): boolean =>
  (contact !== undefined && contact !== before.contact) ||
  (allowedIps !== undefined && listOf(allowedIps) !== listOf(before.allowedIps))

/**
 * What is judged before the transaction. Refused in this order: notFound, beyondTerm, ownRights, badParameter (own address not
 * in the own list, own password missing), the own password, the rule of the new password.
 */
async function prepareUpdate(context: PeopleContext, caller: Caller, asked: Update) {
  const before = await changeable(context.pool, caller, asked.accountId)
  if (before instanceof Refusal) return before
  const own = before.id === caller.account.id
  if (own && touchesRights(asked)) return refuse('ownRights')
  if (own && asked.allowedIps && !isAllowed(caller.ip, asked.allowedIps))
    return badField('allowedIps', '允许登录的IP须包含当前IP')
  const needsProof = touchesAccess(before, asked)
  if (needsProof) {
    if (asked.ownPassword === undefined) return badField('ownPassword', '修改联系方式或允许登录的IP须输入您的登录密码')
    const wrong = await proveLogin(context, caller.account.id, asked.ownPassword)
    if (wrong) return wrong
  }
  const hash = asked.password === undefined ? null : await openNewPassword(context, asked.password, 'login', 'password')
  return hash instanceof Refusal ? hash : { hash, proved: needsProof }
}

function laidOver(caller: Caller, before: SubAccount, asked: Update): SubAccount | Refusal {
  const permissionIds =
    asked.moduleIds === undefined ? before.permissionIds : grantable(caller, asked.moduleIds, before.permissionIds)
  if (permissionIds instanceof Refusal) return permissionIds
  return {
    ...before,
    nickname: asked.nickname === undefined ? before.nickname : asked.nickname || null,
    permissionIds,
    allowedIps: asked.allowedIps ?? before.allowedIps,
    contact: asked.contact ?? before.contact,
  }
}

/** What a second operator may have changed meanwhile. */
const seenOf = ({ nickname, permissionIds, contact, allowedIps }: SubAccount) => ({
  nickname: nickname ?? '',
  moduleIds: [...permissionIds],
  contact,
  allowedIps: [...allowedIps],
})

/** Tells the old and the new contact, so that the operator hears of a change that it did not make. */
function tellContacts(context: PeopleContext, before: SubAccount, after: SubAccount): void {
  for (const address of new Set([before.contact, after.contact])) {
    if (address === '') continue
    context.sendCode?.({
      accountName: before.name,
      address,
      subject: SECURITY_SUBJECT,
      content: `操作员${before.name}的联系方式或允许登录的IP已修改。如非您或同事所为，请立即联系其他操作员。`,
    })
  }
}

/** Changes what is given. Another password ends its sessions; another permission set acts at its next call. */
export function updateOperator(context: PeopleContext, caller: Caller, asked: Update): Promise<null | Refusal> {
  const { password: _new, ownPassword: _own, requestId, ...content } = asked
  const key = { accountId: caller.account.id, requestId, call: 'admin.userUpdate', content }
  const prepare = () => prepareUpdate(context, caller, asked)
  type Prepared = { readonly hash: string | null; readonly proved: boolean }
  return changeOnce<Prepared, null>(context, key, prepare, async (tx, { hash, proved }, at) => {
    const before = await claim(tx, caller, asked.accountId)
    if (before instanceof Refusal) return before
    if (isChangedSince(seenOf(before), asked.seen, asked)) return refuse('changed', {}, { user: seenOf(before) })
    // Somebody else changed them since the password was asked for.
    const changesAccess = touchesAccess(before, asked)
    if (changesAccess && !proved) return refuse('changed')
    const after = laidOver(caller, before, asked)
    if (after instanceof Refusal) return after
    if (!(await remainsManaged(tx, caller, before, after))) return refuse('lastOperator')
    await saveSubAccount(tx, after)
    await saveContact(tx, after)
    const changes = changesOf(before, after)
    if (before.contact !== after.contact)
      changes.push({ field: 'contact', label: '联系方式', before: before.contact, after: after.contact })
    if (hash !== null) {
      await setPassword(tx, { accountId: before.id, kind: 'login', hash, mustChange: true, at })
      await endSessionsOf(tx, [before.id], { at, why: 'revoked' })
      await forgetGuesses(tx, before.name)
      changes.push({ field: 'password', label: '登录密码', before: '******', after: '******' })
    }
    const text = `修改了操作员 ${before.name} 的${changes.map(({ label }) => label).join('、')}`
    await record(tx, { context, caller, at }, before, { action: 'subAccountUpdate', changes, text })
    if (changesAccess) tx.afterCommit(() => tellContacts(context, before, after))
    return null
  })
}

const STATUS_TEXTS = { 1: '恢复了操作员', 2: '停用了操作员', 4: '冻结了操作员' } as const
const nothing = async (): Promise<object> => ({})

/** Status 2 ends the operator's sessions at once; status 4 leaves it reading. Refused: ownRights, stateForbids, lastOperator. */
export function setOperatorStatus(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof userStatus>,
): Promise<null | Refusal> {
  const { requestId, ...content } = asked
  const key = { accountId: caller.account.id, requestId, call: 'admin.userStatus', content }
  return changeOnce<object, null>(context, key, nothing, async (tx, _prepared, at) => {
    const before = await claim(tx, caller, asked.accountId)
    if (before instanceof Refusal) return before
    if (before.id === caller.account.id) return refuse('ownRights')
    if (before.status === asked.status) return refuse('stateForbids')
    const after = { ...before, status: asked.status }
    if (!(await remainsManaged(tx, caller, before, after))) return refuse('lastOperator')
    await saveSubAccount(tx, after)
    if (asked.status === 2) await endSessionsOf(tx, [before.id], { at, why: 'disabled' })
    const why = asked.reason ? [{ field: 'reason', label: '原因', before: null, after: asked.reason }] : []
    const changes = [...changesOf(before, after), ...why]
    const text = `${STATUS_TEXTS[asked.status]} ${before.name}`
    await record(tx, { context, caller, at }, before, { action: 'subAccountStatus', changes, text })
    return null
  })
}

// ---- second factor and sessions ------------------------------------------------------------------------------------

/** A lost phone: the operator must bind another one before its next change. Refused: ownRights, stateForbids. */
export function resetOperatorValidator(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof userValidatorReset>,
): Promise<null | Refusal> {
  const { requestId, ...content } = asked
  const key = { accountId: caller.account.id, requestId, call: 'admin.userValidatorReset', content }
  return changeOnce<object, null>(context, key, nothing, async (tx, _prepared, at) => {
    const operator = await claim(tx, caller, asked.accountId)
    if (operator instanceof Refusal) return operator
    if (operator.id === caller.account.id) return refuse('ownRights')
    if (!operator.validatorOn) return refuse('stateForbids')
    await setTotp(tx, operator.id, null)
    const changes = [{ field: 'validator', label: '验证器', before: onOffWord(true), after: onOffWord(false) }]
    const text = `重置了操作员 ${operator.name} 的验证器`
    await record(tx, { context, caller, at }, operator, { action: 'validatorReset', changes, text })
    return null
  })
}

export async function listOperatorSessions(
  { pool, clock }: PeopleContext,
  caller: Caller,
  { accountId }: ParsedRequestOf<typeof userSessions>,
): Promise<ResponseOf<typeof userSessions> | Refusal> {
  const operator = await findSubAccount(pool, caller.account.mainId, accountId, { operator: true })
  if (!operator) return refuse('notFound')
  const now = clock()
  const found = await findDevices(pool, operator.id, { now, seenSince: now - (await idleMsOf(pool)) })
  return found.map(({ id, device, ip, createdAt, seenAt }) => ({
    sessionId: id,
    device,
    ip,
    createdAt,
    seenAt,
    current: id === caller.sessionId,
  }))
}

/** Ends one session of an operator or all of them, but never the one that asks. */
export function endOperatorSessions(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof userSessionsEnd>,
): Promise<null | Refusal> {
  const { requestId, ...content } = asked
  const key = { accountId: caller.account.id, requestId, call: 'admin.userSessionsEnd', content }
  return changeOnce<object, null>(context, key, nothing, async (tx, _prepared, at) => {
    const operator = await claim(tx, caller, asked.accountId)
    if (operator instanceof Refusal) return operator
    const open = await findDevices(tx, operator.id, { now: at, seenSince: at - (await idleMsOf(context.pool)) })
    const ending = open.filter(
      ({ id }) => id !== caller.sessionId && (asked.sessionId === undefined || id === asked.sessionId),
    )
    if (ending.length === 0) return refuse('notFound')
    for (const { tokenHash } of ending) await endSession(tx, tokenHash, at, 'revoked')
    const changes = ending.map(({ device, ip }) => ({
      field: 'session',
      label: '登录设备',
      before: `${device}（${ip}）`,
      after: null,
    }))
    const text = `结束了操作员 ${operator.name} 的 ${ending.length} 个登录`
    await record(tx, { context, caller, at }, operator, { action: 'sessionEnded', changes, text })
    return null
  })
}
