/**
 * The permission table: page ids and, under them, action ids. Endpoints name ids of this table (endpoint.ts), so a
 * call with an unknown id does not compile. Menu, routes, server checks and the access matrix all read it. Free of
 * zod.
 */

import type { Role, Status } from '@strata/domain/tree'

/** What an id allows: `read` only reads, `write` changes data, `own` concerns only the caller itself. */
export type PermissionKind = 'read' | 'write' | 'own'
export type PermissionSide = 'agent' | 'admin' | 'shared'

type PermissionRow = {
  readonly name: string
  readonly kind: PermissionKind
  readonly side: PermissionSide
  /** The page id that an action id belongs to. */
  readonly parent?: number
}

/** Names of the specification's ids: no other code uses the numbers. */
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
  changeMerchants: 20001,
  merchantKeys: 20002,
  lookInto: 20003,
  operators: 20004,
  merchantFunds: 20005,
  games: 41000,
  changeGames: 41001,
  openPeriods: 41002,
  enterResults: 41003,
  confirmResults: 41004,
  correctResults: 41005,
  resultSources: 41006,
  maintenance: 42000,
  setMaintenance: 42001,
  fundLogs: 44000,
  systemConfig: 45000,
  changeSettings: 45001,
  jobs: 45002,
  outsideBooks: 45003,
  odds: 46000,
  changeOdds: 46001,
  commission: 46002,
  oddsDrops: 46003,
  notices: 120000,
  publishNotices: 120001,
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
  [PERMISSION.funds]: { name: '上分与回收', kind: 'write', side: 'agent', parent: PERMISSION.accounts },
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
  [PERMISSION.reportDetails]: { name: '注单明细', kind: 'read', side: 'shared', parent: PERMISSION.reports },
  [PERMISSION.exports]: { name: '导出', kind: 'read', side: 'shared', parent: PERMISSION.reports },
  [PERMISSION.results]: { name: '开奖结果', kind: 'read', side: 'shared' },
  [PERMISSION.rules]: { name: '规则说明', kind: 'read', side: 'shared' },
  [PERMISSION.merchants]: { name: '商户管理', kind: 'read', side: 'admin' },
  [PERMISSION.changeMerchants]: {
    name: '新增、修改与状态',
    kind: 'write',
    side: 'admin',
    parent: PERMISSION.merchants,
  },
  [PERMISSION.merchantKeys]: { name: '平台密钥', kind: 'write', side: 'admin', parent: PERMISSION.merchants },
  [PERMISSION.lookInto]: { name: '只读查看', kind: 'write', side: 'admin', parent: PERMISSION.merchants },
  [PERMISSION.operators]: { name: '管理操作员', kind: 'write', side: 'admin', parent: PERMISSION.merchants },
  [PERMISSION.merchantFunds]: { name: '商户上分与回收', kind: 'write', side: 'admin', parent: PERMISSION.merchants },
  [PERMISSION.games]: { name: '游戏中心', kind: 'read', side: 'admin' },
  [PERMISSION.changeGames]: { name: '彩种、玩法与时间表', kind: 'write', side: 'admin', parent: PERMISSION.games },
  [PERMISSION.openPeriods]: { name: '开期与封盘', kind: 'write', side: 'admin', parent: PERMISSION.games },
  [PERMISSION.enterResults]: { name: '录入开奖结果', kind: 'write', side: 'admin', parent: PERMISSION.games },
  [PERMISSION.confirmResults]: { name: '复核开奖结果', kind: 'write', side: 'admin', parent: PERMISSION.games },
  [PERMISSION.correctResults]: { name: '作废与更正', kind: 'write', side: 'admin', parent: PERMISSION.games },
  [PERMISSION.resultSources]: { name: '结果来源', kind: 'write', side: 'admin', parent: PERMISSION.games },
  [PERMISSION.maintenance]: { name: '维护设置', kind: 'read', side: 'admin' },
  [PERMISSION.setMaintenance]: { name: '修改维护', kind: 'write', side: 'admin', parent: PERMISSION.maintenance },
  [PERMISSION.fundLogs]: { name: '资金变动记录', kind: 'read', side: 'admin' },
  [PERMISSION.systemConfig]: { name: '系统设置', kind: 'read', side: 'admin' },
  [PERMISSION.changeSettings]: { name: '修改设置', kind: 'write', side: 'admin', parent: PERMISSION.systemConfig },
  [PERMISSION.jobs]: { name: '后台任务', kind: 'write', side: 'admin', parent: PERMISSION.systemConfig },
  [PERMISSION.outsideBooks]: { name: '外部盘与渠道', kind: 'write', side: 'admin', parent: PERMISSION.systemConfig },
  [PERMISSION.odds]: { name: '赔率管理', kind: 'read', side: 'admin' },
  [PERMISSION.changeOdds]: { name: '赔率与差额', kind: 'write', side: 'admin', parent: PERMISSION.odds },
  [PERMISSION.commission]: { name: '盘口与退水', kind: 'write', side: 'admin', parent: PERMISSION.odds },
  [PERMISSION.oddsDrops]: { name: '自动降赔', kind: 'write', side: 'admin', parent: PERMISSION.odds },
  [PERMISSION.notices]: { name: '公告管理', kind: 'read', side: 'admin' },
  [PERMISSION.publishNotices]: { name: '发布公告', kind: 'write', side: 'admin', parent: PERMISSION.notices },
} as const satisfies Record<number, PermissionRow>

export type PermissionId = keyof typeof PERMISSIONS

/** Every id, ascending. */
export const PERMISSION_IDS = (Object.keys(PERMISSIONS).map(Number) as PermissionId[]).sort((a, b) => a - b)

/** Page ids that everybody holds, signed in or not. */
export const ALWAYS_ALLOWED_IDS = [101, 102, 103, 104, 105, 106, 404] as const

export const isPermissionId = (id: number): id is PermissionId => Object.hasOwn(PERMISSIONS, id)

export const permissionRow = (id: PermissionId): PermissionRow => PERMISSIONS[id]

/**
 * What a caller needs for a call. `public`: nothing; `session`: any signed-in account; `main`: any main account, no
 * sub-account; `signed`: the signature of a game platform or result source; a list: one of them suffices.
 */
export type Access =
  | 'public'
  | 'session'
  | 'main'
  | 'signed'
  | PermissionId
  | readonly [PermissionId | 'main', ...PermissionId[]]

export type AccessRule = {
  readonly permission: Access
  /** What suffices when the call concerns only the caller's own path. */
  readonly ownPermission?: Access | undefined
}

export type Caller = {
  readonly signedIn: boolean
  readonly isSubAccount: boolean
  /** A sub-account's set is already intersected with its main account's. */
  readonly permissionIds: ReadonlySet<number>
}

const meets = (access: Access, caller: Caller): boolean => {
  if (access === 'public') return true
  if (access === 'signed' || !caller.signedIn) return false
  if (access === 'session') return true
  if (access === 'main') return !caller.isSubAccount
  if (typeof access === 'number') return caller.permissionIds.has(access)
  return access.some((each) => (each === 'main' ? !caller.isSubAccount : caller.permissionIds.has(each)))
}

/**
 * How far a caller may go with a call: `any` path of its downline (itself included), only its `own` path (a request
 * without agentPathsId or with the caller's current one), or `none`. A call whose only rule is `signed` always gets
 * `none`: signatures are checked elsewhere.
 */
export const reachOf = (rule: AccessRule, caller: Caller): 'any' | 'own' | 'none' => {
  if (meets(rule.permission, caller)) return 'any'
  return rule.ownPermission !== undefined && meets(rule.ownPermission, caller) ? 'own' : 'none'
}

export type CallRefusal = 'disabled' | 'frozen' | 'noPermission'

/**
 * Whether a caller with this effective status may make a call, and how far it reaches. Refusals come in the order
 * of `CallRefusal`: a disabled path may do nothing; a frozen path gets `frozen` for a change, because it has lost
 * the ids of those calls; then the ids decide.
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

/** The permissions of a main account of a role. `admin`: the account also signs in on the admin side. */
export const rolePermissions = (options: { roleId: Role; flyOutAllowed: boolean; admin: boolean }): PermissionId[] => {
  const bettor = options.roleId > 3
  return PERMISSION_IDS.filter((id) => {
    const row = permissionRow(id)
    if (row.side === 'admin') return options.admin
    if (bettor) return false
    return id !== PERMISSION.flyOut || options.flyOutAllowed
  })
}

const REPORTS_AND_RULES: ReadonlySet<number> = new Set([
  PERMISSION.reports,
  PERMISSION.reportDetails,
  PERMISSION.exports,
  PERMISSION.results,
  PERMISSION.rules,
])

/** Reports, results, rules and the caller's own pages: the permissions that a frozen path keeps. */
const WORKS_WHEN_FROZEN: ReadonlySet<number> = new Set(
  PERMISSION_IDS.filter((id) => permissionRow(id).kind === 'own' || REPORTS_AND_RULES.has(id)),
)

export const worksWhenFrozen = (id: number): boolean => WORKS_WHEN_FROZEN.has(id)

/** Reads that do something after all: a wrong secret would count against the account that is looked at. */
const NOT_WHILE_LOOKING: ReadonlySet<string> = new Set(['access.checkValidator', 'access.unlockScreen'])

/** Whether a session that only looks into an account may make a call. */
export const mayLook = (call: { readonly id: string; readonly write: boolean }): boolean =>
  !call.write && !NOT_WHILE_LOOKING.has(call.id)

/** A node of `roleModuleList` in the sign-in answer. */
export type RoleModule = { frontElementId: number; children: RoleModule[] }

/** The permission set as the tree of the sign-in answer: pages with the actions under them, only those in the set. */
export const moduleTree = (ids: Iterable<number>): RoleModule[] => {
  const held = [...new Set(ids)].filter(isPermissionId).sort((a, b) => a - b)
  const heldSet = new Set<number>(held)
  const childrenOf = (id: PermissionId): RoleModule[] =>
    held.filter((child) => permissionRow(child).parent === id).map((child) => ({ frontElementId: child, children: [] }))
  // An action whose page is not in the set becomes a root, so that the tree has every id of the set.
  const isTop = (id: PermissionId): boolean => {
    const parent = permissionRow(id).parent
    return parent === undefined || !heldSet.has(parent)
  }
  return held.filter(isTop).map((id) => ({ frontElementId: id, children: childrenOf(id) }))
}

/** The ids of a tree with all its levels, plus the always-allowed ones. */
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
