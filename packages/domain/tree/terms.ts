/** Terms 条件: what a parent sets on a child, per game and play group, and what it may set. */

import type { HolderRole, Remainder } from '../book/shares.ts'
import { GameId, GroupId } from '../ids.ts'
import { NO_SHARE, type Rate, rate, type Share, WHOLE_SHARE, ZERO } from '../money/money.ts'
import { PANKOU, type Pankou } from '../pankou.ts'
import type { AcceptType } from '../replenishment/routing.ts'
import {
  eachLimit,
  HEAD_LIMITS,
  LIMITS,
  type LimitName,
  type Limits,
  limitFault,
  limitRange,
  someLimits,
} from './limits.ts'
import { isHolderRole, type Role } from './tree.ts'

/**
 * The highest commission the head grants on each pankou. Even with all of it, the prices leave the bettor no advantage.
 */
export const COMMISSION_CEILING: Readonly<Record<Pankou, Rate>> = {
  A: rate(0n),
  B: rate(1500n),
  C: rate(3000n),
  D: rate(4500n),
}

export interface GroupTerms extends Limits {
  /** What the child gets back on turnover. A pankou that is left out is 0. */
  readonly commission: Readonly<Partial<Record<Pankou, Rate>>>
}

export interface ShareTerms {
  readonly uplineShare: Share
  readonly downlineCap: Share
  readonly remainder: Remainder
}

export interface GameTerms extends ShareTerms {
  readonly enabled: boolean
  /** For a bettor exactly one; for an agent the set it may open. */
  readonly pankou: readonly Pankou[]
  /** Null for bettors. */
  readonly replenishPankou: Pankou | null
  readonly acceptType: AcceptType
  /** By play group. Key 0: groups that are not listed. */
  readonly groups: ReadonlyMap<GroupId, GroupTerms>
}

/** All terms of one link. Key 0: games that are not listed. */
export type LinkTerms = ReadonlyMap<GameId, GameTerms>

/** Keys of what counts for games, and play groups, that are not listed. */
const OTHER_GAMES = GameId(0)
const OTHER_GROUPS = GroupId(0)

export const gameTermsOf = (link: LinkTerms, gameId: GameId): GameTerms | undefined =>
  link.get(gameId) ?? link.get(OTHER_GAMES)
export const groupTermsOf = (terms: Pick<GameTerms, 'groups'>, groupId: GroupId): GroupTerms | undefined =>
  terms.groups.get(groupId) ?? terms.groups.get(OTHER_GROUPS)
export const commissionOf = (group: GroupTerms, pankou: Pankou): Rate => group.commission[pankou] ?? rate(0n)

/** The terms of the head until an operator changes them. They bound those of its merchants: everything, within limits. */
export const HEAD_TERMS: GameTerms = {
  enabled: true,
  uplineShare: NO_SHARE,
  downlineCap: WHOLE_SHARE,
  remainder: 'head',
  pankou: PANKOU,
  replenishPankou: null,
  acceptType: 0,
  groups: new Map([[OTHER_GROUPS, { ...HEAD_LIMITS, commission: COMMISSION_CEILING }]]),
}

export interface LinkRoles {
  readonly parent: HolderRole
  readonly child: Role
}

/** Accept types a parent may set. The head cannot pass on to a parent. A bettor sends nothing. */
export const acceptTypesFor = (roles: LinkRoles): readonly AcceptType[] =>
  roles.parent === 0 ? [0, 1, 4] : [0, 1, 2, 3, 4]

/**
 * One game's terms of the agent path that a member's upgrade opens. They are the member's, with its pankou as the set.
 * A bettor sends nothing up, so accept type and the limits of holders come from the parent.
 */
export const upgradedTerms = <T extends Omit<GameTerms, keyof ShareTerms>>(
  member: T,
  parent: GameTerms | undefined,
  roles: LinkRoles,
): T => {
  const allowed = acceptTypesFor(roles)
  const acceptType = parent && allowed.includes(parent.acceptType) ? parent.acceptType : 0
  const groups = [...member.groups].map(([groupId, group]) => {
    const above = parent && groupTermsOf(parent, groupId)
    const limits = someLimits(({ name, holdersOnly }) => (holdersOnly ? (above?.[name] ?? null) : undefined))
    return [groupId, { ...group, ...limits }] as const
  })
  return { ...member, replenishPankou: member.pankou[0] ?? null, acceptType, groups: new Map(groups) }
}

export type TermField =
  | 'enabled'
  | 'pankou'
  | 'replenishPankou'
  | 'uplineShare'
  | 'downlineCap'
  | 'remainder'
  | 'acceptType'
  | 'commission'
  | LimitName

/**
 * `beyondParent`: more than the parent has; `shareSum`: share and cap together are more than the parent's cap;
 * `bettor`: a bettor cannot have it; `reversed`: the lowest stake is above the highest; `missing`: no terms to compare.
 */
export type TermRefusal = 'negative' | 'beyondParent' | 'shareSum' | 'bettor' | 'reversed' | 'notAllowed' | 'missing'

export interface TermFault {
  readonly gameId: GameId
  readonly groupId?: GroupId
  readonly pankou?: Pankou
  readonly field: TermField
  readonly refusal: TermRefusal
  /** The nearest allowed value, if there is one. */
  readonly bound?: bigint | null
}

const gameFaults = (gameId: GameId, child: GameTerms, parent: GameTerms, roles: LinkRoles): TermFault[] => {
  const faults: TermFault[] = []
  const put = (field: TermField, refusal: TermRefusal, bound?: bigint): void => {
    faults.push(bound === undefined ? { gameId, field, refusal } : { gameId, field, refusal, bound })
  }
  const bettor = !isHolderRole(roles.child)
  if (child.enabled && !parent.enabled) put('enabled', 'beyondParent')
  if (child.pankou.some((letter) => !parent.pankou.includes(letter))) put('pankou', 'beyondParent')
  else if (child.enabled && (bettor ? child.pankou.length !== 1 : child.pankou.length === 0))
    put('pankou', 'notAllowed')
  if (bettor && child.replenishPankou !== null) put('replenishPankou', 'bettor')
  if (!bettor && child.enabled && (child.replenishPankou === null || !child.pankou.includes(child.replenishPankou)))
    put('replenishPankou', 'notAllowed')
  if (child.uplineShare < 0n) put('uplineShare', 'negative', 0n)
  else if (child.uplineShare > parent.downlineCap) put('uplineShare', 'beyondParent', parent.downlineCap)
  if (child.downlineCap < 0n) put('downlineCap', 'negative', 0n)
  else if (bettor && child.downlineCap > 0n) put('downlineCap', 'bettor', 0n)
  else if (child.downlineCap > parent.downlineCap) put('downlineCap', 'beyondParent', parent.downlineCap)
  else if (child.uplineShare <= parent.downlineCap && child.uplineShare + child.downlineCap > parent.downlineCap) {
    put('downlineCap', 'shareSum', parent.downlineCap - child.uplineShare)
  }
  if (bettor && child.remainder === 'parent') put('remainder', 'bettor')
  if (!acceptTypesFor(roles).includes(child.acceptType)) put('acceptType', 'notAllowed')
  return faults
}

const groupFaults = (
  at: { gameId: GameId; groupId: GroupId },
  child: GroupTerms,
  parent: GroupTerms,
  role: Role,
): TermFault[] => {
  const faults: TermFault[] = []
  for (const pankou of PANKOU) {
    const [own, most] = [commissionOf(child, pankou), commissionOf(parent, pankou)]
    if (own < 0n) faults.push({ ...at, pankou, field: 'commission', refusal: 'negative', bound: 0n })
    else if (own > most) faults.push({ ...at, pankou, field: 'commission', refusal: 'beyondParent', bound: most })
  }
  for (const limit of LIMITS) {
    const fault = limit.holdersOnly && !isHolderRole(role) ? undefined : limitFault(limit, child, parent)
    if (fault) faults.push({ ...at, field: limit.name, ...fault })
  }
  return faults
}

/** Keys of any of the maps, ascending. A key that one side leaves to its default may be listed by the other. */
export const keysOf = <Key extends number>(...maps: readonly ReadonlyMap<Key, unknown>[]): Key[] =>
  [...new Set(maps.flatMap((map) => [...map.keys()]))].sort((one, two) => one - two)

/**
 * All faults of a child's terms against its parent's, in the written order: by game, first the game's own fields, then
 * the fields of each play group. Empty: the terms may be saved.
 */
export const termFaults = (child: LinkTerms, parent: LinkTerms, roles: LinkRoles): TermFault[] =>
  keysOf(child, parent).flatMap((gameId) => {
    const own = gameTermsOf(child, gameId)
    const above = gameTermsOf(parent, gameId)
    if (!own) return []
    if (!above) return own.enabled ? [{ gameId, field: 'enabled', refusal: 'missing' } as const] : []
    const groups = keysOf(own.groups, above.groups).flatMap((groupId) => {
      const mine = groupTermsOf(own, groupId)
      const theirs = groupTermsOf(above, groupId)
      return mine && theirs ? groupFaults({ gameId, groupId }, mine, theirs, roles.child) : []
    })
    return [...gameFaults(gameId, own, above, roles), ...groups]
  })

/** What sets a bound: the parent's terms, the other half of the share, the other stake, or the role of bettor. */
export type BoundReason = 'parent' | 'otherShare' | 'otherStake' | 'bettor' | 'ceiling'

/** An inclusive bound. Null: no limit. */
export interface Bound {
  readonly min: bigint
  readonly max: bigint | null
  readonly why: BoundReason
}

export interface GroupBounds extends Readonly<Record<LimitName, Bound>> {
  readonly commission: Readonly<Record<Pankou, Bound>>
}

export interface GameBounds {
  readonly uplineShare: Bound
  readonly downlineCap: Bound
  readonly pankou: readonly Pankou[]
  readonly acceptType: readonly AcceptType[]
  readonly groups: ReadonlyMap<GroupId, GroupBounds>
}

const groupBounds = (child: GroupTerms, parent: GroupTerms, roles: LinkRoles): GroupBounds => {
  const why: BoundReason = roles.parent === 0 ? 'ceiling' : 'parent'
  const commission = (pankou: Pankou): Bound => ({ min: 0n, max: commissionOf(parent, pankou), why })
  return {
    commission: { A: commission('A'), B: commission('B'), C: commission('C'), D: commission('D') },
    ...eachLimit((limit) => limitRange(limit, child, parent)),
  }
}

/** The allowed range of each value of a child's terms in one game, given the other values. */
export const boundsOf = (child: GameTerms, parent: GameTerms, roles: LinkRoles): GameBounds => {
  const left = (other: Share): Bound => {
    const rest = parent.downlineCap - other
    return { min: 0n, max: rest > 0n ? rest : 0n, why: other > 0n ? 'otherShare' : 'parent' }
  }
  const groups = keysOf(child.groups, parent.groups).flatMap((groupId) => {
    const mine = groupTermsOf(child, groupId)
    const theirs = groupTermsOf(parent, groupId)
    return mine && theirs ? [[groupId, groupBounds(mine, theirs, roles)] as const] : []
  })
  return {
    uplineShare: left(child.downlineCap),
    downlineCap: isHolderRole(roles.child) ? left(child.uplineShare) : { min: 0n, max: ZERO, why: 'bettor' },
    pankou: parent.pankou,
    acceptType: acceptTypesFor(roles),
    groups: new Map(groups),
  }
}
