/** Differences between two sets of terms, field by field, for the change log and for previews. */

import type { GameId, GroupId } from '../ids.ts'
import { PANKOU, type Pankou } from '../pankou.ts'
import { LIMITS } from './limits.ts'
import {
  commissionOf,
  type GameTerms,
  type GroupTerms,
  gameTermsOf,
  groupTermsOf,
  keysOf,
  type LinkTerms,
  type TermField,
} from './terms.ts'

/** A share, rate, amount (bigint), switch, pankou, pankous joined by comma, or accept type. Null: none or no limit. */
export type TermValue = bigint | boolean | string | number | null

export interface TermChange {
  readonly gameId: GameId
  readonly groupId?: GroupId
  readonly pankou?: Pankou
  readonly field: TermField
  readonly before: TermValue
  readonly after: TermValue
}

const GAME_FIELDS = ['enabled', 'replenishPankou', 'uplineShare', 'downlineCap', 'remainder', 'acceptType'] as const

const groupChanges = (
  at: { gameId: GameId; groupId: GroupId },
  before: GroupTerms | undefined,
  after: GroupTerms,
): TermChange[] => {
  const changes: TermChange[] = []
  for (const pankou of PANKOU) {
    const [old, now] = [before ? commissionOf(before, pankou) : null, commissionOf(after, pankou)]
    if (old !== now && !(old === null && now === 0n))
      changes.push({ ...at, pankou, field: 'commission', before: old, after: now })
  }
  for (const { name: field } of LIMITS) {
    const old = before ? before[field] : null
    if (old !== after[field]) changes.push({ ...at, field, before: old, after: after[field] })
  }
  return changes
}

const gameChanges = (gameId: GameId, before: GameTerms | undefined, after: GameTerms): TermChange[] => {
  const changes: TermChange[] = []
  const letters = (terms: GameTerms | undefined): string | null =>
    terms ? PANKOU.filter((letter) => terms.pankou.includes(letter)).join(',') : null
  if (letters(before) !== letters(after))
    changes.push({ gameId, field: 'pankou', before: letters(before), after: letters(after) })
  for (const field of GAME_FIELDS) {
    const old = before ? before[field] : null
    if (old !== after[field]) changes.push({ gameId, field, before: old, after: after[field] })
  }
  for (const groupId of keysOf(before?.groups ?? new Map(), after.groups)) {
    const now = groupTermsOf(after, groupId)
    if (now) changes.push(...groupChanges({ gameId, groupId }, before && groupTermsOf(before, groupId), now))
  }
  return changes
}

/** Only fields that changed, by game and play group. A game or group without own terms is compared by its default. */
export const termChanges = (before: LinkTerms, after: LinkTerms): TermChange[] =>
  keysOf(before, after).flatMap((gameId) => {
    const now = gameTermsOf(after, gameId)
    return now ? gameChanges(gameId, gameTermsOf(before, gameId), now) : []
  })
