import type { Chain } from '@strata/domain/book'
import type { HolderRole } from '@strata/domain/book/shares'
import { rate } from '@strata/domain/money'
import type { HedgeSeat } from '@strata/domain/replenishment/seat'
import { settingsOf } from '../book/hedge-settings.ts'
import { HEAD_PATH, type MerchantSnapshot } from '../tree/snapshot.ts'

const HEAD_CHAIN: Chain = { h: HEAD_PATH, m: null, g: null, a: null }

function buildSeat(snapshot: MerchantSnapshot, pathId: number, gameId: number, groupId: number): HedgeSeat | null {
  const settings = settingsOf(snapshot, pathId, gameId)
  const own = {
    path: pathId,
    acceptLimit: settings.acceptLimits.get(groupId) ?? null,
    sendLimit: settings.sendLimits.get(groupId) ?? null,
    flyout: null,
  }
  if (pathId === HEAD_PATH) {
    const top = { role: 0, parent: null, chain: HEAD_CHAIN, acceptType: 4, replenishPankou: null, auto: null } as const
    return { ...own, ...top, rate: () => rate(0n), maxFill: null }
  }
  const path = snapshot.path(pathId)
  const terms = snapshot.terms(pathId, gameId)
  if (!path || !terms || path.role > 3) return null
  return {
    ...own,
    role: path.role as HolderRole,
    parent: path.parentId,
    chain: path.chain,
    acceptType: terms.acceptType,
    replenishPankou: terms.replenishPankou ?? terms.pankou[0] ?? null,
    rate: (pankou) => snapshot.rate(pathId, gameId, groupId, pankou),
    maxFill: snapshot.groupTerms(pathId, gameId, groupId)?.maxFill ?? null,
    auto: settings.halted ? null : (settings.auto.get(groupId) ?? null),
  }
}

/** Maps by path instead of made-up keys: seats are asked for four times a bet. */
const inGroup = <T>(snapshot: MerchantSnapshot, what: string, gameId: number, groupId: number): Map<number, T> => {
  let groups = byGroup.get(snapshot)
  if (!groups) {
    groups = new Map()
    byGroup.set(snapshot, groups)
  }
  const key = (gameId * 1_000_000 + groupId) * 2 + (what === 'seat' ? 0 : 1)
  let found = groups.get(key)
  if (!found) {
    found = new Map()
    groups.set(key, found)
  }
  return found as Map<number, T>
}
const byGroup = new WeakMap<MerchantSnapshot, Map<number, Map<number, unknown>>>()

/** A path's place in replenishment for a game and play group; null for paths that hold nothing. */
export function seatOf(snapshot: MerchantSnapshot, pathId: number, gameId: number, groupId: number): HedgeSeat | null {
  const seats = inGroup<HedgeSeat | null>(snapshot, 'seat', gameId, groupId)
  let seat = seats.get(pathId)
  if (seat === undefined) {
    seat = buildSeat(snapshot, pathId, gameId, groupId)
    seats.set(pathId, seat)
  }
  return seat
}

/** Whether nobody of a chain sends up by itself in a play group: then no exposure needs to be read to decide. */
export function isQuiet(snapshot: MerchantSnapshot, chain: Chain, gameId: number, groupId: number): boolean {
  const quiets = inGroup<boolean>(snapshot, 'quiet', gameId, groupId)
  // The lowest holder names its whole chain.
  const lowest = chain.a ?? chain.g ?? chain.m ?? chain.h
  let quiet = quiets.get(lowest)
  if (quiet === undefined) {
    const holders = [chain.a, chain.g, chain.m, chain.h]
    quiet = !holders.some((path) => path !== null && seatOf(snapshot, path, gameId, groupId)?.auto?.enabled)
    quiets.set(lowest, quiet)
  }
  return quiet
}
