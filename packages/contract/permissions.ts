/**
 * The permission table: page ids and, under them, action ids. Endpoints name ids of this table (endpoint.ts), so a call
 * in no row does not compile. Menu, routes, server checks and the access matrix all read it. Free of zod.
 */

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

export const PERMISSIONS = {
  70000: { name: '即时注单', kind: 'read', side: 'agent' },
  70001: { name: '手动补货', kind: 'write', side: 'agent', parent: 70000 },
  70002: { name: '补货设置', kind: 'write', side: 'agent', parent: 70000 },
  70003: { name: '下线补货方式', kind: 'write', side: 'agent', parent: 70000 },
  70004: { name: '放飞', kind: 'write', side: 'agent', parent: 70000 },
  80000: { name: '用户管理', kind: 'read', side: 'agent' },
  80001: { name: '新增与升级', kind: 'write', side: 'agent', parent: 80000 },
  80002: { name: '修改占成与退水', kind: 'write', side: 'agent', parent: 80000 },
  80003: { name: '上下分与回收', kind: 'write', side: 'agent', parent: 80000 },
  80004: { name: '修改状态', kind: 'write', side: 'agent', parent: 80000 },
  80005: { name: '重置密码', kind: 'write', side: 'agent', parent: 80000 },
  80006: { name: '补货上限', kind: 'write', side: 'agent', parent: 80000 },
  9000000: { name: '群组管理', kind: 'write', side: 'agent' },
  30000: { name: '个人管理', kind: 'own', side: 'shared' },
  30001: { name: '登录日志', kind: 'own', side: 'shared', parent: 30000 },
  30002: { name: '变更日志', kind: 'own', side: 'shared', parent: 30000 },
  30003: { name: '修改密码', kind: 'own', side: 'shared', parent: 30000 },
  30004: { name: '个人资料', kind: 'own', side: 'agent', parent: 30000 },
  50000: { name: '报表查询', kind: 'read', side: 'shared' },
  50001: { name: '标记交收', kind: 'write', side: 'shared', parent: 50000 },
  50003: { name: '报表明细', kind: 'read', side: 'shared', parent: 50000 },
  50009: { name: '导出', kind: 'read', side: 'shared', parent: 50000 },
  60000: { name: '开奖结果', kind: 'read', side: 'shared' },
  100000: { name: '规则说明', kind: 'read', side: 'shared' },
  20000: { name: '商户管理', kind: 'write', side: 'admin' },
  41000: { name: '游戏中心', kind: 'write', side: 'admin' },
  42000: { name: '维护设置', kind: 'write', side: 'admin' },
  44000: { name: '资金变动记录', kind: 'write', side: 'admin' },
  45000: { name: '系统设置', kind: 'write', side: 'admin' },
  46000: { name: '赔率管理', kind: 'write', side: 'admin' },
  120000: { name: '公告管理', kind: 'write', side: 'admin' },
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

/** What a main account of a role holds. `admin`: the account also signs in on the admin side. */
export const rolePermissions = (options: {
  roleId: number
  isAllowPilotOut: boolean
  admin: boolean
}): PermissionId[] => {
  const bettor = options.roleId > 3
  return PERMISSION_IDS.filter((id) => {
    const row = permissionRow(id)
    if (row.side === 'admin') return options.admin
    if (bettor) return false
    return id !== 70004 || options.isAllowPilotOut
  })
}

/** Reports, results, rules and one's own pages: all that a frozen path keeps of what it holds. */
const KEPT_WHEN_FROZEN: ReadonlySet<number> = new Set(
  PERMISSION_IDS.filter((id) => permissionRow(id).kind === 'own' || [50000, 50003, 50009, 60000, 100000].includes(id)),
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
