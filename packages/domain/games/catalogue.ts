import { GameId, GroupId } from '../ids.ts'
import { type Money, type Odds, odds, yuan } from '../money/money.ts'
import catalog from './catalogue/catalog.json' with { type: 'json' }
import { parseRatio, type Ratio } from './ratio.ts'
import { ANIMALS } from './zodiac.ts'

/**
 * The catalogue as typed data: games, play groups (玩法大类), plays (玩法), the items of each play and their default prices.
 * Ids are stable because they are positions in two lists (GROUPS here, the plays of catalogue/catalog.json). Add to
 * these lists only at the end of a game.
 */
export type GameCode = '5M' | 'PK' | '6HC' | 'PC'
export type Game = { readonly id: GameId; readonly code: GameCode; readonly name: string }

export const GAMES: readonly Game[] = [
  { id: GameId(1), code: '5M', name: '时时彩' },
  { id: GameId(2), code: 'PK', name: '赛车' },
  { id: GameId(3), code: '6HC', name: '六合彩' },
  { id: GameId(4), code: 'PC', name: 'PC蛋蛋' },
]

export type PlayGroup = {
  /** gameId * 100 + position in the game. */
  readonly id: GroupId
  readonly gameId: GameId
  /** Unique within the game. */
  readonly code: string
  readonly name: string
}

/** How a win is paid: one price; one of several prices; one price times hits; the product of the legs' prices. */
export type PayoutKind = 'single' | 'tiers' | 'multi' | 'legs'

/** What an item code of the play looks like. */
export type ItemForm =
  | { readonly kind: 'one'; readonly codes: ReadonlyMap<string, string> }
  | { readonly kind: 'digits'; readonly length: number }
  | { readonly kind: 'pick'; readonly universe: readonly string[]; readonly min: number; readonly max: number }
  | { readonly kind: 'legs'; readonly min: number; readonly max: number }

export type Tier = { readonly code: string; readonly name: string }

/** One way an item is paid: the tier's index (0 if single), the hits (1 unless 正肖), and its probability. */
export type Chance = { readonly tier: number; readonly hits: number; readonly probability: Ratio }

/** Default price and exact probabilities of one price key, for the default rules and the catalogue's lunar year. */
export type PriceFacts = {
  /** The item's code, or the class of a combination: '*', 'N6' (six picks), BEN/NOBEN, ZERO/NOZERO. */
  readonly key: string
  readonly name: string
  /** Odds of pankou A, one per tier. */
  readonly odds: readonly Odds[]
  /** Empty where it depends on the picked item (特码包三). */
  readonly chances: readonly Chance[]
  readonly refund: Ratio
  /** The probability of 多选中一 if it means exactly one hit. */
  readonly exactlyOne: Ratio | null
}

export type Play = {
  /** gameId * 1000 + position in the game. */
  readonly id: number
  readonly game: GameCode
  readonly gameId: GameId
  readonly groupId: GroupId
  readonly groupCode: string
  /** Unique within the game. */
  readonly code: string
  readonly name: string
  readonly core: boolean
  /** False for 多选中一: an operator must first decide its meaning. */
  readonly enabledByDefault: boolean
  readonly payoutKind: PayoutKind
  /** Empty unless payoutKind is 'tiers'. */
  readonly tiers: readonly Tier[]
  readonly payoutCap: Money | null
  readonly form: ItemForm
  /** In catalogue order. Empty for 过关: 正码1-6 price its legs. */
  readonly prices: readonly PriceFacts[]
}

/** The lunar year of the catalogue's probabilities and default odds for 生肖 and 五行. */
export const CATALOGUE_LUNAR_YEAR = 2026

const GROUP_NAMES: Readonly<Record<GameCode, readonly (readonly [code: string, name: string])[]>> = {
  '5M': [
    ['QIU', '一至五球'],
    ['LM', '两面盘'],
    ['ZH', '总和'],
    ['LH', '龙虎和'],
    ['SAN', '前中后三'],
    ['YZ', '一字组合'],
    ['EZ', '二字组合'],
    ['KD', '跨度'],
    ['DW', '字定位'],
    ['ZUX', '组选'],
    ['HS', '二字和数'],
  ],
  PK: [
    ['MC', '名次'],
    ['LM', '两面盘'],
    ['GYH', '冠亚和'],
    ['GYJH', '冠亚季和'],
  ],
  '6HC': [
    ['TM', '特码'],
    ['TM_LM', '特码两面'],
    ['SB', '色波'],
    ['SX', '生肖'],
    ['TW', '头尾'],
    ['WX', '五行'],
    ['TAN', '特码摊子'],
    ['HX', '合肖'],
    ['ZM', '正码'],
    ['ZH', '总和'],
    ['ZMT', '正码特'],
    ['ZM16', '正码1-6'],
    ['ZMLH', '正码龙虎'],
    ['GG', '过关'],
    ['LM', '连码'],
    ['BZ', '自选不中'],
    ['DXZ1', '多选中一'],
    ['TPZ', '特平中'],
    ['YX', '一肖'],
    ['WS', '尾数'],
    ['ZX', '正肖'],
    ['ZONGX', '总肖'],
    ['QSB', '七色波'],
    ['LX', '连肖'],
    ['LW', '连尾'],
    ['QM', '七码'],
  ],
  PC: [
    ['HZ', '特码和值'],
    ['LM', '混合'],
    ['SB', '波色'],
    ['TS', '豹顺对'],
    ['BQ', '边球'],
    ['WQ', '尾球'],
    ['LHB', '龙虎豹'],
    ['B3', '特码包三'],
    ['LH', '龙虎和'],
    ['DW', '三球定位'],
  ],
}

export const GROUPS: readonly PlayGroup[] = GAMES.flatMap((game) =>
  GROUP_NAMES[game.code].map(([code, name], index) => ({
    id: GroupId(game.id * 100 + index + 1),
    gameId: game.id,
    code,
    name,
  })),
)

type RawTier = { code: string; label: string; prob: string; defaultOdds?: string; pays?: string }
type RawSelection = {
  code: string
  label: string
  prob: string
  defaultOdds?: string | undefined
  refundProb?: string | undefined
  probIfExactlyOne?: string | undefined
  tiers?: readonly RawTier[] | undefined
}
type RawPlay = {
  game: string
  category: { code: string; label: string }
  play: { code: string; label: string }
  tier: string
  selectionPattern?: string | undefined
  prob?: string | undefined
  defaultOdds?: string | undefined
  byPickCount?: readonly { k: number; prob: string; refundProb?: string; defaultOdds: string }[] | undefined
  pick?: { n: number; from: string } | undefined
  selections: readonly RawSelection[]
}

const numbered = (from: number, to: number, width: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(width, '0'))

/** 01..49 */
export const NUMBERS: readonly string[] = numbered(1, 49, 2)
/** 0..9 */
export const DIGITS: readonly string[] = numbered(0, 9, 1)
/** 0..27, the sums of PC. */
export const SUMS: readonly string[] = numbered(0, 27, 1)

const universeOf = (from: string): readonly string[] => {
  switch (from) {
    case '01..49':
      return NUMBERS
    case 'ZODIAC':
      return ANIMALS
    case 'TAIL 0-9':
      return DIGITS
    case '0..27':
      return SUMS
    default:
      throw new Error(`catalogue: unknown pick universe ${from}`)
  }
}

/** Parses odds of the catalogue ("1.965"), at most 4 decimals, to 1/10,000. */
const dataOdds = (text: string | undefined): Odds => {
  const match = /^(\d+)(?:\.(\d{1,4}))?$/.exec(text ?? '')
  if (!match?.[1]) throw new Error(`catalogue: not odds: ${text}`)
  return odds(BigInt(match[1] + (match[2] ?? '').padEnd(4, '0')))
}

const formOf = (raw: RawPlay): ItemForm => {
  if (raw.play.code === 'GG') return { kind: 'legs', min: 2, max: 6 }
  if (raw.pick) return { kind: 'pick', universe: universeOf(raw.pick.from), min: raw.pick.n, max: raw.pick.n }
  if (raw.byPickCount) {
    const counts = raw.byPickCount.map((entry) => entry.k)
    const universe = raw.game === '6HC' ? ANIMALS : DIGITS
    return { kind: 'pick', universe, min: Math.min(...counts), max: Math.max(...counts) }
  }
  if (raw.selectionPattern) return { kind: 'digits', length: raw.play.code.startsWith('DW3') ? 3 : 2 }
  return { kind: 'one', codes: new Map(raw.selections.map((selection) => [selection.code, selection.label])) }
}

const NEVER = parseRatio('0')

const pricesOf = (raw: RawPlay): readonly PriceFacts[] => {
  if (raw.byPickCount)
    return raw.byPickCount.map((entry) => ({
      key: `N${entry.k}`,
      name: `${entry.k}个`,
      odds: [dataOdds(entry.defaultOdds)],
      chances: [{ tier: 0, hits: 1, probability: parseRatio(entry.prob) }],
      refund: entry.refundProb ? parseRatio(entry.refundProb) : NEVER,
      exactlyOne: null,
    }))
  if (raw.defaultOdds) {
    const flat =
      raw.prob && /^\d+\/\d+$/.test(raw.prob) ? [{ tier: 0, hits: 1, probability: parseRatio(raw.prob) }] : []
    return [
      { key: '*', name: '任选', odds: [dataOdds(raw.defaultOdds)], chances: flat, refund: NEVER, exactlyOne: null },
    ]
  }
  return raw.selections.map((selection) => {
    const multi = selection.tiers?.some((tier) => tier.pays) ?? false
    const tierOdds = selection.tiers && !multi ? selection.tiers.map((tier) => dataOdds(tier.defaultOdds)) : null
    const chances = selection.tiers
      ? selection.tiers.map((tier, index) => ({
          tier: multi ? 0 : index,
          hits: multi ? index + 1 : 1,
          probability: parseRatio(tier.prob),
        }))
      : [{ tier: 0, hits: 1, probability: parseRatio(selection.prob) }]
    return {
      key: selection.code,
      name: selection.code === '*' ? '任选' : selection.label,
      odds: tierOdds ?? [dataOdds(selection.defaultOdds)],
      chances,
      refund: selection.refundProb ? parseRatio(selection.refundProb) : NEVER,
      exactlyOne: selection.probIfExactlyOne ? parseRatio(selection.probIfExactlyOne) : null,
    }
  })
}

const payoutKindOf = (raw: RawPlay): PayoutKind => {
  if (raw.play.code === 'GG') return 'legs'
  const tiers = raw.selections[0]?.tiers
  return !tiers ? 'single' : tiers.some((tier) => tier.pays) ? 'multi' : 'tiers'
}

/** 过关 pays at most 250,000 yuan per bet. */
const PAYOUT_CAPS: Readonly<Record<string, Money>> = { '6HC/GG': yuan(250_000) }

const buildPlay = (raw: RawPlay, game: Game, place: number): Play => {
  const group = GROUPS.find((candidate) => candidate.gameId === game.id && candidate.code === raw.category.code)
  if (!group) throw new Error(`catalogue: no group ${raw.category.code} in ${game.code}`)
  const payoutKind = payoutKindOf(raw)
  return {
    id: game.id * 1000 + place,
    game: game.code,
    gameId: game.id,
    groupId: group.id,
    groupCode: group.code,
    code: raw.play.code,
    name: raw.play.label,
    core: raw.tier === 'core',
    enabledByDefault: group.code !== 'DXZ1',
    payoutKind,
    tiers:
      payoutKind === 'tiers'
        ? (raw.selections[0]?.tiers ?? []).map((tier) => ({ code: tier.code, name: tier.label }))
        : [],
    payoutCap: PAYOUT_CAPS[`${game.code}/${raw.play.code}`] ?? null,
    form: formOf(raw),
    prices: pricesOf(raw),
  }
}

const rawPlays: readonly RawPlay[] = catalog.plays

const playsByGame: ReadonlyMap<string, ReadonlyMap<string, Play>> = new Map(
  GAMES.map((game) => [
    game.code,
    new Map(
      rawPlays
        .filter((raw) => raw.game === game.code)
        .map((raw, index) => [raw.play.code, buildPlay(raw, game, index + 1)] as const),
    ),
  ]),
)

const playsById = new Map([...playsByGame.values()].flatMap((plays) => [...plays.values()].map((p) => [p.id, p])))

/** The game of an id from outside. Undefined if there is none. */
export const gameById = (id: number): Game | undefined => GAMES.find((game) => game.id === id)
/** The game of a code from outside. Undefined if there is none. */
export const gameByCode = (code: string): Game | undefined => GAMES.find((game) => game.code === code)

/** The plays of a game in catalogue order. */
export const playsOfGame = (game: GameCode): readonly Play[] => [...(playsByGame.get(game)?.values() ?? [])]
/** The play of a game by its code. Undefined if there is none. */
export const playOf = (game: string, playCode: string): Play | undefined => playsByGame.get(game)?.get(playCode)

export const groupsOfGame = (id: GameId): readonly PlayGroup[] => GROUPS.filter((group) => group.gameId === id)
export const groupById = (id: GroupId): PlayGroup | undefined => GROUPS.find((group) => group.id === id)
/** The group a play belongs to. */
export const groupOfPlay = (play: Play): PlayGroup => {
  const group = groupById(play.groupId)
  if (!group) throw new Error(`play ${play.code} has no group`)
  return group
}
/** The plays of a group in catalogue order. */
export const playsOfGroup = (groupId: GroupId): readonly Play[] =>
  [...playsById.values()].filter((play) => play.groupId === groupId)
