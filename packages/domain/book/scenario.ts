/** A holder's result under each outcome of a deciding draw, over every play that the draw decides. */

import { type GameCode, type Play, playOf, playsOfGame, SUMS } from '../games/catalogue.ts'
import { type DrawRules, drawOf } from '../games/draw-space.ts'
import { listedItems } from '../games/item.ts'
import { isOfSum } from '../games/lenses.ts'
import { type Outcome, WIN } from '../games/outcome.ts'
import { decidingOf, type PreparedDraw, prepareDraw } from '../games/settle.ts'
import { type Money, ZERO } from '../money/money.ts'
import { must } from '../must.ts'

/** A holder's results on one item of a period. */
export interface PeriodItem {
  readonly playCode: string
  readonly itemCode: string
  readonly ifLose: Money
  /** The result if it wins its highest tier. */
  readonly ifWin: Money
  /**
   * For a play with several ways to win: the result of each, by `wayOf`. A way that is left out has the result `ifWin`.
   */
  readonly ways?: ReadonlyMap<string, Money>
}

/** The name of a way to win: tier, hits and pushed legs. */
export const wayOf = (outcome: Pick<Outcome, 'tier' | 'hits' | 'pushedLegs'>): string =>
  `${outcome.tier}/${outcome.hits}/${outcome.pushedLegs}`

/** The holder's result on an item under an outcome. */
export const resultUnder = (item: PeriodItem, outcome: Outcome): Money => {
  if (outcome.result === 'lose') return item.ifLose
  if (outcome.result === 'refund') return ZERO
  return item.ways?.get(wayOf(outcome)) ?? item.ifWin
}

/** One outcome of a deciding draw: a special number, a sum, the number at one position. */
export interface DecidingOutcome {
  /** The play and item it is named after: TMA 07, HZ 13, B1 3, R10 7. */
  readonly playCode: string
  readonly itemCode: string
  /** Exactly one outcome of each position occurs. */
  readonly position: number
  /** Chances out of `of`. */
  readonly chances: number
  readonly of: number
  /** A draw with this outcome. Plays that the outcome decides have the same result in all such draws. */
  readonly draw: PreparedDraw
}

/** A deciding draw: its outcomes, and the plays that each position alone decides. */
export interface Deciding {
  readonly outcomes: readonly DecidingOutcome[]
  readonly playsOf: (position: number) => readonly Play[]
}

const alone = (game: GameCode, place: number): readonly Play[] =>
  playsOfGame(game).filter((play) => {
    const places = decidingOf(game, play.code)
    return places.length === 1 && places[0] === place
  })

/** The deciding draw of the numbers at some places. `playAt` sells the numbers of a place one by one. */
const byPlace = (
  game: GameCode,
  rules: DrawRules,
  places: readonly number[],
  playAt: (place: number) => string,
): Deciding => {
  const plays = new Map(places.map((place) => [place, alone(game, place)]))
  const outcomes = places.flatMap((place): DecidingOutcome[] => {
    const play = playOf(game, playAt(place))
    if (!play) throw new Error(`no numbers of place ${place} in ${game}`)
    const codes = listedItems(play)
    return codes.map((itemCode) => ({
      playCode: play.code,
      itemCode,
      position: place,
      chances: 1,
      of: codes.length,
      draw: prepareDraw(drawOf(game, rules, ballsWith(game, place, Number(itemCode))), rules.options),
    }))
  })
  return { outcomes, playsOf: (position) => plays.get(position) ?? [] }
}

/** Balls with the given number at the given place. The other balls are arbitrary but valid. */
const ballsWith = (game: GameCode, place: number, number: number): number[] => {
  if (game === '5M') return Array.from({ length: 5 }, (_, at) => (at === place ? number : 0))
  const count = game === 'PK' ? 10 : 7
  const others = Array.from({ length: count + 1 }, (_, at) => at + 1).filter((ball) => ball !== number)
  return Array.from({ length: count }, (_, at) => (at === place ? number : must(others[at], 'the number')))
}

const digitsOfSum = (sum: number): number[] => {
  const first = Math.min(9, sum)
  const second = Math.min(9, sum - first)
  return [first, second, sum - first - second]
}

const waysToSum = (sum: number): number => {
  let ways = 0
  for (let a = 0; a <= 9; a++) for (let b = 0; b <= 9; b++) if (sum - a - b >= 0 && sum - a - b <= 9) ways += 1
  return ways
}

const sums = (rules: DrawRules): Deciding => {
  const plays = playsOfGame('PC').filter((play) => isOfSum(play, rules.options))
  return {
    playsOf: () => plays,
    outcomes: SUMS.map((itemCode, sum) => ({
      playCode: 'HZ',
      itemCode,
      position: 0,
      chances: waysToSum(sum),
      of: 1000,
      draw: prepareDraw(drawOf('PC', rules, digitsOfSum(sum)), rules.options),
    })),
  }
}

const FIVE = [0, 1, 2, 3, 4]
const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
/** The index of the special number. */
const SPECIAL = 6

/** The deciding draw of a game: 49 special numbers, 28 sums, or ten numbers at each place of 5M and PK. */
export const decidingDraw = (game: GameCode, rules: DrawRules): Deciding => {
  switch (game) {
    case '6HC':
      return byPlace('6HC', rules, [SPECIAL], () => 'TMA')
    case 'PC':
      return sums(rules)
    case '5M':
      return byPlace('5M', rules, FIVE, (place) => `B${place + 1}`)
    case 'PK':
      return byPlace('PK', rules, TEN, (place) => `R${place + 1}`)
  }
}

const groupBy = <T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** Plays that the game's deciding draw may decide under some rules. */
export const decidingPlays = (game: GameCode): readonly Play[] => {
  if (game === 'PC') return playsOfGame(game)
  const places = game === '6HC' ? [SPECIAL] : game === '5M' ? FIVE : TEN
  return places.flatMap((place) => alone(game, place))
}

/** Caches the outcome of each item under each outcome of a deciding draw, because it is the same for every holder. */
export class OutcomeMemory {
  readonly deciding: Deciding
  readonly #known = new Map<string, readonly Outcome[]>()

  constructor(game: GameCode, rules: DrawRules) {
    this.deciding = decidingDraw(game, rules)
  }

  /** The item's outcome under each outcome of its play's position, in the order of the outcomes. */
  of(playCode: string, itemCode: string, outcomes: readonly DecidingOutcome[]): readonly Outcome[] {
    const key = `${playCode} ${itemCode} ${outcomes[0]?.position ?? ''}`
    let known = this.#known.get(key)
    if (!known) {
      known = outcomes.map(({ draw }) => draw.outcome(playCode, itemCode))
      if (this.#known.size >= MEMORY_LIMIT) this.#known.clear()
      this.#known.set(key, known)
    }
    return known
  }
}

const MEMORY_LIMIT = 20_000

export interface OutcomeResult extends DecidingOutcome {
  readonly result: Money
}

/** The exact result of each outcome over every play that it decides. */
export const decidingResults = (memory: OutcomeMemory, items: readonly PeriodItem[]): OutcomeResult[] => {
  const { outcomes, playsOf } = memory.deciding
  const byPlay = groupBy(items, (item) => item.playCode)
  return [...groupBy(outcomes, ({ position }) => position)].flatMap(([position, here]) => {
    const decided = playsOf(position).flatMap((play) => byPlay.get(play.code) ?? [])
    const results = here.map(() => 0n)
    for (const item of decided) {
      const judged = memory.of(item.playCode, item.itemCode, here)
      for (let at = 0; at < here.length; at++)
        results[at] = must(results[at], 'the result') + resultUnder(item, must(judged[at], 'the outcome'))
    }
    return here.map((outcome, at) => ({ ...outcome, result: (results[at] ?? 0n) as Money }))
  })
}

/** Value at risk is the loss that at most one draw in this many exceeds. */
export const RISK_PART = 100

const compare = (one: { readonly result: bigint }, two: { readonly result: bigint }): number =>
  one.result < two.result ? -1 : one.result > two.result ? 1 : 0

/** The worst outcomes first. Outcomes with equal results keep their order. */
export const worstFirst = <T extends { readonly result: Money }>(results: readonly T[], count: number): T[] =>
  results.toSorted(compare).slice(0, count)

/**
 * Value at risk: the loss that is exceeded with a chance of at most 1 in 100; 0 when there is no such loss. Of several
 * positions the largest.
 */
export const decidingRisk = (results: readonly OutcomeResult[]): Money => {
  let largest = 0n
  for (const [, here] of groupBy(results, ({ position }) => position)) {
    let worse = 0
    for (const { chances, of, result } of here.toSorted(compare)) {
      worse += chances
      if (worse * RISK_PART <= of) continue
      if (-result > largest) largest = -result
      break
    }
  }
  return largest as Money
}

const MAX_HITS = 6

/** Every way in which an item of the play may win, in no particular order: the keys of `ways` of a `PeriodItem`. */
export const waysToWin = (play: Play, itemCode: string): Outcome[] => {
  switch (play.payoutKind) {
    case 'single':
      return [WIN]
    case 'tiers':
      return play.tiers.map((_, tier) => ({ ...WIN, tier }))
    case 'multi':
      return Array.from({ length: MAX_HITS }, (_, index) => ({ ...WIN, hits: index + 1 }))
    case 'legs':
      // Only one number pushes, so at most one leg is pushed.
      return [WIN, ...itemCode.split('+').map((_, leg) => ({ ...WIN, pushedLegs: 1 << leg }))]
  }
}
