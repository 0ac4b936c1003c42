import { businessDay, type Day, parseDay } from '@strata/domain/calendar'
import type { Money, Rate, Share } from '@strata/domain/money'
import { formatMoney, formatRate, formatShare, money, rate, share } from '@strata/domain/money'
import { type Role, statusChange } from '@strata/domain/tree'
import { type TermChange, termChanges } from '@strata/domain/tree/changes'
import { lowerBelow } from '@strata/domain/tree/lowering'
import { changeDay } from '@strata/domain/tree/schedule'
import { type GameTerms, type GroupTerms, type LinkRoles, type LinkTerms, termFaults } from '@strata/domain/tree/terms'
import type { Queryable, Tx } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Operator } from './create.ts'
import { HEAD_PATH } from './snapshot.ts'
import {
  bumpConfig,
  bumpTerms,
  type Change,
  findNode,
  HEAD_MERCHANT,
  lastOrderDay,
  listChildren,
  logChanges,
  type Node,
  type Status,
  saveLinkTerms,
  saveShareTerms,
  setPilotOut,
  setStatus,
} from './store.ts'
import { loadLinkTerms, loadShareTerms, lockMerchant } from './store-snapshot.ts'
import { type AcceptType, DEFAULT_GAME, linkOf, linkTermsOn, type Pankou, type Remainder } from './terms.ts'

/** What is set of a play group; what is left out stays. Group 0: groups not listed. */
export interface GroupPatch {
  readonly groupId: number
  readonly commission?: Readonly<Partial<Record<Pankou, Rate>>>
  readonly minStake?: Money
  readonly maxStake?: Money
  readonly maxItem?: Money
  readonly maxFill?: Money | null
}

/** What is set of a game; what is left out stays. Game 0: games not listed. */
export interface GamePatch {
  readonly gameId: number
  readonly enabled?: boolean
  readonly uplineShare?: Share
  readonly downlineCap?: Share
  readonly remainder?: Remainder
  readonly pankou?: readonly Pankou[]
  readonly replenishPankou?: Pankou
  readonly acceptType?: AcceptType
  readonly groups?: readonly GroupPatch[]
}

export interface TermsChange {
  readonly merchantId: number
  readonly pathId: number
  readonly games: readonly GamePatch[]
  readonly isAllowPilotOut?: boolean
  /** The version the person saw; absent: whatever it is now. */
  readonly version?: number
  readonly operator: Operator
  readonly at: number
  /** First day of share terms, for a world that is made with a past. Absent: the rule of scheduled shares. */
  readonly sharesFrom?: string
}

const LATER = '9999-12-31'

/** Terms of a link as they will be once what is scheduled has come. */
async function termsOf(on: Queryable, merchantId: number, pathIds: readonly number[]): Promise<Map<number, LinkTerms>> {
  const links = Map.groupBy(await loadLinkTerms(on, merchantId, pathIds, new Map()), (row) => row.pathId)
  const shares = Map.groupBy(await loadShareTerms(on, merchantId, pathIds), (row) => row.pathId)
  return new Map(
    pathIds.map((id) => {
      const link = (links.get(id) ?? []).map((row) => row.terms)
      const share = (shares.get(id) ?? []).map((row) => row.terms)
      return [id, linkTermsOn(link, share, LATER)]
    }),
  )
}

const parentTerms = async (on: Queryable, node: Node): Promise<LinkTerms> => {
  const merchantId = node.parentId === HEAD_PATH ? HEAD_MERCHANT : node.merchantId
  const parentId = node.parentId as number
  return (await termsOf(on, merchantId, [parentId])).get(parentId) as LinkTerms
}

function patchGroup(groups: ReadonlyMap<number, GroupTerms>, patch: GroupPatch): GroupTerms | undefined {
  const base = groups.get(patch.groupId) ?? groups.get(0)
  if (!base) return undefined
  const { groupId: _groupId, commission, ...rest } = patch
  return { ...base, ...rest, commission: { ...base.commission, ...commission } }
}

function patchGame(before: GameTerms, patch: GamePatch): GameTerms {
  const { gameId: _gameId, groups: groupPatches, ...rest } = patch
  const groups = new Map(before.groups)
  for (const groupPatch of groupPatches ?? []) {
    const group = patchGroup(groups, groupPatch)
    if (group) groups.set(groupPatch.groupId, group)
  }
  return { ...before, ...rest, groups }
}

/** The terms with all patches applied; a game that had no row of its own starts from the default. */
export function patchTerms(before: LinkTerms, patches: readonly GamePatch[]): LinkTerms {
  const after = new Map(before)
  for (const patch of patches) {
    const base = after.get(patch.gameId) ?? after.get(DEFAULT_GAME)
    if (base) after.set(patch.gameId, patchGame(base, patch))
  }
  return after
}

const LABELS: Readonly<Record<TermChange['field'], string>> = {
  enabled: '启用',
  pankou: '盘口',
  replenishPankou: '补货盘口',
  uplineShare: '上级占成',
  downlineCap: '下级占成上限',
  remainder: '余成归属',
  acceptType: '补货方式',
  commission: '退水',
  minStake: '单注最低',
  maxStake: '单注最高',
  maxItem: '单项最高',
  maxFill: '补货上限',
}

const textOf = (field: TermChange['field'], value: TermChange['before']): string | null => {
  if (value === null) return null
  if (typeof value !== 'bigint') return String(value)
  if (field === 'uplineShare' || field === 'downlineCap') return formatShare(share(value))
  return field === 'commission' ? formatRate(rate(value)) : formatMoney(money(value))
}

/** A change as the log shows it: `<game>.<group>.<field>.<pankou>` with both values in the wire's spelling. */
export function describeChange(change: TermChange): Change {
  const { gameId, groupId, pankou, field } = change
  const place = [gameId, ...(groupId === undefined ? [] : [groupId]), field, ...(pankou ? [pankou] : [])]
  return {
    field: place.join('.'),
    label: pankou ? `${LABELS[field]} ${pankou}` : LABELS[field],
    before: textOf(field, change.before),
    after: textOf(field, change.after),
  }
}

const SHARE_FIELDS: ReadonlySet<string> = new Set(['uplineShare', 'downlineCap', 'remainder'])

/** Whether somebody directly below has more than these terms allow. Each level is within the one above, so one level tells. */
async function isBelowChildren(tx: Tx, node: Node, before: LinkTerms, after: LinkTerms, day: Day): Promise<boolean> {
  const children = await listChildren(tx, node.merchantId, node.id)
  if (children.length === 0) return false
  const terms = await termsOf(
    tx,
    node.merchantId,
    children.map((child) => child.id),
  )
  const subtree = children.map((child) => ({
    path: child.id,
    parent: node.id,
    role: child.role as Role,
    terms: terms.get(child.id) as LinkTerms,
    lastOrderDay: null,
    scheduledFrom: null,
  }))
  return lowerBelow({ path: node.id, before, after, lastOrderDay: null }, subtree, day).affected.length > 0
}

async function saveTerms(
  tx: Tx,
  node: Node,
  after: LinkTerms,
  changes: readonly TermChange[],
  fromDay: () => Promise<Day>,
) {
  const games = (only: (field: string) => boolean): number[] => [
    ...new Set(changes.filter((change) => only(change.field)).map((change) => change.gameId)),
  ]
  const links = games((field) => !SHARE_FIELDS.has(field)).map((id) => linkOf(id, after.get(id) as GameTerms))
  if (links.length > 0) await saveLinkTerms(tx, node.merchantId, node.id, links)
  const shared = games((field) => SHARE_FIELDS.has(field))
  if (shared.length === 0) return
  const day = await fromDay()
  const rows = shared.map((gameId) => {
    const { uplineShare, downlineCap, remainder } = after.get(gameId) as GameTerms
    return { gameId, fromDay: day, uplineShare, downlineCap, remainder }
  })
  await saveShareTerms(tx, node.merchantId, node.id, rows)
}

async function shareDay(tx: Tx, node: Node, change: TermsChange): Promise<Day> {
  const day = businessDay(change.at)
  if (change.sharesFrom !== undefined) return parseDay(change.sharesFrom) ?? day
  return changeDay(day, (await lastOrderDay(tx, node.merchantId, node.id, day)) as Day | null)
}

/**
 * Changes the terms of one path: checked against the parent's, versioned, one log entry with only the fields that
 * changed. Refused: notFound, changed (stale version), beyondTerm (with the faults), stateForbids when somebody below has
 * more: capping them is a step of its own.
 */
export async function changeTerms(tx: Tx, change: TermsChange): Promise<{ version: number } | Refusal> {
  const { merchantId, pathId, operator, at } = change
  await lockMerchant(tx, merchantId)
  const node = await findNode(tx, merchantId, pathId)
  if (!node || node.parentId === null) return refuse('notFound')
  if (change.version !== undefined && change.version !== node.termsVersion) return refuse('changed')
  const before = (await termsOf(tx, merchantId, [pathId])).get(pathId) as LinkTerms
  const after = patchTerms(before, change.games)
  const roles: LinkRoles = { parent: (node.parentRole ?? 0) as LinkRoles['parent'], child: node.role as Role }
  const faults = termFaults(after, await parentTerms(tx, node), roles)
  if (faults.length > 0) {
    const named = faults.map(({ bound, ...fault }) => (bound == null ? fault : { ...fault, bound: String(bound) }))
    return refuse('beyondTerm', {}, { faults: named })
  }
  const changes = termChanges(before, after)
  if (changes.length > 0 && (await isBelowChildren(tx, node, before, after, businessDay(at))))
    return refuse('stateForbids')
  const described = changes.map(describeChange)
  if (change.isAllowPilotOut !== undefined && change.isAllowPilotOut !== node.isAllowPilotOut) {
    await setPilotOut(tx, merchantId, pathId, change.isAllowPilotOut)
    const after = String(change.isAllowPilotOut)
    described.push({ field: 'isAllowPilotOut', label: '允许放飞', before: String(node.isAllowPilotOut), after })
  }
  if (described.length === 0) return { version: node.termsVersion }
  await saveTerms(tx, node, after, changes, () => shareDay(tx, node, change))
  await bumpTerms(tx, merchantId, [pathId])
  await bumpConfig(tx, merchantId)
  await record(tx, node, operator, at, 'terms', described)
  return { version: node.termsVersion + 1 }
}

async function record(tx: Tx, node: Node, operator: Operator, at: number, action: string, changes: readonly Change[]) {
  const { id: operatorId, name: operatorName, ip } = operator
  const target = { pathId: node.id, targetName: node.name }
  await logChanges(tx, node.merchantId, [
    { id: nextId(), at, operatorId, operatorName, ...target, action, changes, ip },
  ])
}

const STATUS_LABELS: Readonly<Record<Status, string>> = { 1: '正常', 2: '停用', 4: '冻结' }

/**
 * Sets the own status of a path, by an ancestor, never by oneself. Acts on bets, sessions and calls at once, since all of
 * them read the effective status. Refused: notFound, stateForbids (own path), and nothing happens when it is so already.
 */
export async function changeStatus(
  tx: Tx,
  change: {
    merchantId: number
    pathId: number
    status: Status
    operatorPath: number
    operator: Operator
    at: number
    reason?: string
  },
): Promise<Refusal | null> {
  const { merchantId, pathId, status, operatorPath } = change
  await lockMerchant(tx, merchantId)
  const node = await findNode(tx, merchantId, pathId)
  if (!node || node.parentId === null) return refuse('notFound')
  const targetAncestors = [HEAD_PATH, ...node.lineage.filter((id) => id !== pathId)]
  const refusal = statusChange({ operatorPath, targetPath: pathId, targetAncestors, from: node.status, to: status })
  if (refusal === 'ownPath') return refuse('stateForbids')
  if (refusal === 'notBelow') return refuse('notFound')
  if (refusal === 'unchanged') return null
  await setStatus(tx, merchantId, pathId, status)
  await bumpConfig(tx, merchantId)
  const reason = change.reason ? [{ field: 'reason', label: '原因', before: null, after: change.reason }] : []
  await record(tx, node, change.operator, change.at, 'status', [
    { field: 'status', label: '状态', before: STATUS_LABELS[node.status], after: STATUS_LABELS[status] },
    ...reason,
  ])
  return null
}
