/**
 * What may be bet in the model's world, with its prices. The catalogue, its prices and the rule of a win come from the
 * domain: reviewed vectors hold them (packages/domain/games/testdata). What a win pays is counted here.
 */
import { playOf } from '@strata/domain/games/catalogue'
import { parseItem } from '@strata/domain/games/item'
import { marketOf } from '@strata/domain/games/markets'
import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { defaultQuote, formatQuote } from '@strata/domain/games/price'
import { prepareDraw } from '@strata/domain/games/settle'
import type { Fate } from './sums.ts'
import { least } from './sums.ts'

export interface ModelItem {
  readonly game: '5M' | '6HC'
  readonly gameId: number
  readonly groupId: number
  readonly play: string
  readonly code: string
  readonly market: string | null
}

const CODES = [
  ['6HC', 'TMA', '07'],
  ['6HC', 'TMA', '49'],
  ['6HC', 'TM_LM', 'DA'],
  ['6HC', 'TM_LM', 'DAN'],
  ['6HC', 'ZM1', 'DA'],
  ['6HC', 'LM_3Z2', '01+02+03'],
  ['6HC', 'ZX', 'MA'],
  ['6HC', 'GG', 'ZM1:DA+ZM4:RED'],
  ['5M', 'B1_LM', 'DA'],
  ['5M', 'B1_LM', 'XIAO'],
  ['5M', 'B1_LM', 'DAN'],
  ['5M', 'B2_LM', 'SHUANG'],
] as const

/** The lunar year of every day that a world lives through, and 马, its animal. */
const LUNAR_YEAR = 2026
const YEAR_ANIMAL = 'MA'

const itemIn = (game: string, playCode: string, code: string) => {
  const [play, item] = [playOf(game, playCode), parseItem(game, playCode, code)]
  if (!play || !item.ok) throw new Error(`${game} ${playCode} ${code}`)
  return { play, item: item.value }
}

export const ITEMS: readonly ModelItem[] = CODES.map(([game, playCode, code]) => {
  const { play } = itemIn(game, playCode, code)
  const { gameId, groupId } = play
  return { game, gameId, groupId, play: playCode, code, market: marketOf(play, code, DEFAULT_OPTIONS) }
})

export const GAMES = [
  { gameId: 1, code: '5M' },
  { gameId: 3, code: '6HC' },
] as const
export const groupsOf = (gameId: number): number[] => [
  ...new Set(ITEMS.filter((item) => item.gameId === gameId).map(({ groupId }) => groupId)),
]

const quotes = new Map<string, readonly bigint[]>()
/** The prices on pankou C, which every account of the world uses. */
export function quoteOf({ game, play, code }: ModelItem): readonly bigint[] {
  const key = `${game} ${play} ${code}`
  const known = quotes.get(key) ?? defaultQuote(itemIn(game, play, code).item, 'C', LUNAR_YEAR)
  quotes.set(key, known)
  return known
}
export const wireQuote = ({ game, play, code }: ModelItem): string | Readonly<Record<string, string>> =>
  formatQuote(itemIn(game, play, code).play, code, defaultQuote(itemIn(game, play, code).item, 'C', LUNAR_YEAR))

export interface Result {
  readonly fate: Fate
  readonly tier: number
  readonly hits: number
  readonly pushed: number
}

/** What a draw makes of an item. */
export function resultOf({ game, play, code }: ModelItem, balls: readonly number[], date: string): Result {
  const draw = { game, balls, date: game === '6HC' ? date : null, lunarYear: game === '6HC' ? LUNAR_YEAR : 0 }
  const { result, tier, hits, pushedLegs } = prepareDraw(draw, DEFAULT_OPTIONS).outcome(play, code)
  return { fate: result, tier, hits, pushed: pushedLegs }
}

/** What comes back of a stake at a quote: cut once, at most the play's cap. */
export function paidOf(item: ModelItem, quote: readonly bigint[], stake: bigint, result: Result): bigint {
  if (result.fate !== 'win') return result.fate === 'refund' ? stake : 0n
  const { play } = itemIn(item.game, item.play, item.code)
  const one = 10_000n
  let [top, below] = [quote[result.tier] ?? 0n, one]
  if (play.payoutKind === 'multi') top = one + BigInt(result.hits) * ((quote[0] ?? 0n) - one)
  if (play.payoutKind === 'legs') {
    ;[top, below] = [1n, 1n]
    for (const [leg, price] of quote.entries()) {
      if ((result.pushed >> leg) & 1) continue
      ;[top, below] = [top * price, below * one]
    }
  }
  const paid = (stake * top) / below
  return play.payoutCap === null ? paid : least(paid, play.payoutCap)
}

/** The most that a stake can bring on the item. */
export function maxPayoutOf(item: ModelItem, quote: readonly bigint[], stake: bigint): bigint {
  const hits = item.play === 'ZX' ? (item.code === YEAR_ANIMAL ? 5 : 4) : 1
  const ways = quote.map((_, tier) => paidOf(item, quote, stake, { fate: 'win', tier, hits, pushed: 0 }))
  return item.play === 'GG' ? (ways[0] ?? 0n) : ways.reduce((one, two) => (one > two ? one : two))
}
