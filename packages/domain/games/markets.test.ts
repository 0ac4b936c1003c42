import { describe, expect, it } from 'vitest'
import { GAMES, type GameCode, NUMBERS, type Play, playOf, playsOfGame } from './catalogue.ts'
import type { Draw } from './draw.ts'
import { listedItems } from './item.ts'
import { itemsOfMarket, marketOf, marketsOfPlay } from './markets.ts'
import { DEFAULT_OPTIONS, OPTION_SPECS, type RuleOptions, readOptions } from './options.ts'
import { decidingDraws } from './probability.ts'
import { colourOfSum } from './rules-pc.ts'
import { prepareDraw } from './settle.ts'
import { animalOf, type Colour, colourOf } from './zodiac.ts'

const YEAR = 2026
const numbers = NUMBERS.map(Number)
const sixHc = (balls: readonly number[]): Draw => ({ game: '6HC', balls, date: '2026-06-15', lunarYear: YEAR })

/** Seven numbers for every sum 28..322: raise the highest until the sum is reached. */
const drawsOfEverySum = (): readonly Draw[] => {
  const balls = [1, 2, 3, 4, 5, 6, 7]
  const draws = [sixHc([...balls])]
  for (let place = 6, top = 49; place >= 0; place -= 1, top -= 1)
    while ((balls[place] ?? 0) < top) {
      balls[place] = (balls[place] ?? 0) + 1
      // Each ball in turn is the special, so that the last digit of the six takes every value too.
      for (let special = 0; special < 7; special += 1)
        draws.push(sixHc([...balls.filter((_, i) => i !== special), balls[special] ?? 0]))
    }
  return draws
}

/** One draw for every combination of colours of six balls and the special. */
const drawsOfEveryColouring = (): readonly Draw[] => {
  const of = (colour: Colour): readonly number[] => numbers.filter((number) => colourOf(number) === colour)
  const draws: Draw[] = []
  for (let red = 0; red <= 6; red += 1)
    for (let blue = 0; red + blue <= 6; blue += 1)
      for (const special of ['RED', 'BLUE', 'GREEN'] as const) {
        const six = [...of('RED').slice(0, red), ...of('BLUE').slice(0, blue), ...of('GREEN').slice(0, 6 - red - blue)]
        draws.push(sixHc([...six, of(special).at(-1) ?? 0]))
      }
  return draws
}

/** One draw for every number of different animals, 2..7. */
const drawsOfEveryAnimalCount = (): readonly Draw[] =>
  [2, 3, 4, 5, 6, 7].map((count) => {
    const first = numbers.slice(0, count)
    const more = numbers.filter((n) => !first.includes(n) && first.some((f) => animalOf(f, YEAR) === animalOf(n, YEAR)))
    return sixHc([...first, ...more].slice(0, 7))
  })

/** Draws with k odd and k big numbers of seven, for every k. */
const drawsOfEveryCount = (): readonly Draw[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((count) => {
    const take = (is: (number: number) => boolean): Draw =>
      sixHc(
        [...numbers.filter(is).slice(-count || 49), ...numbers.filter((n) => !is(n)).slice(0, 7 - count)].slice(0, 7),
      )
    return [take((n) => n % 2 === 1), take((n) => n >= 25)]
  })

/** Draws that cover every outcome of a play. */
const standIns = (play: Play): Iterable<Draw> => {
  const all = decidingDraws(play, YEAR)
  if (all) return all
  if (play.code === 'ZH') return drawsOfEverySum()
  if (play.code === 'QSB') return drawsOfEveryColouring()
  if (play.code === 'ZONGX') return drawsOfEveryAnimalCount()
  if (play.code.startsWith('QM_')) return drawsOfEveryCount()
  throw new Error(`no way to enumerate ${play.code}`)
}

const optionVariants = (game: GameCode): readonly RuleOptions[] =>
  Object.entries(OPTION_SPECS)
    .filter(([, spec]) => spec.game === game)
    .flatMap(([key, spec]) => spec.values.slice(1).map(({ value }) => readOptions({ [key]: value })))
    .map((read) => {
      if (!read.ok) throw new Error(read.refusal)
      return read.value
    })

const marketPlays = GAMES.flatMap((game) => playsOfGame(game.code)).filter((play) => marketsOfPlay(play).length > 0)

describe('representative draws for plays with too many draws', () => {
  const total = (balls: readonly number[]): number => balls.reduce((a, b) => a + b, 0)
  const distinct = (values: readonly unknown[]): number => new Set(values).size

  it('are valid and cover every case', () => {
    const sums = drawsOfEverySum()
    const animals = drawsOfEveryAnimalCount()
    const counts = drawsOfEveryCount()
    const colours = drawsOfEveryColouring()
    for (const { balls } of [...sums, ...animals, ...counts, ...colours]) expect(distinct(balls)).toBe(7)
    expect(distinct(sums.map(({ balls }) => total(balls)))).toBe(322 - 28 + 1)
    expect(distinct(sums.map(({ balls }) => total(balls.slice(0, 6)) % 10))).toBe(10)
    expect(distinct(animals.map(({ balls }) => distinct(balls.map((ball) => animalOf(ball, YEAR)))))).toBe(6)
    expect(distinct(counts.map(({ balls }) => balls.filter((ball) => ball % 2 === 1).length))).toBe(8)
    expect(distinct(counts.map(({ balls }) => balls.filter((ball) => ball >= 25).length))).toBe(8)
    expect(colours.length).toBe(28 * 3)
  })
})

describe('markets', () => {
  it.each(marketPlays.map((play) => [play.game, play.code, play] as const))(
    '%s %s: every draw makes exactly one win',
    (_game, _code, play) => {
      for (const draw of standIns(play)) {
        const prepared = prepareDraw(draw, DEFAULT_OPTIONS)
        const [a = 0, b = 0, c = 0] = draw.balls
        const greySum = play.game === 'PC' && play.code === 'SB' && colourOfSum(a + b + c) === null
        for (const market of marketsOfPlay(play)) {
          const results = itemsOfMarket(play.game, market).map((code) => prepared.outcome(play.code, code).result)
          const wins = results.filter((result) => result === 'win').length
          const refunded = results.every((result) => result === 'refund')
          if (wins !== (refunded || greySum ? 0 : 1)) throw new Error(`${market} ${draw.balls.join()}: ${wins} wins`)
        }
      }
    },
  )

  it('lets no two items of a market win together under any option', () => {
    for (const game of GAMES)
      for (const options of optionVariants(game.code))
        for (const play of marketPlays.filter((each) => each.game === game.code && each.form.kind === 'one')) {
          if (play.code === 'ZH' && game.code === '5M') continue
          for (const draw of standIns(play)) {
            const prepared = prepareDraw(draw, options)
            const winners = listedItems(play).filter((code) => prepared.outcome(play.code, code).result === 'win')
            const markets = winners.map((code) => marketOf(play, code, options)).filter((market) => market !== null)
            expect(new Set(markets).size).toBe(markets.length)
          }
        }
  }, 60_000)

  it('names the market of an item', () => {
    const of = (game: GameCode, code: string, item: string): string | null => {
      const play = playOf(game, code)
      return play ? marketOf(play, item) : null
    }
    expect(of('5M', 'B1_LM', 'DA')).toBe('B1_LM/size')
    expect(of('5M', 'B1_LM', 'SHUANG')).toBe('B1_LM/parity')
    expect(of('6HC', 'TMA', '07')).toBe('TMA')
    expect(of('6HC', 'ZM', '07')).toBeNull()
    expect(of('6HC', 'ZONGX', '234')).toBeNull()
    expect(of('6HC', 'LM_2QZ', '01+02')).toBeNull()
    expect(of('PC', 'BIAN', 'BIAN')).toBeNull()
    expect(of('PC', 'BIAN', 'ZHONG')).toBe('BIAN/zone')
    expect(of('5M', 'DW2_12', '07')).toBe('DW2_12')
    expect(itemsOfMarket('5M', 'DW2_12').length).toBe(100)
    const shapes = playOf('PC', 'TS')
    expect(shapes && marketOf(shapes, 'DUIZI', { ...DEFAULT_OPTIONS, pc_pairTriple: true })).toBeNull()
  })

  it('maps markets to items and items to markets consistently', () => {
    for (const play of marketPlays)
      for (const market of marketsOfPlay(play))
        for (const code of itemsOfMarket(play.game, market)) expect(marketOf(play, code)).toBe(market)
  })
})
