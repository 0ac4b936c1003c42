import { gameById } from '@strata/domain/games/catalogue'
import { validateDraw } from '@strata/domain/games/draw'
import { readOptions } from '@strata/domain/games/options'
import type { Outcome } from '@strata/domain/games/outcome'
import { prepareDraw, VOID_OUTCOME } from '@strata/domain/games/settle'
import type { DrawRow, ItemKey, OutcomeRow } from './store-settlement.ts'

/** What judging needs of a stored draw. */
export type JudgedDraw = Pick<DrawRow, 'kind' | 'result' | 'draw_date'>

const RESULTS = { lose: 0, win: 1, refund: 2 } as const

/** What a stored draw does to each item. A stored draw or option that the game refuses is a fault. */
export function outcomesOf(
  period: { readonly gameId: number; readonly options: unknown },
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
  period: { readonly gameId: number; readonly options: unknown },
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
