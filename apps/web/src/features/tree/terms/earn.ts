import { formatRate, rate } from '@strata/domain/money'
import { readValue } from '../../../lib/decimal.ts'
import { type GameDraft, type GameTerms, LETTERS, withPlay } from './terms-model.ts'

/** Sets every commission to the parent's own less `percent` (at least 0): the parent keeps that much on each play. */
export const earnOnAll = (game: GameTerms, draft: GameDraft, percent: string): GameDraft => {
  const less = readValue('rate', percent) ?? 0n
  let next = draft
  for (const play of game.plays)
    for (const letter of LETTERS) {
      const own = play.bounds.commission[letter]?.max
      if (own === undefined || own === null || !draft.pankou.includes(letter)) continue
      const left = (readValue('rate', own) ?? 0n) - less
      next = withPlay(next, play.groupId, letter, formatRate(rate(left > 0n ? left : 0n)))
    }
  return next
}
