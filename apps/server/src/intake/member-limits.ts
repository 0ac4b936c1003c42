import type { BettorLimits } from '@strata/domain/book/intake'
import { holdingOf } from '@strata/domain/book/shares'
import type { MerchantSnapshot } from '../tree/snapshot/merchant-snapshot.ts'

/** By play group and business day, then by member: asked for several times a bet, so no key is made up. */
const byGroup = new WeakMap<MerchantSnapshot, Map<number, Map<string, Map<number, BettorLimits | undefined>>>>()

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
  pathId: number,
  gameId: number,
  groupId: number,
  day: string,
): BettorLimits | undefined {
  const group = merchant.groupTerms(pathId, gameId, groupId)
  const pankou = merchant.terms(pathId, gameId)?.pankou[0]
  if (!group || !pankou) return undefined
  const holding = holdingOf(merchant.shares(pathId, gameId, day), merchant.rates(pathId, gameId, groupId, pankou))
  return { minStake: group.minStake, maxStake: group.maxStake, maxItem: group.maxItem, holding }
}

/** Limits and holding of a member in a play group on a day; kept with the snapshot. */
export function limitsOf(
  merchant: MerchantSnapshot,
  pathId: number,
  gameId: number,
  groupId: number,
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
