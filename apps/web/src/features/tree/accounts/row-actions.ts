import type { ResponseOf } from '@strata/contract/endpoint'
import type { agentQuery } from '@strata/contract/endpoints/tree'
import { PERMISSION } from '@strata/contract/permissions'
import { ROLE, type Role } from '@strata/domain/tree'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'

export type AccountRow = ResponseOf<typeof agentQuery>['items'][number]

export const ACTIONS = [
  'edit',
  'transfer',
  'recover',
  'status',
  'password',
  'upgrade',
  'clone',
  'funds',
  'loginLog',
  'changeLog',
] as const
export type Action = (typeof ACTIONS)[number]

/** The permission of each action. Terms can be viewed by everybody who sees the tree. */
export const ACTION_PERMISSION = {
  edit: PERMISSION.accounts,
  transfer: PERMISSION.funds,
  recover: PERMISSION.funds,
  status: PERMISSION.status,
  password: PERMISSION.passwords,
  upgrade: PERMISSION.createAccounts,
  clone: PERMISSION.createAccounts,
  funds: PERMISSION.accounts,
  loginLog: PERMISSION.accounts,
  changeLog: PERMISSION.accounts,
} as const satisfies Record<Action, number>

const isBettorRole = (roleId: Role): boolean => roleId === ROLE.member || roleId === ROLE.flyOrder

type Row = Pick<AccountRow, 'roleId' | 'parentPathsId'>
type Holder = { readonly ids: ReadonlySet<number>; readonly parentRole: Role | null; readonly pathId: number }

/** Money moves between a path and its own children only. */
const fundsRule = ({ roleId, parentPathsId }: Row, { pathId }: Holder): string | null => {
  if (roleId === ROLE.flyOrder) return treeText.why.head
  return parentPathsId === pathId ? null : treeText.why.notDirect
}

/** Why an action is impossible for a row; null if it is possible. */
const ROW_RULES: Readonly<Record<Action, (row: Row, holder: Holder) => string | null>> = {
  edit: () => null,
  transfer: fundsRule,
  recover: fundsRule,
  status: () => null,
  password: ({ roleId }) => (isBettorRole(roleId) ? treeText.why.bettor : null),
  upgrade: ({ roleId }, { parentRole }) => {
    if (roleId !== ROLE.member) return treeText.why.notMember
    return parentRole === null || parentRole === ROLE.merchant || parentRole === ROLE.generalAgent
      ? null
      : treeText.why.underAgent
  },
  clone: (_row, { parentRole }) => (parentRole === null ? treeText.why.deepClone : null),
  funds: () => null,
  loginLog: ({ roleId }) => (isBettorRole(roleId) ? treeText.why.bettor : null),
  changeLog: () => null,
}

export type ActionState = { readonly action: Action; readonly why: string | null }

/** The actions of a row that the caller has permission for; a disabled one has a reason. */
export const rowActions = (row: Row, holder: Holder): readonly ActionState[] =>
  ACTIONS.filter((action) => holder.ids.has(ACTION_PERMISSION[action]))
    .map((action) => ({ action, why: ROW_RULES[action](row, holder) }))
    // Agents are not shown an upgrade that they can never have, and fly-order accounts are made elsewhere.
    .filter(({ action, why }) => action !== 'upgrade' || why !== treeText.why.notMember)
    .filter(({ action }) => action !== 'clone' || row.roleId !== ROLE.flyOrder)
