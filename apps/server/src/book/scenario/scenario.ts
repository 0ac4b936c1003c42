import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { scenario } from '@strata/contract/endpoints/book'
import type { DrawResult, PeriodOutlook } from '@strata/domain/book/period-results'
import {
  decidingPlays,
  decidingResults,
  decidingRisk,
  OutcomeMemory,
  type OutcomeResult,
  type PeriodItem,
  worstFirst,
} from '@strata/domain/book/scenario'
import { type GameCode, gameById, groupOfPlay, playOf } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import { formatMoney, money } from '@strata/domain/money'
import type { Caller } from '../../access/session.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { type Board, openBoard } from '../boards/board.ts'
import type { BoardDeps } from '../boards/board-sources.ts'
import type { ExposureRow } from '../exposures/store-exposures.ts'
import type { GameRules } from '../open-games/catalogue-book.ts'
import { askOutlook, type PeriodWork } from './period-work.ts'
import { readWays } from './store-ways.ts'

export interface ScenarioDeps extends BoardDeps {
  readonly work: PeriodWork
}

type Request = ParsedRequestOf<typeof scenario>
type Answer = ResponseOf<typeof scenario>

const MAX_RULES = 8
const memories = new Map<string, OutcomeMemory>()

/** The cached outcomes of a game's deciding draw under its rules. They are the same for everybody. */
export function outcomeMemory(game: GameCode, rules: GameRules): OutcomeMemory {
  const key = `${game} ${rules.lunarYear} ${JSON.stringify(rules.options)}`
  const known = memories.get(key)
  if (known) return known
  const made = new OutcomeMemory(game, rules)
  if (memories.size >= MAX_RULES) memories.clear()
  memories.set(key, made)
  return made
}

/** A holder's items, summed over all pankou. */
export function periodItems(
  rows: readonly ExposureRow[],
  ways: ReadonlyMap<string, NonNullable<PeriodItem['ways']>> = new Map(),
): PeriodItem[] {
  const items = new Map<string, { playCode: string; itemCode: string; ifLose: bigint; ifWin: bigint }>()
  for (const { play, item, figures } of rows) {
    const key = `${play} ${item}`
    const known = items.get(key) ?? { playCode: play, itemCode: item, ifLose: 0n, ifWin: 0n }
    known.ifLose += figures.ifLose
    known.ifWin += figures.ifWin
    items.set(key, known)
  }
  return [...items].map(([key, { playCode, itemCode, ifLose, ifWin }]) => {
    const item = { playCode, itemCode, ifLose: money(ifLose), ifWin: money(ifWin) }
    const itsWays = ways.get(key)
    return itsWays ? { ...item, ways: itsWays } : item
  })
}

/** Chances as percent with four decimals, rounded. */
export const percentText = (chances: number, of: number): string => {
  const parts = Math.round((chances * 1_000_000) / of)
  const decimals = String(parts % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${Math.floor(parts / 10_000)}${decimals === '' ? '' : `.${decimals}`}`
}

/** The code of an outcome, by which the screen draws its ball: "TMA:07", "B1:3". */
export const outcomeCode = ({ playCode, itemCode }: Pick<OutcomeResult, 'playCode' | 'itemCode'>): string =>
  `${playCode}:${itemCode}`

/** The label of an outcome: "特码 07", "第一球 3", "冠军 7号". */
export function outcomeLabel(game: GameCode, outcome: Pick<OutcomeResult, 'playCode' | 'itemCode'>): string {
  const play = playOf(game, outcome.playCode)
  if (!play) throw new Error(`no play ${outcome.playCode} in ${game}`)
  // 6HC and PC have one deciding number. In the other games the first word of the play's name is the place.
  const where = game === '6HC' || game === 'PC' ? groupOfPlay(play).name : play.name.split(' ')[0]
  return `${where} ${itemName(play, outcome.itemCode)}`
}

/** Balls as results are written on the wire: "03,12,23,34,40,49,07". */
export const drawCode = (game: GameCode, balls: readonly number[]): string =>
  balls.map((ball) => String(ball).padStart(game === '6HC' ? 2 : 1, '0')).join(',')

export const drawLabel = (game: GameCode, balls: readonly number[]): string => {
  const texts = drawCode(game, balls).split(',')
  return game === '6HC' ? `${texts.slice(0, 6).join(' ')} + ${texts[6]}` : texts.join(' ')
}

type AnswerOutcome = Answer['outcomes'][number]

const shownOutcome = (game: GameCode, outcome: OutcomeResult): AnswerOutcome => ({
  code: outcomeCode(outcome),
  label: outcomeLabel(game, outcome),
  probability: percentText(outcome.chances, outcome.of),
  result: formatMoney(outcome.result),
})

function decidingAnswer(game: GameCode, board: Board): Answer {
  const results = decidingResults(outcomeMemory(game, board.prices.rules), periodItems(board.rows))
  return {
    outcomes: results.map((outcome) => shownOutcome(game, outcome)),
    worst: worstFirst(results, 10).map((outcome) => shownOutcome(game, outcome)),
    valueAtRisk: formatMoney(decidingRisk(results)),
    exact: true,
    draws: results.length,
  }
}

const shownDraw = (game: GameCode, outlook: PeriodOutlook, { balls, result }: DrawResult): AnswerOutcome => ({
  code: drawCode(game, balls),
  label: drawLabel(game, balls),
  // All draws are equally likely.
  probability: percentText(1, outlook.draws),
  result: formatMoney(result),
})

const outlookAnswer = (game: GameCode, outlook: PeriodOutlook): Answer => ({
  outcomes: outlook.percentiles.map(({ percent, result }) => ({
    code: `P${percent}`,
    label: `${percent}%`,
    probability: String(percent),
    result: formatMoney(result),
  })),
  worst: outlook.worst.map((draw) => shownDraw(game, outlook, draw)),
  valueAtRisk: formatMoney(outlook.valueAtRisk),
  exact: outlook.exact,
  draws: outlook.draws,
})

/** Number of cached outlooks, running or done. An unchanged book has the same outlook. */
const MAX_OUTLOOKS = 64
const outlooks = new Map<string, Promise<PeriodOutlook | null>>()

async function cachedOutlook(key: string, make: () => Promise<PeriodOutlook | null>): Promise<PeriodOutlook | null> {
  const known = outlooks.get(key)
  if (known) return known
  const made = make()
  outlooks.set(key, made)
  const [oldest] = outlooks.keys()
  if (outlooks.size > MAX_OUTLOOKS && oldest !== undefined) outlooks.delete(oldest)
  try {
    const outlook = await made
    if (outlook === null) outlooks.delete(key)
    return outlook
  } catch (error) {
    outlooks.delete(key)
    throw error
  }
}

async function periodAnswer(deps: ScenarioDeps, game: GameCode, board: Board, by: number): Promise<Answer | Refusal> {
  const { scope, period } = board
  const { rules } = board.prices
  const make = async (): Promise<PeriodOutlook | null> => {
    const at = { periodId: period.periodId, day: period.day, ...scope }
    const ways = game === '6HC' ? await readWays(deps.pool, scope.merchantIds, at) : new Map()
    return askOutlook(deps.work, { kind: 'outlook', game, rules, items: periodItems(board.rows, ways) }, by)
  }
  // Figures of a subtree are summed for each request and have no version of their own.
  const key = `${period.periodId} ${scope.holder} ${scope.merchantIds.join()} ${board.answer.version}`
  const outlook = scope.through === null ? await cachedOutlook(key, make) : await make()
  return outlook ? outlookAnswer(game, outlook) : refuse('overloaded')
}

/** realtimereport/scenario: the result of each outcome, or the outlook of the whole period. */
export async function scenarioOf(deps: ScenarioDeps, caller: Caller, input: Request): Promise<Answer | Refusal> {
  const game = gameById(input.gameId)?.code
  if (!game) return refuse('notFound')
  const { outcomes, ...asked } = input
  const plays = outcomes === 'deciding' ? decidingPlays(game) : null
  const board = await openBoard(deps, caller, { ...asked, amount: 'net' }, plays)
  if (board instanceof Refusal) return board
  return outcomes === 'deciding' ? decidingAnswer(game, board) : periodAnswer(deps, game, board, caller.account.id)
}
