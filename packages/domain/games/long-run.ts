/**
 * 长龙 and 遗漏: how often the same side won in a row, and for how many draws a number has not appeared. Past fair draws do
 * not predict future ones, but people look at these tables, so they must be right. The settlement itself decides which
 * side won, so a run always agrees with what was paid.
 */

import { type GameCode, type Play, playsOfGame } from './catalogue.ts'
import { DRAW_SHAPES } from './draw.ts'
import { itemName } from './item.ts'
import { itemsOfMarket, marketsOfPlay } from './markets.ts'
import type { PreparedDraw } from './settle.ts'

/** A market of two or three items: 大小, 单双, 龙虎和, 波色 ... */
export type Side = {
  /** The name from `marketOf`. */
  readonly market: string
  readonly playCode: string
  readonly playName: string
  readonly items: readonly { readonly code: string; readonly name: string }[]
}

/** A market with more items is not treated as sides. */
const MAX_ITEMS = 3

const codesOf = (play: Play, market: string): readonly string[] => {
  if (market === play.code && (play.form.kind !== 'one' || play.form.codes.size > MAX_ITEMS)) return []
  return itemsOfMarket(play.game, market)
}

const made = new Map<GameCode, readonly Side[]>()

/** The sides of a game, in catalogue order. */
export const sidesOf = (game: GameCode): readonly Side[] => {
  const known = made.get(game)
  if (known) return known
  const sides = playsOfGame(game).flatMap((play) =>
    marketsOfPlay(play).flatMap((market) => {
      const codes = codesOf(play, market)
      if (codes.length < 2 || codes.length > MAX_ITEMS) return []
      const items = codes.map((code) => ({ code, name: itemName(play, code) }))
      return [{ market, playCode: play.code, playName: play.name, items }]
    }),
  )
  made.set(game, sides)
  return sides
}

/** The index of the winning item in each side's list; -1 when none won (49, a refunded tie). */
export const winnersOf = (draw: PreparedDraw): readonly number[] =>
  sidesOf(draw.draw.game).map(({ playCode, items }) =>
    items.findIndex(({ code }) => draw.outcome(playCode, code).result === 'win'),
  )

export type Run = { readonly value: number; readonly length: number }

/** The current run and the longest one; of equally long runs the latest. `values` are newest first. Null if empty. */
export const runOf = (values: readonly number[]): { readonly current: Run; readonly longest: Run } | null => {
  const runs: Run[] = []
  for (const value of values) {
    const last = runs.at(-1)
    if (last?.value === value) runs[runs.length - 1] = { value, length: last.length + 1 }
    else runs.push({ value, length: 1 })
  }
  const [current] = runs
  if (!current) return null
  return { current, longest: runs.reduce((most, run) => (run.length > most.length ? run : most), current) }
}

/** Where a number is counted: at one ball, at any of several, or as their sum. */
export type Place = { readonly code: string; readonly of: readonly number[]; readonly as: 'ball' | 'any' | 'sum' }

const ball = (index: number): Place => ({ code: `B${index + 1}`, of: [index], as: 'ball' })

/** Places of each game, the most used one first. */
export const PLACES: Readonly<Record<GameCode, readonly Place[]>> = {
  '5M': [0, 1, 2, 3, 4].map(ball),
  PK: [...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(ball), { code: 'SUM2', of: [0, 1], as: 'sum' }],
  '6HC': [
    { ...ball(6), code: 'TM' },
    { code: 'ANY', of: [0, 1, 2, 3, 4, 5, 6], as: 'any' },
    ...[0, 1, 2, 3, 4, 5].map(ball),
  ],
  PC: [{ code: 'SUM', of: [0, 1, 2], as: 'sum' }, ...[0, 1, 2].map(ball)],
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Every number that can appear at a place. */
export const numbersOf = (game: GameCode, place: Place): readonly number[] => {
  const { min, max, distinct } = DRAW_SHAPES[game]
  if (place.as !== 'sum') return range(min, max)
  const count = place.of.length
  // Without repeats the lowest sum is that of the lowest different numbers: 1 + 2.
  const spread = distinct ? (count * (count - 1)) / 2 : 0
  return range(min * count + spread, max * count - spread)
}

/** The numbers of a draw at a place. */
export const numbersAt = (result: readonly number[], place: Place): readonly number[] => {
  const balls = place.of.flatMap((index) => {
    const value = result[index]
    return value === undefined ? [] : [value]
  })
  return place.as === 'sum' ? [balls.reduce((sum, value) => sum + value, 0)] : balls
}

export type Omission = {
  readonly number: number
  /** Draws since it last appeared; the number of all draws if it never did. */
  readonly current: number
  readonly longest: number
  /** The number of draws in which it appeared. */
  readonly seen: number
}

/** How long each number has not appeared, newest draw first. A number of the latest draw counts 0 draws. */
export const omissionsOf = (
  game: GameCode,
  place: Place,
  results: readonly (readonly number[])[],
): readonly Omission[] => {
  const drawn = results.map((result) => new Set(numbersAt(result, place)))
  return numbersOf(game, place).map((number) => {
    let [current, longest, seen, away] = [-1, 0, 0, 0]
    for (const numbers of drawn) {
      if (!numbers.has(number)) {
        away += 1
        continue
      }
      seen += 1
      if (current < 0) current = away
      if (away > longest) longest = away
      away = 0
    }
    return { number, current: current < 0 ? away : current, longest: Math.max(longest, away), seen }
  })
}
