import { type Game, groupsOfGame, type Play, playsOfGroup } from '@strata/domain/games/catalogue'
import { placeBet } from './place-bet.ts'

/** The item code with the most parts; '': the play's items have one part. */
const longestItem = ({ form }: Play): string => {
  if (form.kind === 'pick' && form.max > 1) return form.universe.slice(0, form.max).join('+')
  if (form.kind === 'digits') return '0'.repeat(form.length)
  if (form.kind === 'legs') return Array.from({ length: form.max }, (_, index) => `ZM${index + 1}:SHUANG`).join('+')
  return ''
}

/**
 * Places a bet on the longest combination of every play group of a game. The simulated players bet combinations only
 * now and then: without these a board of combinations is mostly empty.
 */
export const placeLongCombinations = async (game: Game, periodNo: string): Promise<void> => {
  for (const group of groupsOfGame(game.id)) {
    const [longest] = playsOfGroup(group.id)
      .filter(({ enabledByDefault }) => enabledByDefault)
      .map((play) => ({ playCode: play.code, itemCode: longestItem(play) }))
      .toSorted((a, b) => b.itemCode.length - a.itemCode.length)
    if (longest && longest.itemCode !== '') await placeBet({ gameId: game.id, periodNo, ...longest, stake: '10' })
  }
}
