/** The tree 层级: roles, who creates whom, status, and the chain of holders above a path. */

import type { HolderRole } from '../book/shares.ts'
import type { PathId } from '../ids.ts'

export const ROLE = {
  head: 0,
  merchant: 1,
  generalAgent: 2,
  agent: 3,
  member: 10001,
  flyOrder: 10002,
  subAccount: 10003,
} as const
export type Role = (typeof ROLE)[keyof typeof ROLE]

interface RoleRule {
  /** A node holds shares and has boards and reports. The others are leaves, or, for a sub-account, only a login. */
  readonly isNode: boolean
  readonly signsIn: boolean
  /** Roles it may create directly below itself; levels may be skipped. */
  readonly creates: readonly Role[]
}

export const ROLES: Readonly<Record<Role, RoleRule>> = {
  0: { isNode: true, signsIn: true, creates: [1, 10002, 10003] },
  1: { isNode: true, signsIn: true, creates: [2, 3, 10001, 10002, 10003] },
  2: { isNode: true, signsIn: true, creates: [3, 10001, 10002, 10003] },
  3: { isNode: true, signsIn: true, creates: [10001, 10002, 10003] },
  10001: { isNode: false, signsIn: false, creates: [] },
  10002: { isNode: false, signsIn: false, creates: [] },
  10003: { isNode: false, signsIn: true, creates: [] },
}

export const isHolderRole = (role: Role): role is HolderRole => ROLES[role].isNode
export const mayCreate = (creator: Role, created: Role): boolean => ROLES[creator].creates.includes(created)

/** 1 正常 normal, 2 停用 disabled, 4 冻结 frozen. */
export type Status = 1 | 2 | 4

/** The strictest status among a path and its ancestors: 2 before 4 before 1. */
export const effectiveStatus = (statuses: Iterable<Status>): Status => {
  let strictest: Status = 1
  for (const status of statuses) {
    if (status === 2) return 2
    if (status === 4) strictest = 4
  }
  return strictest
}

export type StatusRefusal = 'ownPath' | 'notBelow' | 'unchanged'

/** Why a path's own status may not be changed. Any status may become any other, by an ancestor only. Null: allowed. */
export const statusChange = (change: {
  readonly operatorPath: PathId
  readonly targetPath: PathId
  /** All paths above the target. */
  readonly targetAncestors: readonly PathId[]
  readonly from: Status
  readonly to: Status
}): StatusRefusal | null => {
  if (change.operatorPath === change.targetPath) return 'ownPath'
  if (!change.targetAncestors.includes(change.operatorPath)) return 'notBelow'
  return change.from === change.to ? 'unchanged' : null
}

export type UpgradeRefusal = 'notAMember' | 'parentMayNot' | 'openBets'

/** Why a member may not become an agent: only direct members of a merchant or general agent without open bets may. */
export const upgradeToAgent = (path: {
  readonly role: Role
  readonly parentRole: Role
  readonly openBets: number
}): UpgradeRefusal | null => {
  if (path.role !== ROLE.member) return 'notAMember'
  if (path.parentRole !== ROLE.merchant && path.parentRole !== ROLE.generalAgent) return 'parentMayNot'
  return path.openBets > 0 ? 'openBets' : null
}
