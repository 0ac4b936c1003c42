import { ROLE, type Role } from '@strata/domain/tree'
import { eachLimit } from '@strata/domain/tree/limits'
import { normal } from '../../../lib/decimal.ts'
import type { GameTerms, Letter, PlayTerms, Terms } from './terms-model.ts'
import { isBettor } from './terms-rules.ts'

const WHY = '上级的设定'

const newPlay = (play: PlayTerms): PlayTerms => ({
  ...play,
  bounds: {
    commission: Object.fromEntries(
      Object.entries(play.commission).map(([letter, value]) => [letter, { min: '0', max: value, why: WHY }]),
    ),
    ...eachLimit(({ name, bound, other }) => {
      const end = other === undefined ? '0' : play[other]
      const [min, max] = bound === 'floor' ? [play[name], end] : [end, play[name]]
      return { min: min ?? '0', max, why: WHY }
    }),
  },
})

const newGame = (game: GameTerms, options: { roleId: Role; parentRole: Role; pankou: Letter | null }): GameTerms => {
  const bettor = isBettor(options.roleId)
  const cap = game.scheduled?.downlineCap ?? game.downlineCap
  const letter = options.pankou && game.pankou.includes(options.pankou) ? options.pankou : game.pankou[0]
  const { scheduled: _scheduled, replenishPankou, ...rest } = game
  const allowed: GameTerms['acceptType'][] = options.parentRole === ROLE.head ? [0, 1, 4] : [0, 1, 2, 3, 4]
  return {
    ...rest,
    uplineShare: '0',
    downlineCap: bettor ? '0' : normal(cap),
    remainder: 'head',
    pankou: bettor ? (letter ? [letter] : []) : game.pankou,
    ...(bettor || (replenishPankou ?? letter) === undefined ? {} : { replenishPankou: replenishPankou ?? letter }),
    acceptType: allowed.includes(game.acceptType) ? game.acceptType : 0,
    plays: game.plays.map(newPlay),
    bounds: {
      uplineShare: { min: '0', max: bettor ? normal(cap) : '0', why: WHY },
      downlineCap: { min: '0', max: normal(cap), why: WHY },
      pankou: game.pankou,
      acceptType: allowed,
    },
  }
}

/** The default terms of a new child: its parent's, with share 0 and everything that the parent may pass on. */
export const newChildTerms = (
  parent: Terms,
  options: { readonly roleId: Role; readonly parentRole: Role; readonly pankou: Letter | null },
): Terms => ({
  ...parent,
  version: 0,
  isAllowPilotOut: false,
  games: parent.games.map((game) => newGame(game, options)),
})
