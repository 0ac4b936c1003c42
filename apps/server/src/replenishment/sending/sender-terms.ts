import type { Chain } from '@strata/domain/book'
import type { HolderRole } from '@strata/domain/book/shares'
import type { GameId, GroupId, PathId } from '@strata/domain/ids'
import { rate } from '@strata/domain/money'
import { fliesOut } from '@strata/domain/replenishment/send'
import type { FlyOutSetting, SenderTerms } from '@strata/domain/replenishment/sender-terms'
import { ROLE } from '@strata/domain/tree'
import { settingsOf } from '../../settings/replenishment-settings.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import type { MerchantSnapshot } from '../../tree/snapshot.ts'

/** The pankou that prices the head's fly-outs. The head has no replenishPankou, because it has no parent. */
const HEAD_PANKOU = 'A'
const HEAD_CHAIN: Chain = { h: HEAD_PATH, m: null, g: null, a: null }

/** The fly-out settings of a path in a play group. Null when the path may not fly out or the account is off. */
function flyOutOf(snapshot: MerchantSnapshot, pathId: PathId, gameId: GameId, groupId: GroupId): FlyOutSetting | null {
  const settings = settingsOf(snapshot, pathId, gameId)
  const auto = settings.flyOut.get(groupId)
  const account = auto?.flyOutAccount == null ? undefined : snapshot.flyOutAccount(auto.flyOutAccount)
  const allowed = pathId === HEAD_PATH || snapshot.path(pathId)?.flyOutAllowed === true
  if (!auto || !account || !allowed || !account.isOn || account.owner !== pathId) return null
  const { discount, rate: outsideRate, maxPerItem, connector } = account
  return {
    flyOutAccount: account.pathId,
    auto,
    discount,
    rate: outsideRate,
    maxPerItem,
    connector,
  }
}

function buildTerms(snapshot: MerchantSnapshot, pathId: PathId, gameId: GameId, groupId: GroupId): SenderTerms | null {
  const settings = settingsOf(snapshot, pathId, gameId)
  const own = {
    path: pathId,
    acceptLimit: settings.acceptLimits.get(groupId) ?? null,
    sendLimit: settings.sendLimits.get(groupId) ?? null,
    flyOut: flyOutOf(snapshot, pathId, gameId, groupId),
  }
  if (pathId === HEAD_PATH) {
    const top = { role: 0, parent: null, chain: HEAD_CHAIN, acceptType: 4, auto: null } as const
    return { ...own, ...top, replenishPankou: HEAD_PANKOU, rate: () => rate(0n), maxFill: null }
  }
  const path = snapshot.path(pathId)
  const terms = snapshot.terms(pathId, gameId)
  if (!path || !terms || path.role > ROLE.agent) return null
  return {
    ...own,
    role: path.role as HolderRole,
    parent: path.parentId,
    chain: path.chain,
    acceptType: terms.acceptType,
    replenishPankou: terms.replenishPankou ?? terms.pankou[0] ?? null,
    rate: (pankou) => snapshot.rate(pathId, gameId, groupId, pankou),
    maxFill: snapshot.groupTerms(pathId, gameId, groupId)?.maxFill ?? null,
    auto: settings.auto.get(groupId) ?? null,
  }
}

/** Nested maps instead of string keys, because these are read four times per bet. */
const inGroup = <T>(snapshot: MerchantSnapshot, what: string, gameId: GameId, groupId: GroupId): Map<PathId, T> => {
  let groups = byGroup.get(snapshot)
  if (!groups) {
    groups = new Map()
    byGroup.set(snapshot, groups)
  }
  const key = (gameId * 1_000_000 + groupId) * 2 + (what === 'terms' ? 0 : 1)
  let found = groups.get(key)
  if (!found) {
    found = new Map()
    groups.set(key, found)
  }
  return found as Map<PathId, T>
}
const byGroup = new WeakMap<MerchantSnapshot, Map<number, Map<PathId, unknown>>>()

/** A path's terms as a sender in a game and play group. Null for paths that are not holders. */
export function senderTermsOf(
  snapshot: MerchantSnapshot,
  pathId: PathId,
  gameId: GameId,
  groupId: GroupId,
): SenderTerms | null {
  const byPath = inGroup<SenderTerms | null>(snapshot, 'terms', gameId, groupId)
  let terms = byPath.get(pathId)
  if (terms === undefined) {
    terms = buildTerms(snapshot, pathId, gameId, groupId)
    byPath.set(pathId, terms)
  }
  return terms
}

const sendsByItself = (terms: SenderTerms | null): boolean =>
  terms !== null && ((fliesOut(terms) ? terms.flyOut?.auto : terms.auto)?.enabled ?? false)

/** The fly-order account of a path whose excess flies out. Null: it does not. */
export function flyOutAccountOf(
  snapshot: MerchantSnapshot,
  pathId: PathId,
  gameId: GameId,
  groupId: GroupId,
): PathId | null {
  const terms = senderTermsOf(snapshot, pathId, gameId, groupId)
  return terms && fliesOut(terms) ? (terms.flyOut?.flyOutAccount ?? null) : null
}

/** True when nobody of a chain sends automatically in a play group, so that deciding a bet needs no exposure. */
export function isQuiet(snapshot: MerchantSnapshot, chain: Chain, gameId: GameId, groupId: GroupId): boolean {
  const quiets = inGroup<boolean>(snapshot, 'quiet', gameId, groupId)
  // The lowest holder determines its whole chain, so it is enough as a key.
  const lowest = chain.a ?? chain.g ?? chain.m ?? chain.h
  let quiet = quiets.get(lowest)
  if (quiet === undefined) {
    const holders = [chain.a, chain.g, chain.m, chain.h]
    quiet = !holders.some((path) => path !== null && sendsByItself(senderTermsOf(snapshot, path, gameId, groupId)))
    quiets.set(lowest, quiet)
  }
  return quiet
}
