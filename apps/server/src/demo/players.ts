import { type GameCode, type Play, playOf } from '@strata/domain/games/catalogue'
import { type Item, itemOfSelections, listedItems } from '@strata/domain/games/item'
import { must } from '@strata/domain/must'

/** A number in [0, 1). */
export type Chance = () => number

/** A small seeded generator (mulberry32): the same seed gives the same players on every machine. */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const below = (chance: Chance, count: number): number => Math.min(count - 1, Math.floor(chance() * count))

const weighted = <T>(chance: Chance, table: readonly (readonly [T, number])[]): T => {
  const whole = table.reduce((sum, [, weight]) => sum + weight, 0)
  let rest = chance() * whole
  for (const [value, weight] of table) {
    rest -= weight
    if (rest < 0) return value
  }
  return must(table.at(-1), 'the last line')[0]
}

const each = (codes: readonly string[], weight: number): (readonly [string, number])[] =>
  codes.map((code) => [code, weight / codes.length] as const)

const numbered = (prefix: string, count: number, suffix = ''): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}${suffix}`)

/** The plays that simulated members choose, by play code; weights are relative within a game. */
const TASTES: Readonly<Record<GameCode, readonly (readonly [string, number])[]>> = {
  '6HC': [
    ['TMA', 44],
    ['TMB', 3],
    ['TM_LM', 12],
    ['TM_SB', 6],
    ['TM_BB', 4],
    ['TX', 5],
    ['TM_TOU', 2],
    ['TM_WEI', 2],
    ['ZM', 5],
    ...each(numbered('ZT', 6), 3),
    ...each(numbered('ZM', 6), 4),
    ['LM_2QZ', 2],
    ['LM_3Z2', 1.5],
    ['LM_2ZT', 1],
    ['YX', 3],
    ['WS', 1.5],
    ['ZX', 1],
    ['LX2', 1],
    ['BZ5', 1],
    ['GG', 1],
  ],
  PK: [
    ...each(numbered('R', 10), 46),
    ...each(numbered('R', 10, '_LM'), 34),
    ...each(numbered('LH', 5), 6),
    ['GYH', 7],
    ['GYH_LM', 7],
  ],
  '5M': [
    ...each(numbered('B', 5), 40),
    ...each(numbered('B', 5, '_LM'), 34),
    ['ZH', 8],
    ['LH', 8],
    ...each(['Q3', 'Z3', 'H3'], 10),
  ],
  PC: [
    ['HZ', 46],
    ['LM', 26],
    ['ZU', 12],
    ['JZ', 4],
    ['SB', 6],
    ['TS', 4],
    ['B3', 2],
  ],
}

/** Bets concentrate on a few items: the first of a shuffled list is chosen about six times as often as the last. */
const flocked = <T>(chance: Chance, items: readonly T[], hot: number): T => {
  const skewed = Math.floor(items.length * chance() ** 1.6)
  return must(items[(skewed * 7 + hot) % items.length], 'one of the items')
}

const distinct = (chance: Chance, universe: readonly string[], count: number): string[] => {
  const rest = [...universe]
  return Array.from({ length: count }, () => must(rest.splice(below(chance, rest.length), 1)[0], 'one that is left'))
}

const SIDES = ['DA', 'XIAO', 'DAN', 'SHUANG', 'RED', 'BLUE', 'GREEN'] as const

const selectionsOf = (chance: Chance, play: Play, hot: number): string[] => {
  const { form } = play
  if (form.kind === 'one') return [flocked(chance, listedItems(play), hot)]
  if (form.kind === 'pick') return distinct(chance, form.universe, form.min)
  if (form.kind === 'digits') return [Array.from({ length: form.length }, () => below(chance, 10)).join('')]
  const balls = distinct(chance, ['1', '2', '3', '4', '5', '6'], 2 + below(chance, 2))
  return balls.map((ball) => `ZM${ball}:${SIDES[below(chance, SIDES.length)]}`)
}

/** Stakes in whole yuan: mostly small, now and then a large one. */
const STAKES: readonly (readonly [number, number])[] = [
  [10, 20],
  [20, 22],
  [50, 20],
  [100, 18],
  [200, 9],
  [500, 6],
  [1000, 3.5],
  [2000, 1.2],
  [5000, 0.3],
]

export interface Wish {
  readonly item: Item
  /** Whole yuan, as a string of the wire. */
  readonly stake: string
}

/** The next bet of one player on a game. `hot` shifts the popular items from period to period. */
export const wishOf = (chance: Chance, game: GameCode, hot: number): Wish => {
  for (;;) {
    const play = playOf(game, weighted(chance, TASTES[game]))
    if (!play) throw new Error(`${game}: the players' tastes name a play that the game does not have`)
    const item = itemOfSelections(game, play.code, selectionsOf(chance, play, hot))
    if (item.ok) return { item: item.value, stake: String(weighted(chance, STAKES)) }
  }
}

/** Relative weight of each game. */
export const GAME_TASTE: readonly (readonly [GameCode, number])[] = [
  ['6HC', 40],
  ['PK', 25],
  ['5M', 20],
  ['PC', 15],
]

export const gameOf = (chance: Chance, open: readonly GameCode[]): GameCode | undefined => {
  const table = GAME_TASTE.filter(([game]) => open.includes(game))
  return table.length === 0 ? undefined : weighted(chance, table)
}

export const someOf = <T>(chance: Chance, list: readonly T[]): T =>
  must(list[below(chance, list.length)], 'one of the list')
