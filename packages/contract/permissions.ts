/**
 * The permission table: page ids and, under them, action ids. Endpoints name ids of this table (endpoint.ts), so a call
 * in no row does not compile. Menu, routes, server checks and the access matrix all read it. Free of zod.
 */

import type { Role, Status } from '@strata/domain/tree'

/** What a row gives: `read` only looks, `write` changes things, `own` concerns only oneself. */
export type PermissionKind = 'read' | 'write' | 'own'
export type PermissionSide = 'agent' | 'admin' | 'shared'

type PermissionRow = {
  readonly name: string
  readonly kind: PermissionKind
  readonly side: PermissionSide
  /** The page id that an action id belongs to. */
  readonly parent?: number
}

/** The ids of the specification by name: nothing else of the code spells a number. */
export const PERMISSION = {
  boards: 70000,
  replenish: 70001,
  replenishSettings: 70002,
  downlineAccept: 70003,
  flyOut: 70004,
  accounts: 80000,
  createAccounts: 80001,
  terms: 80002,
  funds: 80003,
  status: 80004,
  passwords: 80005,
  maxFill: 80006,
  groups: 9000000,
  profile: 30000,
  loginLog: 30001,
  changeLog: 30002,
  ownPassword: 30003,
  ownDetails: 30004,
  reports: 50000,
  settlingUp: 50001,
  reportDetails: 50003,
  exports: 50009,
  results: 60000,
  rules: 100000,
  merchants: 20000,
  games: 41000,
  maintenance: 42000,
  fundLogs: 44000,
  systemConfig: 45000,
  odds: 46000,
  notices: 120000,
} as const

export const PERMISSIONS = {
  [PERMISSION.boards]: { name: '即时注单', kind: 'read', side: 'agent' },
  [PERMISSION.replenish]: { name: '手动补货', kind: 'write', side: 'agent', parent: PERMISSION.boards },
  [PERMISSION.replenishSettings]: { name: '补货设置', kind: 'write', side: 'agent', parent: PERMISSION.boards },
  [PERMISSION.downlineAccept]: { name: '下线补货方式', kind: 'write', side: 'agent', parent: PERMISSION.boards },
  [PERMISSION.flyOut]: { name: '放飞', kind: 'write', side: 'agent', parent: PERMISSION.boards },
  [PERMISSION.accounts]: { name: '用户管理', kind: 'read', side: 'agent' },
  [PERMISSION.createAccounts]: { name: '新增与升级', kind: 'write', side: 'agent', parent: PERMISSION.accounts },
  [PERMISSION.terms]: { name: '修改占成与退水', kind: 'write', side: 'agent', parent: PERMISSION.accounts },
  [PERMISSION.funds]: { name: '上下分与回收', kind: 'write', side: 'agent', parent: PERMISSION.accounts },
  [PERMISSION.status]: { name: '修改状态', kind: 'write', side: 'agent', parent: PERMISSION.accounts },
  [PERMISSION.passwords]: { name: '重置密码', kind: 'write', side: 'agent', parent: PERMISSION.accounts },
  [PERMISSION.maxFill]: { name: '补货上限', kind: 'write', side: 'agent', parent: PERMISSION.accounts },
  [PERMISSION.groups]: { name: '群组管理', kind: 'write', side: 'agent' },
  [PERMISSION.profile]: { name: '个人管理', kind: 'own', side: 'shared' },
  [PERMISSION.loginLog]: { name: '登录日志', kind: 'own', side: 'shared', parent: PERMISSION.profile },
  [PERMISSION.changeLog]: { name: '变更日志', kind: 'own', side: 'shared', parent: PERMISSION.profile },
  [PERMISSION.ownPassword]: { name: '修改密码', kind: 'own', side: 'shared', parent: PERMISSION.profile },
  [PERMISSION.ownDetails]: { name: '个人资料', kind: 'own', side: 'agent', parent: PERMISSION.profile },
  [PERMISSION.reports]: { name: '报表查询', kind: 'read', side: 'shared' },
  [PERMISSION.settlingUp]: { name: '标记交收', kind: 'write', side: 'shared', parent: PERMISSION.reports },
  [PERMISSION.reportDetails]: { name: '报表明细', kind: 'read', side: 'shared', parent: PERMISSION.reports },
  [PERMISSION.exports]: { name: '导出', kind: 'read', side: 'shared', parent: PERMISSION.reports },
  [PERMISSION.results]: { name: '开奖结果', kind: 'read', side: 'shared' },
  [PERMISSION.rules]: { name: '规则说明', kind: 'read', side: 'shared' },
  [PERMISSION.merchants]: { name: '商户管理', kind: 'write', side: 'admin' },
  [PERMISSION.games]: { name: '游戏中心', kind: 'write', side: 'admin' },
  [PERMISSION.maintenance]: { name: '维护设置', kind: 'write', side: 'admin' },
  [PERMISSION.fundLogs]: { name: '资金变动记录', kind: 'write', side: 'admin' },
  [PERMISSION.systemConfig]: { name: '系统设置', kind: 'write', side: 'admin' },
  [PERMISSION.odds]: { name: '赔率管理', kind: 'write', side: 'admin' },
  [PERMISSION.notices]: { name: '公告管理', kind: 'write', side: 'admin' },
} as const satisfies Record<number, PermissionRow>

export type PermissionId = keyof typeof PERMISSIONS

/** Every id, ascending. */
export const PERMISSION_IDS = (Object.keys(PERMISSIONS).map(Number) as PermissionId[]).sort((a, b) => a - b)

/** Page ids that everybody holds, signed in or not. */
export const ALWAYS_ALLOWED_IDS = [101, 102, 103, 104, 105, 106, 404] as const

export const isPermissionId = (id: number): id is PermissionId => Object.hasOwn(PERMISSIONS, id)

export const permissionRow = (id: PermissionId): PermissionRow => PERMISSIONS[id]

/**
 * What lets a caller make a call. `public`: nobody need be signed in; `session`: any signed-in account; `main`: any
 * main account, no sub-account; `signed`: the signature of a game platform or result source; ids: one of them suffices.
 */
export type Access =
  | 'public'
  | 'session'
  | 'main'
  | 'signed'
  | PermissionId
  | readonly [PermissionId, ...PermissionId[]]

export type AccessRule = {
  readonly permission: Access
  /** What suffices instead when the call is about the caller's own path only. */
  readonly ownPermission?: Access | undefined
}

export type Caller = {
  readonly signedIn: boolean
  readonly isSubAccount: boolean
  /** A sub-account's set already intersected with its main account's. */
  readonly permissionIds: ReadonlySet<number>
}

const meets = (access: Access, caller: Caller): boolean => {
  if (access === 'public') return true
  if (access === 'signed' || !caller.signedIn) return false
  if (access === 'session') return true
  if (access === 'main') return !caller.isSubAccount
  if (typeof access === 'number') return caller.permissionIds.has(access)
  return access.some((id) => caller.permissionIds.has(id))
}

/**
 * How far a caller may go with a call: `any` path of its downline (itself included), only its `own` path (a request
 * without agentPathsId or with the caller's current one), or `none`.
 * A call whose only rule is `signed` always answers `none` here: signatures are checked apart.
 */
export const reachOf = (rule: AccessRule, caller: Caller): 'any' | 'own' | 'none' => {
  if (meets(rule.permission, caller)) return 'any'
  return rule.ownPermission !== undefined && meets(rule.ownPermission, caller) ? 'own' : 'none'
}

export type CallRefusal = 'disabled' | 'frozen' | 'noPermission'

/**
 * Whether a caller whose effective status is given may make a call, and how far. Refused in the order of `CallRefusal`: a
 * disabled path may nothing; a frozen one is told so where a call changes things, for it has lost the ids of those calls;
 * then the ids decide.
 */
export const judgeCall = (
  rule: AccessRule & { readonly whenFrozen: 'allowed' | 'refused' },
  caller: Caller & { readonly status: Status },
): { readonly reach: 'any' | 'own' } | { readonly refusal: CallRefusal } => {
  if (caller.status === 2) return { refusal: 'disabled' }
  if (caller.status === 4 && rule.whenFrozen === 'refused') return { refusal: 'frozen' }
  const reach = reachOf(rule, caller)
  return reach === 'none' ? { refusal: 'noPermission' } : { reach }
}

/** What a main account of a role holds. `admin`: the account also signs in on the admin side. */
export const rolePermissions = (options: {
  roleId: Role
  isAllowPilotOut: boolean
  admin: boolean
}): PermissionId[] => {
  const bettor = options.roleId > 3
  return PERMISSION_IDS.filter((id) => {
    const row = permissionRow(id)
    if (row.side === 'admin') return options.admin
    if (bettor) return false
    return id !== PERMISSION.flyOut || options.isAllowPilotOut
  })
}

const REPORTS_AND_RULES: ReadonlySet<number> = new Set([
  PERMISSION.reports,
  PERMISSION.reportDetails,
  PERMISSION.exports,
  PERMISSION.results,
  PERMISSION.rules,
])

/** Reports, results, rules and one's own pages: all that a frozen path keeps of what it holds. */
const KEPT_WHEN_FROZEN: ReadonlySet<number> = new Set(
  PERMISSION_IDS.filter((id) => permissionRow(id).kind === 'own' || REPORTS_AND_RULES.has(id)),
)

export const keptWhenFrozen = (id: number): boolean => KEPT_WHEN_FROZEN.has(id)

/** A node of `roleModuleList` in the sign-in answer. */
export type RoleModule = { frontElementId: number; children: RoleModule[] }

/** The permission set as the tree of the sign-in answer: pages with the actions under them, both only if held. */
export const moduleTree = (ids: Iterable<number>): RoleModule[] => {
  const held = [...new Set(ids)].filter(isPermissionId).sort((a, b) => a - b)
  const heldSet = new Set<number>(held)
  const childrenOf = (id: PermissionId): RoleModule[] =>
    held.filter((child) => permissionRow(child).parent === id).map((child) => ({ frontElementId: child, children: [] }))
  // An action whose page is not held stands at the top: the set is what counts, the tree only carries it.
  const isTop = (id: PermissionId): boolean => {
    const parent = permissionRow(id).parent
    return parent === undefined || !heldSet.has(parent)
  }
  return held.filter(isTop).map((id) => ({ frontElementId: id, children: childrenOf(id) }))
}

/** The ids of a tree, flattened with all children, plus the always-allowed ones. */
export const flattenModules = (modules: readonly RoleModule[]): Set<number> => {
  const ids = new Set<number>(ALWAYS_ALLOWED_IDS)
  const walk = (list: readonly RoleModule[]): void => {
    for (const entry of list) {
      ids.add(entry.frontElementId)
      walk(entry.children)
    }
  }
  walk(modules)
  return ids
}
