/**
 * Lowering a term below the terms of paths under it caps all of them at once. This computes which paths change and to
 * what. The preview lists it and the confirmed call saves it. Raising a term raises nothing below.
 */

import type { Day } from '../calendar/calendar.ts'
import type { PathId } from '../ids.ts'
import type { Rate, Share } from '../money/money.ts'
import { PANKOU } from '../pankou.ts'
import { type TermChange, termChanges } from './changes.ts'
import { capLimits } from './limits.ts'
import { changeDay, sameShares } from './schedule.ts'
import {
  commissionOf,
  type GameTerms,
  type GroupTerms,
  gameTermsOf,
  groupTermsOf,
  keysOf,
  type LinkTerms,
} from './terms.ts'
import { isHolderRole, type Role } from './tree.ts'

/** A path below the changed one. `terms`: its future terms, with a scheduled share version treated as in force. */
export interface SubtreeNode {
  readonly path: PathId
  readonly parent: PathId
  readonly role: Role
  readonly terms: LinkTerms
  /** Last business day that has an order on its link. Null: none. */
  readonly lastOrderDay: Day | null
  /** Day of its scheduled share version. Null: none. */
  readonly scheduledFrom: Day | null
}

export interface CappedNode {
  readonly path: PathId
  readonly terms: LinkTerms
  /** Only fields that change. Share fields apply from the cascade's `fromDay`, the others at once. */
  readonly changes: readonly TermChange[]
}

export interface Lowering {
  /** Top-down. */
  readonly affected: readonly CappedNode[]
  /** The day from which share changes apply: the latest day that any changed link needs. */
  readonly fromDay: Day
}

const lesserRate = (one: Rate, two: Rate): Rate => (one < two ? one : two)
const lesserShare = (one: Share, two: Share): Share => (one < two ? one : two)

const capGroup = (child: GroupTerms, parent: GroupTerms, role: Role): GroupTerms => {
  const commission = Object.fromEntries(
    PANKOU.map((letter) => [letter, lesserRate(commissionOf(child, letter), commissionOf(parent, letter))]),
  )
  return { commission, ...capLimits(child, parent, isHolderRole(role)) }
}

const capShares = (child: GameTerms, parent: GameTerms): { uplineShare: Share; downlineCap: Share } => {
  const uplineShare = lesserShare(child.uplineShare, parent.downlineCap)
  return { uplineShare, downlineCap: lesserShare(child.downlineCap, (parent.downlineCap - uplineShare) as Share) }
}

/** Cuts a child's terms in one game down to its parent's. Terms within the parent's stay as they are. */
export const capGame = (child: GameTerms, parent: GameTerms, role: Role): GameTerms => {
  const pankou = child.pankou.filter((letter) => parent.pankou.includes(letter))
  const groups = new Map(
    keysOf(child.groups, parent.groups).flatMap((groupId) => {
      const mine = groupTermsOf(child, groupId)
      const theirs = groupTermsOf(parent, groupId)
      return mine ? [[groupId, theirs ? capGroup(mine, theirs, role) : mine] as const] : []
    }),
  )
  const replenishPankou =
    child.replenishPankou && !pankou.includes(child.replenishPankou) ? (pankou[0] ?? null) : child.replenishPankou
  return {
    ...child,
    // Without its pankou a bettor cannot bet. It is not moved to other odds automatically.
    enabled: child.enabled && parent.enabled && pankou.length > 0,
    pankou,
    replenishPankou: isHolderRole(role) ? replenishPankou : null,
    ...capShares(child, parent),
    groups,
  }
}

const capLink = (child: LinkTerms, parent: LinkTerms, role: Role): LinkTerms =>
  new Map(
    keysOf(child, parent).flatMap((gameId) => {
      const mine = gameTermsOf(child, gameId)
      const theirs = gameTermsOf(parent, gameId)
      return mine ? [[gameId, theirs ? capGame(mine, theirs, role) : mine] as const] : []
    }),
  )

const changesShares = (before: LinkTerms, after: LinkTerms): boolean =>
  keysOf(before, after).some((gameId) => {
    const [old, now] = [gameTermsOf(before, gameId), gameTermsOf(after, gameId)]
    return old !== undefined && now !== undefined && !sameShares(old, now)
  })

const lowersCap = (before: LinkTerms, after: LinkTerms): boolean =>
  keysOf(before, after).some((gameId) => {
    const [old, now] = [gameTermsOf(before, gameId), gameTermsOf(after, gameId)]
    return old !== undefined && now !== undefined && now.downlineCap < old.downlineCap
  })

/**
 * Which paths below must be capped when the path `changed` gets new terms. `subtree` holds all of them, in any order.
 * `affected` is empty when nothing has to change.
 */
export const lowerBelow = (
  changed: {
    readonly path: PathId
    readonly before: LinkTerms
    readonly after: LinkTerms
    readonly lastOrderDay: Day | null
  },
  subtree: readonly SubtreeNode[],
  today: Day,
): Lowering => {
  const affected: CappedNode[] = []
  let fromDay = changesShares(changed.before, changed.after) ? changeDay(today, changed.lastOrderDay) : today
  const children = new Map<PathId, SubtreeNode[]>()
  for (const node of subtree) {
    const siblings = children.get(node.parent)
    if (siblings) siblings.push(node)
    else children.set(node.parent, [node])
  }
  const notBefore = (day: Day | null): void => {
    if (day !== null && day > fromDay) fromDay = day
  }
  const walk = (parent: PathId, terms: LinkTerms, sharesMove: boolean): void => {
    for (const node of children.get(parent) ?? []) {
      const capped = capLink(node.terms, terms, node.role)
      const changes = termChanges(node.terms, capped)
      const moves = changes.length > 0 && changesShares(node.terms, capped)
      if (changes.length > 0) affected.push({ path: node.path, terms: capped, changes })
      if (moves) notBefore(changeDay(today, node.lastOrderDay))
      // Before its own scheduled version starts, the node may hold more than the parent's new cap.
      if (moves || sharesMove) notBefore(node.scheduledFrom)
      walk(node.path, changes.length > 0 ? capped : node.terms, moves)
    }
  }
  walk(changed.path, changed.after, lowersCap(changed.before, changed.after))
  return { affected, fromDay }
}
