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
import type { Queryable } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { logAction } from '../audit-log/change-log.ts'
import type { LoggedChange } from '../audit-log/store-log.ts'
import { openNewPassword } from '../passwords/new-password.ts'
import { setPassword } from '../passwords/store-passwords.ts'
import type { PeopleContext } from '../profile/people-context.ts'
import type { Caller } from '../session/caller.ts'
import { changeOnce } from '../session/once-per-request.ts'
import { endSessionsOf } from '../session/store-sessions.ts'
import { addSubAccount } from './new-accounts.ts'
import { findSubAccount, findSubAccounts, type SubAccount, saveSubAccount } from './store-people.ts'

/** What a template grants, as far as the main account holds it. */
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

/** Everybody needs its own profile pages: they come with each template. */
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

/** What the main account can grant, and what a sub-account holds of it now. */
export async function modules(
  { pool }: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof childAccountModules>,
): Promise<ResponseOf<typeof childAccountModules> | Refusal> {
  const tree = named(moduleTree(caller.permissionIds))
  if (asked.accountId === undefined) return { tree, granted: [] }
  const sub = await findSubAccount(pool, caller.account.mainId, asked.accountId)
  if (!sub) return refuse('notFound')
  return { tree, granted: sub.permissionIds.filter((id) => caller.permissionIds.has(id)) }
}

/** A page of the caller's sub-accounts, or of the operators among them, as it was asked for. */
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
 * The set to be stored: only ever part of what the main account holds, and no action without its page. What the sub-account
 * was given on the other side (the admin pages, seen from the agent side) stays as it was.
 */
function grantable(caller: Caller, asked: readonly number[], before: readonly number[]): number[] | Refusal {
  if (asked.some((id) => !caller.permissionIds.has(id))) return refuse('beyondTerm')
  const held = new Set(asked)
  const isLoose = (id: number): boolean => {
    const parent = isPermissionId(id) ? permissionRow(id).parent : undefined
    return parent !== undefined && !held.has(parent)
  }
  if (asked.some(isLoose)) return refuse('badParameter', { message: '请同时选择操作所属的页面' })
  const kept = before.filter((id) => !caller.permissionIds.has(id))
  return [...new Set([...kept, ...held])].sort((a, b) => a - b)
}

const names = (ids: readonly number[]): string =>
  ids.map((id) => (isPermissionId(id) ? permissionRow(id).name : String(id))).join('、')

type Shown = Pick<SubAccount, 'nickname' | 'permissionIds' | 'allowedIps' | 'status'>

function changesOf(before: Shown | null, after: Shown): LoggedChange[] {
  const fields = [
    ['nickname', '昵称', before?.nickname ?? '', after.nickname ?? ''],
    ['moduleIds', '权限', before ? names(before.permissionIds) : '', names(after.permissionIds)],
    ['allowedIps', '允许登录的IP', before?.allowedIps.join('、') ?? '', after.allowedIps.join('、')],
    ['status', '状态', before ? STATUS_WORDS[before.status] : '', STATUS_WORDS[after.status]],
  ] as const
  return fields.flatMap(([field, label, was, is]) => (was === is ? [] : [{ field, label, before: was, after: is }]))
}

const logOf = (caller: Caller, sub: { name: string }, action: string, changes: readonly LoggedChange[]) => ({
  merchantId: caller.merchantId,
  pathId: caller.path.id,
  targetName: sub.name,
  action,
  changes,
})

/** A further login of the main account. Its first sign-in sets its own passwords. */
export function createSub(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof createChildAccount>,
): Promise<ResponseOf<typeof createChildAccount> | Refusal> {
  const { password, requestId, ...content } = asked
  const key = { accountId: caller.account.id, requestId, call: 'sub-accounts.create', content }
  const prepare = async () => {
    const permissionIds = grantable(caller, asked.moduleIds, [])
    if (permissionIds instanceof Refusal) return permissionIds
    const passwordHash = await openNewPassword(context, password, 'login')
    return passwordHash instanceof Refusal ? passwordHash : { permissionIds, passwordHash }
  }
  return changeOnce(context, key, prepare, async (tx, { permissionIds, passwordHash }, at) => {
    const { accountName: name, nickname, allowedIps = [] } = asked
    const main = { id: caller.account.mainId, merchantId: caller.merchantId, accountType: caller.roleType }
    const login = { name, ...(nickname ? { nickname } : {}), passwordHash, mustChangePassword: true }
    const made = await addSubAccount(tx, { ...login, main, permissionIds, at })
    if (made instanceof Refusal) return made
    const shown = { nickname: nickname || null, permissionIds, allowedIps, status: 1 as const }
    await saveSubAccount(tx, { id: made.accountId, ...shown })
    await logAction(tx, caller, logOf(caller, { name }, 'subAccountCreate', changesOf(null, shown)), at)
    return made
  })
}

/** Changes what is given; another password ends its sessions, another permission set acts at its next call. */
export function updateSub(
  context: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof updateChildAccount>,
): Promise<ResponseOf<typeof updateChildAccount> | Refusal> {
  const { password, requestId, ...content } = asked
  const key = { accountId: caller.account.id, requestId, call: 'sub-accounts.update', content }
  const prepare = async () => {
    if (!(await findSubAccount(context.pool, caller.account.mainId, asked.accountId))) return refuse('notFound')
    const hash = password === undefined ? null : await openNewPassword(context, password, 'login')
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
      await setPassword(tx, { accountId: before.id, kind: 'login', hash, mustChange: true })
      await endSessionsOf(tx, [before.id], { at, why: 'revoked' })
      changes.push({ field: 'password', label: '登录密码', before: '******', after: '******' })
    }
    await logAction(tx, caller, logOf(caller, before, 'subAccountUpdate', changes), at)
    tx.afterCommit(() => context.recheckStreams?.(caller.merchantId))
    return null
  })
}

/** 停用 ends its sessions at once; 冻结 leaves it what only reads. */
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
