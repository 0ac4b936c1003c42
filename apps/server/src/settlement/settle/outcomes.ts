import { gameById } from '@strata/domain/games/catalogue'
import { validateDraw } from '@strata/domain/games/draw'
import { readOptions } from '@strata/domain/games/options'
import type { Outcome } from '@strata/domain/games/outcome'
import { prepareDraw, VOID_OUTCOME } from '@strata/domain/games/settle'
import type { GameId } from '@strata/domain/ids'
import type { ItemKey } from '../../book/orders.ts'
import type { DrawRow } from '../../games/results.ts'
import type { OutcomeRow } from './store-settlement.ts'

/** The columns of a stored draw that judging needs. */
export type JudgedDraw = Pick<DrawRow, 'kind' | 'result' | 'draw_date'>

const RESULTS = { lose: 0, win: 1, refund: 2 } as const

/** The outcome of each item under a stored draw. Throws when the game refuses a stored draw or option. */
export function outcomesOf(
  period: { readonly gameId: GameId; readonly options: unknown },
  draw: JudgedDraw,
  items: readonly ItemKey[],
): OutcomeRow[] {
  const judge = draw.kind === 'void' ? () => VOID_OUTCOME : judgeOf(period, draw)
  return items.map(({ play, item }) => {
    const { result, tier, hits, pushedLegs } = judge(play, item)
    return { play, item, result: RESULTS[result], tier, hits, pushed: pushedLegs }
  })
}

function judgeOf(
  period: { readonly gameId: GameId; readonly options: unknown },
  draw: JudgedDraw,
): (play: string, item: string) => Outcome {
  const game = gameById(period.gameId)
  if (!game) throw new Error(`no game ${period.gameId}`)
  const checked = validateDraw(game.code, draw.result ?? [], draw.draw_date)
  if (!checked.ok) throw new Error(`a stored draw of ${game.code} is wrong: ${checked.refusal}`)
  const options = readOptions(period.options)
  if (!options.ok) throw new Error(`stored options of ${game.code} are wrong: ${options.refusal}`)
  return prepareDraw(checked.value, options.value).outcome
}
