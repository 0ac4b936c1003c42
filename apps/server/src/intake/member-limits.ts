import type { Holding } from '@strata/domain/book'
import type { BettorLimits } from '@strata/domain/book/intake'
import { holdingOf } from '@strata/domain/book/shares'
import type { GameId, GroupId, PathId } from '@strata/domain/ids'
import type { MerchantSnapshot } from '../tree/snapshot.ts'

/**
 * By play group, business day and member. Nested maps, because this is read several times per bet and keys cost time.
 */
const byGroup = new WeakMap<MerchantSnapshot, Map<number, Map<string, Map<number, BettorLimits | undefined>>>>()

/** One object for all members with the same shares and rates: see knownFold. */
const interned = new WeakMap<MerchantSnapshot, Map<string, Holding>>()

function intern(merchant: MerchantSnapshot, holding: Holding): Holding {
  let known = interned.get(merchant)
  if (!known) {
    known = new Map()
    interned.set(merchant, known)
  }
  const { sH, sM, sG, sA, rM, rG, rA, rB } = holding
  const key = `${sH} ${sM} ${sG} ${sA} ${rM} ${rG} ${rA} ${rB}`
  const same = known.get(key)
  if (same) return same
  known.set(key, holding)
  return holding
}

const inner = <K, L, V>(outer: Map<K, Map<L, V>>, key: K): Map<L, V> => {
  let found = outer.get(key)
  if (!found) {
    found = new Map()
    outer.set(key, found)
  }
  return found
}

function readLimits(
  merchant: MerchantSnapshot,
  pathId: PathId,
  gameId: GameId,
  groupId: GroupId,
  day: string,
): BettorLimits | undefined {
  const group = merchant.groupTerms(pathId, gameId, groupId)
  const pankou = merchant.terms(pathId, gameId)?.pankou[0]
  if (!group || !pankou) return undefined
  const holding = holdingOf(merchant.shares(pathId, gameId, day), merchant.rates(pathId, gameId, groupId, pankou))
  const { commission: _rates, ...limits } = group
  return { ...limits, holding: intern(merchant, holding) }
}

/** Limits and holding of a member in a play group on a day. Cached with the snapshot. */
export function limitsOf(
  merchant: MerchantSnapshot,
  pathId: PathId,
  gameId: GameId,
  groupId: GroupId,
  day: string,
): BettorLimits | undefined {
  let groups = byGroup.get(merchant)
  if (!groups) {
    groups = new Map()
    byGroup.set(merchant, groups)
  }
  const members = inner(inner(groups, gameId * 1_000_000 + groupId), day)
  const known = members.get(pathId)
  if (known) return known
  const limits = readLimits(merchant, pathId, gameId, groupId, day)
  members.set(pathId, limits)
  return limits
}
