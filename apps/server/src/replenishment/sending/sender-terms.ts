import type { Chain } from '@strata/domain/book'
import type { HolderRole } from '@strata/domain/book/shares'
import { rate } from '@strata/domain/money'
import { fliesOut } from '@strata/domain/replenishment/send'
import type { FlyOutSetting, SenderTerms } from '@strata/domain/replenishment/sender-terms'
import { ROLE } from '@strata/domain/tree'
import { settingsOf } from '../../settings/replenishment-settings.ts'
import { HEAD_PATH, type MerchantSnapshot } from '../../tree/snapshot/merchant-snapshot.ts'

/** What the head's fly-outs are priced at: it has no replenishPankou, because nobody is above it. */
const HEAD_PANKOU = 'A'
const HEAD_CHAIN: Chain = { h: HEAD_PATH, m: null, g: null, a: null }

/** The outside book that a path's settings of a play group name, if the path may fly out and the account takes orders. */
function flyOutOf(snapshot: MerchantSnapshot, pathId: number, gameId: number, groupId: number): FlyOutSetting | null {
  const settings = settingsOf(snapshot, pathId, gameId)
  const auto = settings.flyOut.get(groupId)
  const pilot = auto?.pilotId == null ? undefined : snapshot.pilot(auto.pilotId)
  const allowed = pathId === HEAD_PATH || snapshot.path(pathId)?.isAllowPilotOut === true
  if (!auto || !pilot || !allowed || !pilot.isOn || pilot.owner !== pathId) return null
  const { discount, rate: outsideRate, maxPerItem, connector } = pilot
  return {
    pilot: pilot.pathId,
    auto,
    discount,
    rate: outsideRate,
    maxPerItem,
    connector,
  }
}

function buildTerms(snapshot: MerchantSnapshot, pathId: number, gameId: number, groupId: number): SenderTerms | null {
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

/** Maps by path instead of made-up keys: byPath are asked for four times a bet. */
const inGroup = <T>(snapshot: MerchantSnapshot, what: string, gameId: number, groupId: number): Map<number, T> => {
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
  return found as Map<number, T>
}
const byGroup = new WeakMap<MerchantSnapshot, Map<number, Map<number, unknown>>>()

/** A path's place in replenishment for a game and play group; null for paths that hold nothing. */
export function senderTermsOf(
  snapshot: MerchantSnapshot,
  pathId: number,
  gameId: number,
  groupId: number,
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

/** The account that a path flies out to, where its excess goes there; null: none. */
export function pilotOf(snapshot: MerchantSnapshot, pathId: number, gameId: number, groupId: number): number | null {
  const terms = senderTermsOf(snapshot, pathId, gameId, groupId)
  return terms && fliesOut(terms) ? (terms.flyOut?.pilot ?? null) : null
}

/** Whether nobody of a chain sends up or out by itself in a play group: then no exposure needs to be read to decide. */
export function isQuiet(snapshot: MerchantSnapshot, chain: Chain, gameId: number, groupId: number): boolean {
  const quiets = inGroup<boolean>(snapshot, 'quiet', gameId, groupId)
  // The lowest holder names its whole chain.
  const lowest = chain.a ?? chain.g ?? chain.m ?? chain.h
  let quiet = quiets.get(lowest)
  if (quiet === undefined) {
    const holders = [chain.a, chain.g, chain.m, chain.h]
    quiet = !holders.some((path) => path !== null && sendsByItself(senderTermsOf(snapshot, path, gameId, groupId)))
    quiets.set(lowest, quiet)
  }
  return quiet
}
