import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type {
  childAccountModules,
  childAccountTemplates,
  createChildAccount,
  NamedModule,
  queryChildAccount,
  updateChildAccount,
  updateChildAccountStatus,
} from '@strata/contract/endpoints/sub-accounts'
import { isPermissionId, moduleTree, PERMISSION, permissionRow, type RoleModule } from '@strata/contract/permissions'
import { STATUS_WORDS } from '@strata/contract/words'
import type { Queryable, Tx } from '../../platform/db.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { logAction } from '../audit-log/change-log.ts'
import type { LoggedChange } from '../audit-log/store-log.ts'
import { openNewPassword } from '../passwords/new-password.ts'
import { setPassword } from '../passwords/store-passwords.ts'
import type { PeopleContext } from '../profile/people-context.ts'
import type { Caller } from '../session/caller.ts'
import { changeOnce } from '../session/once-per-request.ts'
import { endSessionsOf } from '../session/store-sessions.ts'
import { forgetGuesses } from '../sign-in/waits.ts'
import { addSubAccount } from './new-accounts.ts'
import { findSubAccount, findSubAccounts, type SubAccount, saveSubAccount } from './store-people.ts'

/** The permissions of a template; the main account can grant only those it holds. */
const TEMPLATES: readonly { readonly id: number; readonly name: string; readonly moduleIds: readonly number[] }[] = [
  {
    id: 1,
    name: '报表',
    moduleIds: [PERMISSION.reports, PERMISSION.reportDetails, PERMISSION.exports, PERMISSION.results, PERMISSION.rules],
  },
  {
    id: 2,
    name: '操盘',
    moduleIds: [
      PERMISSION.boards,
      PERMISSION.replenish,
      PERMISSION.replenishSettings,
      PERMISSION.downlineAccept,
      PERMISSION.reports,
      PERMISSION.reportDetails,
      PERMISSION.results,
      PERMISSION.rules,
    ],
  },
  {
    id: 3,
    name: '客服',
    moduleIds: [
      PERMISSION.accounts,
      PERMISSION.status,
      PERMISSION.passwords,
      PERMISSION.reports,
      PERMISSION.reportDetails,
      PERMISSION.results,
      PERMISSION.rules,
    ],
  },
  {
    id: 4,
    name: '财务',
    moduleIds: [
      PERMISSION.accounts,
      PERMISSION.funds,
      PERMISSION.reports,
      PERMISSION.settlingUp,
      PERMISSION.reportDetails,
      PERMISSION.exports,
      PERMISSION.results,
      PERMISSION.rules,
    ],
  },
  {
    id: 5,
    name: '只读',
    moduleIds: [
      PERMISSION.boards,
      PERMISSION.accounts,
      PERMISSION.reports,
      PERMISSION.reportDetails,
      PERMISSION.results,
      PERMISSION.rules,
    ],
  },
]

/** The profile pages, which every account needs: they are part of each template. */
const OWN_PAGES = [
  PERMISSION.profile,
  PERMISSION.loginLog,
  PERMISSION.changeLog,
  PERMISSION.ownPassword,
  PERMISSION.ownDetails,
]

export function templates(caller: Caller): ResponseOf<typeof childAccountTemplates> {
  return TEMPLATES.map(({ id, name, moduleIds }) => ({
    id,
    name,
    moduleIds: [...moduleIds, ...OWN_PAGES].filter((module) => caller.permissionIds.has(module)).sort((a, b) => a - b),
  }))
}

const named = (modules: readonly RoleModule[]): NamedModule[] =>
  modules.map(({ frontElementId, children }) => ({
    frontElementId,
    name: isPermissionId(frontElementId) ? permissionRow(frontElementId).name : String(frontElementId),
    children: named(children),
  }))

/** What the caller can grant, and what a sub-account (or an operator, for those who manage operators) holds of it now. */
export async function modules(
  { pool }: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof childAccountModules>,
): Promise<ResponseOf<typeof childAccountModules> | Refusal> {
  const tree = named(moduleTree(caller.permissionIds))
  if (asked.accountId === undefined) return { tree, granted: [] }
  const { mainId } = caller.account
  const sub =
    (caller.isSub ? undefined : await findSubAccount(pool, mainId, asked.accountId)) ??
    (caller.permissionIds.has(PERMISSION.operators)
      ? await findSubAccount(pool, mainId, asked.accountId, { operator: true })
      : undefined)
  if (!sub) return refuse('notFound')
  return { tree, granted: sub.permissionIds.filter((id) => caller.permissionIds.has(id)) }
}

/** A page of the caller's sub-accounts, or of the operators among them, filtered and sorted as requested. */
export const subAccountsPage = (
  pool: Queryable,
  caller: Caller,
  asked: ParsedRequestOf<typeof queryChildAccount>,
  operators: boolean,
): Promise<{ items: SubAccount[]; total: number }> =>
  findSubAccounts(pool, {
    mainId: caller.account.mainId,
    operators,
    status: asked.status ?? null,
    keyword: asked.keyword || null,
    column: asked.sortInfo?.columnName ?? 'createdAt',
    descending: asked.sortInfo?.direction !== 0,
    limit: asked.pageSize,
    offset: (asked.pageIndex - 1) * asked.pageSize,
  })

export async function listSubAccounts(
  { pool }: { readonly pool: Queryable },
  caller: Caller,
  asked: ParsedRequestOf<typeof queryChildAccount>,
): Promise<ResponseOf<typeof queryChildAccount>> {
  const { pageIndex, pageSize } = asked
  const { items, total } = await subAccountsPage(pool, caller, asked, false)
  return {
    items: items.map((sub) => ({
      accountId: sub.id,
      accountName: sub.name,
      nickname: sub.nickname ?? '',
      status: sub.status,
      createdAt: sub.createdAt,
      lastLoginAt: sub.lastLoginAt,
      moduleIds: sub.permissionIds.filter((id) => caller.permissionIds.has(id)),
      allowedIps: [...sub.allowedIps],
    })),
    total,
    pageIndex,
    pageSize,
  }
}

/**
 * The set to be stored: only permissions that the main account holds, and no action without its page. Permissions
 * of the other side (admin pages, seen from the agent side) stay as they were.
 */
export function grantable(caller: Caller, asked: readonly number[], before: readonly number[]): number[] | Refusal {
  if (asked.some((id) => !caller.permissionIds.has(id))) return refuse('beyondTerm')
  const held = new Set(asked)
  const isLoose = (id: number): boolean => {
    const parent = isPermissionId(id) ? permissionRow(id).parent : undefined
    return parent !== undefined && !held.has(parent)
  }
  if (asked.some(isLoose)) return badField('moduleIds', '权限：请同时选择操作所属的页面')
  const outOfReach = before.filter((id) => !caller.permissionIds.has(id))
  return [...new Set([...outOfReach, ...held])].sort((a, b) => a - b)
}

const names = (ids: readonly number[]): string =>
  ids.map((id) => (isPermissionId(id) ? permissionRow(id).name : String(id))).join('、')

type Shown = Pick<SubAccount, 'nickname' | 'permissionIds' | 'allowedIps' | 'status'>

export function changesOf(before: Shown | null, after: Shown): LoggedChange[] {
  const fields = [
    ['nickname', '昵称', before?.nickname ?? '', after.nickname ?? ''],
    ['moduleIds', '权限', before ? names(before.permissionIds) : '', names(after.permissionIds)],
    ['allowedIps', '允许登录的IP', before?.allowedIps.join('、') ?? '', after.allowedIps.join('、')],
    ['status', '状态', before ? STATUS_WORDS[before.status] : '', STATUS_WORDS[after.status]],
  ] as const
  return fields.flatMap(([field, label, was, is]) => (was === is ? [] : [{ field, label, before: was, after: is }]))
}

export const logOf = (caller: Caller, sub: { name: string }, action: string, changes: readonly LoggedChange[]) => ({
  merchantId: caller.merchantId,
  pathId: caller.path.id,
  targetName: sub.name,
  action,
  changes,
})

/** Adds a login to the main account. At its first sign-in it must set its own passwords. */
export function createSub(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof createChildAccount>,
  after?: (tx: Tx, at: number) => Promise<void>,
): Promise<ResponseOf<typeof createChildAccount> | Refusal> {
  const { password, requestId, ...content } = asked
  const key = { accountId: caller.account.id, requestId, call: 'sub-accounts.create', content }
  const prepare = async () => {
    const permissionIds = grantable(caller, asked.moduleIds, [])
    if (permissionIds instanceof Refusal) return permissionIds
    const passwordHash = await openNewPassword(context, password, 'login', 'password')
    return passwordHash instanceof Refusal ? passwordHash : { permissionIds, passwordHash }
  }
  return changeOnce(context, key, prepare, async (tx, { permissionIds, passwordHash }, at) => {
    const { accountName: name, nickname, allowedIps = [] } = asked
    const main = { id: caller.account.mainId, merchantId: caller.merchantId, accountType: caller.roleType }
    const login = { name, ...(nickname ? { nickname } : {}), passwordHash, mustChangePassword: true }
    const made = await addSubAccount(tx, { ...login, main, permissionIds, allowedIps, at })
    if (made instanceof Refusal) return made
    const shown = { nickname: nickname || null, permissionIds, allowedIps, status: 1 as const }
    await logAction(tx, caller, logOf(caller, { name }, 'subAccountCreate', changesOf(null, shown)), at)
    await after?.(tx, at)
    return made
  })
}

/** Changes the given fields. A new password ends its sessions; a new permission set applies from its next call. */
export function updateSub(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof updateChildAccount>,
): Promise<ResponseOf<typeof updateChildAccount> | Refusal> {
  const { password, requestId, ...content } = asked
  const key = { accountId: caller.account.id, requestId, call: 'sub-accounts.update', content }
  const prepare = async () => {
    if (!(await findSubAccount(context.pool, caller.account.mainId, asked.accountId))) return refuse('notFound')
    const hash = password === undefined ? null : await openNewPassword(context, password, 'login', 'password')
    return hash instanceof Refusal ? hash : { hash }
  }
  return changeOnce(context, key, prepare, async (tx, { hash }, at) => {
    const before = await findSubAccount(tx, caller.account.mainId, asked.accountId, { locked: true })
    if (!before) return refuse('notFound')
    const permissionIds =
      asked.moduleIds === undefined ? before.permissionIds : grantable(caller, asked.moduleIds, before.permissionIds)
    if (permissionIds instanceof Refusal) return permissionIds
    const nickname = asked.nickname === undefined ? before.nickname : asked.nickname || null
    const after = { ...before, nickname, permissionIds, allowedIps: asked.allowedIps ?? before.allowedIps }
    await saveSubAccount(tx, after)
    const changes = changesOf(before, after)
    if (hash !== null) {
      await setPassword(tx, { accountId: before.id, kind: 'login', hash, mustChange: true, at })
      await endSessionsOf(tx, [before.id], { at, why: 'revoked' })
      await forgetGuesses(tx, before.name)
      changes.push({ field: 'password', label: '登录密码', before: '******', after: '******' })
    }
    await logAction(tx, caller, logOf(caller, before, 'subAccountUpdate', changes), at)
    tx.afterCommit(() => context.recheckStreams?.(caller.merchantId))
    return null
  })
}

/** 停用 ends its sessions at once; with 冻结 it can only read. */
export function setSubStatus(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof updateChildAccountStatus> & { readonly reason?: string | undefined },
): Promise<ResponseOf<typeof updateChildAccountStatus> | Refusal> {
  const { requestId, ...content } = asked
  const key = { accountId: caller.account.id, requestId, call: 'sub-accounts.updateStatus', content }
  const nothing = async () => ({})
  return changeOnce(context, key, nothing, async (tx, _prepared, at) => {
    const before = await findSubAccount(tx, caller.account.mainId, asked.accountId, { locked: true })
    if (!before) return refuse('notFound')
    if (before.status === asked.status) return refuse('stateForbids')
    const after = { ...before, status: asked.status }
    await saveSubAccount(tx, after)
    if (asked.status === 2) await endSessionsOf(tx, [before.id], { at, why: 'disabled' })
    const why = asked.reason ? [{ field: 'reason', label: '原因', before: null, after: asked.reason }] : []
    await logAction(tx, caller, logOf(caller, before, 'subAccountStatus', [...changesOf(before, after), ...why]), at)
    tx.afterCommit(() => context.recheckStreams?.(caller.merchantId))
    return null
  })
}
