import { type Day, parseDay } from '@strata/domain/calendar'
import { GAMES } from '@strata/domain/games/catalogue'
import type { GameId, MerchantId, PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { ROLE, ROLES } from '@strata/domain/tree'
import { type TermChange, termChanges } from '@strata/domain/tree/changes'
import { isTightened, LIMITS } from '@strata/domain/tree/limits'
import { type CappedNode, lowerBelow, type SubtreeNode } from '@strata/domain/tree/lowering'
import { changeDay, scheduledVersion } from '@strata/domain/tree/schedule'
import { gameTermsOf, type LinkTerms, type TermFault, termFaults } from '@strata/domain/tree/terms'
import { businessDay } from '../../platform/business-day.ts'
import type { Queryable } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { type ChildPath, findNode, HEAD_MERCHANT, listChildren, type Node } from '../paths/store-paths.ts'
import { HEAD_PATH } from '../snapshot/merchant-snapshot.ts'
import { loadLinkTerms, loadShareTerms } from '../snapshot/store-snapshot.ts'
import { linkRolesOf } from './link-roles.ts'
import { lastOrderDay } from './store-terms.ts'
import { type GamePatch, patchTerms } from './terms-from-wire.ts'
import { LATER, linkTermsFrom, linkTermsOn, type ShareRow } from './terms-rows.ts'

export interface TermsWish {
  readonly merchantId: MerchantId
  readonly pathId: PathId
  readonly games: readonly GamePatch[]
  readonly flyOutAllowed?: boolean
  /** The version that the user saw; absent: any version. */
  readonly version?: number
  readonly at: number
  /** First day of share terms, for test and demo worlds with a past. Absent: the rule of scheduled shares. */
  readonly sharesFrom?: string
}

/** A path below that a lowered term caps. */
export interface Capped extends CappedNode {
  readonly name: string
}

/** The checked effects of a change of terms. */
export interface TermsPlan {
  readonly node: Node
  readonly after: LinkTerms
  readonly changes: readonly TermChange[]
  /** The new value; undefined if it does not change. */
  readonly flyOutAllowed: boolean | undefined
  /** First day of the new shares, for the path and for those below. */
  readonly fromDay: Day
  /** Top-down. */
  readonly affected: readonly Capped[]
  /** Games whose accept type becomes 0. */
  readonly forbiddenGames: readonly GameId[]
}

const SHARE_FIELDS: ReadonlySet<string> = new Set(['uplineShare', 'downlineCap', 'remainder'])
export const isShareChange = (change: TermChange): boolean => SHARE_FIELDS.has(change.field)

interface Stored {
  readonly shares: readonly ShareRow[]
  readonly later: LinkTerms
  /** The path's terms in force on a day. */
  readonly on: (day: Day) => LinkTerms
  readonly from: (day: Day) => LinkTerms
}

/** Two views of the terms of links: after all scheduled versions have started, and on a given day. */
export async function storedTerms(
  on: Queryable,
  merchantId: MerchantId,
  pathIds: readonly PathId[],
): Promise<Map<PathId, Stored>> {
  const links = Map.groupBy(await loadLinkTerms(on, merchantId, pathIds, new Map()), (row) => row.pathId)
  const shares = Map.groupBy(await loadShareTerms(on, merchantId, pathIds), (row) => row.pathId)
  return new Map(
    pathIds.map((id) => {
      const link = (links.get(id) ?? []).map((row) => row.terms)
      const share = (shares.get(id) ?? []).map((row) => row.terms)
      const later = linkTermsOn(link, share, LATER)
      const on = (day: Day): LinkTerms => linkTermsOn(link, share, day)
      return [id, { shares: share, later, on, from: (day) => linkTermsFrom(link, share, day) }]
    }),
  )
}

/** The parent's terms as limits for a child; for shares the tightest version from a day on. */
export async function parentTermsFrom(on: Queryable, node: Node, day: Day | null): Promise<LinkTerms> {
  const merchantId = node.parentId === HEAD_PATH ? HEAD_MERCHANT : node.merchantId
  const parentId = must(node.parentId, 'the parent')
  const stored = must((await storedTerms(on, merchantId, [parentId])).get(parentId), 'terms of the parent')
  return day === null ? stored.later : stored.from(day)
}

const unitsOf = (value: TermChange['before']): bigint | null => (value === null ? null : BigInt(value))

/** Whether a change could leave a path below with more than this path has. */
const mayLower = ({ field, before, after }: TermChange): boolean => {
  if (field === 'enabled') return after === false
  if (field === 'pankou')
    return String(before)
      .split(',')
      .some((letter) => !String(after).split(',').includes(letter))
  const limit = LIMITS.find(({ name }) => name === field)
  if (limit) return isTightened(limit, unitsOf(before), unitsOf(after))
  if (field === 'downlineCap' || field === 'commission') return before === null || BigInt(after ?? 0) < BigInt(before)
  return false
}

const asSubtree = (child: ChildPath, stored: Stored, today: Day): SubtreeNode => ({
  path: child.id,
  parent: child.parentId,
  role: child.role,
  terms: stored.later,
  lastOrderDay: null,
  scheduledFrom: scheduledVersion(stored.shares, today)?.fromDay ?? null,
})

/** Which paths below are capped. Each level is within the one above, so only paths below a capped path are read. */
export async function planLowering(
  on: Queryable,
  node: Pick<Node, 'id' | 'merchantId'>,
  { before, after, today }: { readonly before: LinkTerms; readonly after: LinkTerms; readonly today: Day },
) {
  const subtree: SubtreeNode[] = []
  const names = new Map<PathId, string>()
  let parents = [node.id]
  for (;;) {
    // What a fly-order account pays is agreed with its outside book: the terms of its link are read by nobody.
    const children = (await listChildren(on, node.merchantId, parents)).filter(({ role }) => role !== ROLE.flyOrder)
    const ids = children.map((child) => child.id)
    const stored = ids.length === 0 ? new Map<PathId, Stored>() : await storedTerms(on, node.merchantId, ids)
    for (const child of children) {
      subtree.push(asSubtree(child, must(stored.get(child.id), 'terms of a child'), today))
      names.set(child.id, child.name)
    }
    const lowering = lowerBelow({ path: node.id, before, after, lastOrderDay: null }, subtree, today)
    const capped = new Set(lowering.affected.map(({ path }) => path))
    parents = children.filter(({ id, role }) => capped.has(id) && ROLES[role].isNode).map(({ id }) => id)
    if (parents.length === 0) {
      const affected = lowering.affected.map((one) => ({ ...one, name: names.get(one.path) ?? '' }))
      return { affected, fromDay: lowering.fromDay }
    }
  }
}

/** A range that is reversed has nothing to do with the parent. */
const refusalOf = (faults: readonly TermFault[]): 'stakesReversed' | 'beyondTerm' =>
  faults.every(({ refusal }) => refusal === 'reversed') ? 'stakesReversed' : 'beyondTerm'

const faultsData = (faults: readonly TermFault[]) => ({
  faults: faults.map(({ bound, ...fault }) => (bound == null ? fault : { ...fault, bound: String(bound) })),
})

/** A parent cannot pass on a right that it does not have; bettors do not fly out. */
function flyOutFault(node: Node, wanted: boolean | undefined): Refusal | undefined {
  if (wanted !== true || node.flyOutAllowed) return undefined
  const may = ROLES[node.role].isNode && (node.parentRole === null || node.parentAllowsFlyOut)
  return may
    ? undefined
    : refuse('beyondTerm', {}, { faults: [{ gameId: 0, field: 'isAllowPilotOut', refusal: 'notAllowed' }] })
}

/** Games in which the parent stops accepting replenishments of this child. */
const forbidden = (before: LinkTerms, after: LinkTerms): GameId[] =>
  GAMES.filter(
    ({ id }) => gameTermsOf(after, id)?.acceptType === 0 && (gameTermsOf(before, id)?.acceptType ?? 0) !== 0,
  ).map(({ id }) => id)

/**
 * The new shares include what is scheduled. Before its day the paths below may still hold more than a lowered cap, so they
 * must not begin earlier.
 */
const waits = ({ shares }: Stored, sharesMove: boolean, today: Day): Day[] =>
  sharesMove ? shares.map(({ fromDay }) => fromDay).filter((day) => day > today) : []

const laterOf = (one: Day, two: Day): Day => (one < two ? two : one)

/**
 * The effects of a change of a path's terms. To save them, the caller must hold the merchant's lock; a preview
 * needs none. Refused: notFound, changed (stale version), beyondTerm (with the faults).
 */
export async function planTerms(on: Queryable, wish: TermsWish): Promise<TermsPlan | Refusal> {
  const { merchantId, pathId } = wish
  const node = await findNode(on, merchantId, pathId)
  if (!node || node.parentId === null) return refuse('notFound')
  if (wish.version !== undefined && wish.version !== node.termsVersion) return refuse('changed')
  const today = businessDay(wish.at)
  const stored = must((await storedTerms(on, merchantId, [pathId])).get(pathId), 'terms of the path')
  const before = stored.later
  const after = patchTerms(before, wish.games)
  const changes = termChanges(before, after)
  const sharesMove = changes.some(isShareChange)
  const lowering = changes.some(mayLower) ? await planLowering(on, node, { before, after, today }) : undefined
  const moved = [
    ...(sharesMove ? [pathId] : []),
    ...(lowering?.affected ?? []).filter((one) => one.changes.some(isShareChange)).map(({ path }) => path),
  ]
  const last = moved.length === 0 ? null : ((await lastOrderDay(on, merchantId, moved, today)) as Day | null)
  const given = wish.sharesFrom === undefined ? null : parseDay(wish.sharesFrom)
  const fromDay =
    given ?? [lowering?.fromDay ?? today, ...waits(stored, sharesMove, today)].reduce(laterOf, changeDay(today, last))
  const roles = linkRolesOf(node.parentRole, node.role)
  const faults = termFaults(after, await parentTermsFrom(on, node, sharesMove ? fromDay : null), roles)
  if (faults.length > 0) return refuse(refusalOf(faults), {}, faultsData(faults))
  const notAllowed = flyOutFault(node, wish.flyOutAllowed)
  if (notAllowed) return notAllowed
  return {
    node,
    after,
    changes,
    flyOutAllowed: wish.flyOutAllowed === node.flyOutAllowed ? undefined : wish.flyOutAllowed,
    fromDay,
    affected: lowering?.affected ?? [],
    forbiddenGames: forbidden(before, after),
  }
}
