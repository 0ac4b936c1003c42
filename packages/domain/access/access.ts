/** Who may do what: sets of permission ids, pure. The table of ids itself belongs to the contract. */

import type { Status } from '../tree/tree.ts'

/** `read` stays open to a frozen path, `write` changes things, `own` concerns only oneself. */
export type PermissionKind = 'read' | 'write' | 'own'

export interface PermissionNode {
  readonly frontElementId: number
  readonly children?: readonly PermissionNode[]
}

/** All ids of a tree of pages and actions. */
export const flattenPermissions = (nodes: readonly PermissionNode[]): Set<number> => {
  const ids = new Set<number>()
  const walk = (node: PermissionNode): void => {
    ids.add(node.frontElementId)
    node.children?.forEach(walk)
  }
  nodes.forEach(walk)
  return ids
}

/** The tree cut down to granted ids; a page that was not granted takes its actions with it. */
export const prunePermissions = (nodes: readonly PermissionNode[], granted: ReadonlySet<number>): PermissionNode[] =>
  nodes
    .filter((node) => granted.has(node.frontElementId))
    .map((node) => (node.children ? { ...node, children: prunePermissions(node.children, granted) } : node))

/** An action counts only with the page it stands under. `parentOf`: an action's page; absent: it is a page. */
export const withParents = (ids: ReadonlySet<number>, parentOf: ReadonlyMap<number, number>): Set<number> =>
  new Set(
    [...ids].filter((id) => {
      const parent = parentOf.get(id)
      return parent === undefined || ids.has(parent)
    }),
  )

/** A sub-account never has more than its main account has now, whatever it was granted once. */
export const subAccountPermissions = (main: ReadonlySet<number>, granted: ReadonlySet<number>): Set<number> =>
  new Set([...granted].filter((id) => main.has(id)))

export type CallRefusal = 'disabled' | 'noPermission' | 'frozen'

/** What a call does: a page that may be read can hold calls that change things. */
export interface CallRule {
  /** One of them suffices; empty: any session. */
  readonly anyOf: readonly number[]
  readonly changes: boolean
}

/**
 * Whether a caller may make a call; null: yes. Checked in the order of `CallRefusal`: a disabled path may nothing, and a
 * frozen one reads what it may read and changes nothing. `status` is the effective one.
 */
export const callRefusal = (
  caller: { readonly ids: ReadonlySet<number>; readonly status: Status },
  call: CallRule,
): CallRefusal | null => {
  if (caller.status === 2) return 'disabled'
  if (call.anyOf.length > 0 && !call.anyOf.some((id) => caller.ids.has(id))) return 'noPermission'
  return caller.status === 4 && call.changes ? 'frozen' : null
}

/** Ids that stay of use to a path in its status: a frozen one keeps what reads and its own pages. */
export const usablePermissions = (
  ids: ReadonlySet<number>,
  status: Status,
  kindOf: (id: number) => PermissionKind,
): Set<number> => {
  if (status === 2) return new Set()
  return status === 4 ? new Set([...ids].filter((id) => kindOf(id) !== 'write')) : new Set(ids)
}
