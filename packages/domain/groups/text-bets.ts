/**
 * Bets written as text in a chat group (下注), in three forms:
 *
 *   `大100 单50`           items with their stakes, on the plays that players of a game mean when they name no play
 *   `1/小/100`             position / item / stake; several positions as digits (`12/小/100`), several numbers likewise
 *   `特码 08 12 各20`      a play, its items and one stake for each; of a combination play also all combinations of some
 *                         picks: `三全中复式 01 05 09 13 各10`, `二全中 胆 01 拖 05 09 各10`, `二全中 对碰 01 02 碰 08 09 各10`
 *
 * An item and its stake may be written together (`大100单50`) or apart (`大 100`). A line may begin with the name of its
 * game. A line that is only a game name sets the game of the lines after it. Without a name the group's first game is
 * meant. Text that could also mean something else, above all a date, is not a bet. Pure: which items are sold comes from
 * the catalogue; the intake checks prices and limits.
 */

import { GAMES, type Game, type GameCode, type Play, playsOfGame } from '../games/catalogue.ts'
import { type ExpandRefusal, type Expansion, expand } from '../games/expand.ts'
import { itemName, parseItem } from '../games/item.ts'
import { ANIMAL_NAMES } from '../games/zodiac.ts'
import type { GameId } from '../ids.ts'
import { areDigitsPlain, isDate } from './plain-digits.ts'

export type TextBetProblem =
  | 'notUnderstood'
  | 'gameNotHere'
  | 'unknownPosition'
  | 'unknownItem'
  /** Not above 0, more than two decimals, or too long. */
  | 'amountWrong'
  /** `1/5/2026` may be a date. With a currency (`1/5/2026元`) it is a bet. */
  | 'looksLikeDate'
  /** 复式, 胆拖 or 对碰 with too few or too many picks for the play. */
  | 'picksWrong'
  | 'tooManyUnits'

/** One bet, or a piece of the text that is not one. */
export type TextBet =
  | {
      readonly ok: true
      /** As written. */
      readonly text: string
      readonly gameId: GameId
      readonly play: Play
      readonly itemCode: string
      readonly itemName: string
      /** Decimal yuan, at most two decimals. */
      readonly stake: string
    }
  | { readonly ok: false; readonly text: string; readonly problem: TextBetProblem }

/** The plays that an item without a play name may belong to. The first play that sells the item is used. */
const DEFAULT_PLAYS: Readonly<Record<GameCode, readonly string[]>> = {
  '5M': ['ZH', 'LH'],
  PK: ['GYH_LM', 'GYH_ZU', 'GYH'],
  '6HC': ['TM_LM', 'TM_SB', 'TM_BB', 'TX', 'TM_TOU', 'TM_WEI', 'TM_WX', 'TMA'],
  PC: ['LM', 'ZU', 'JZ', 'SB', 'TS', 'LH', 'WQ', 'HZ'],
}

/** Plays of a position, by the number of the position. */
const POSITION_PLAYS: Readonly<Record<GameCode, (place: number) => readonly string[]>> = {
  '5M': (n) => (n >= 1 && n <= 5 ? [`B${n}`, `B${n}_LM`, `B${n}_ZH`] : []),
  PK: (n) => (n >= 1 && n <= 10 ? [`R${n}`, `R${n}_LM`, ...(n <= 5 ? [`LH${n}`] : [])] : []),
  '6HC': (n) => (n >= 1 && n <= 6 ? [`ZT${n}`, `ZM${n}`] : n === 7 ? ['TMA', 'TM_LM', 'TM_SB'] : []),
  PC: (n) => (n >= 1 && n <= 3 ? [`Q${n}`, `Q${n}_LM`] : []),
}

/** Names that mean several plays, tried in this order. Every play's own name is added below. */
const PLAY_NAMES: Readonly<Record<GameCode, Readonly<Record<string, readonly string[]>>>> = {
  '5M': { 总和: ['ZH'], 龙虎: ['LH'], 前三: ['Q3'], 中三: ['Z3'], 后三: ['H3'] },
  PK: { 冠亚: ['GYH', 'GYH_LM', 'GYH_ZU'], 冠亚和: ['GYH', 'GYH_LM', 'GYH_ZU'] },
  '6HC': { 特码: ['TMA', 'TM_LM', 'TM_SB', 'TM_TOU', 'TM_WEI'], 平特: ['YX', 'WS'], 波色: ['TM_SB'], 色波: ['TM_SB'] },
  PC: { 和值: ['HZ'], 特码: ['HZ'], 龙虎: ['LH'] },
}

const GAME_NAMES: readonly (readonly [name: string, game: Game])[] = GAMES.flatMap((game) =>
  [game.name, game.code, ...(game.code === 'PC' ? ['蛋蛋'] : [])].map((name) => [name, game] as const),
).toSorted(([one], [two]) => two.length - one.length)

/** Accepted spellings of an item: its label, and the label without the part that repeats the play. */
const saidAs = (label: string): readonly string[] => {
  const bare = label.replace(/^(?:总和|冠亚|特|和|尾(?=[大小单双]))/u, '').replace(/波$/u, '')
  return bare === '' || bare === label ? [label] : [label, bare]
}

interface Sold {
  readonly defaults: readonly Play[]
  readonly byCode: ReadonlyMap<string, Play>
  /** Play names, longest first. */
  readonly names: readonly (readonly [name: string, plays: readonly Play[]])[]
}

function readGame(game: GameCode): Sold {
  const plays = playsOfGame(game)
  const byCode = new Map(plays.map((play) => [play.code, play]))
  const pick = (codes: readonly string[]): Play[] => codes.flatMap((code) => byCode.get(code) ?? [])
  const names = new Map<string, Play[]>()
  for (const [name, codes] of Object.entries(PLAY_NAMES[game])) names.set(name, pick(codes))
  for (const play of plays) {
    const first = play.name.split(/[ （]/u)[0] ?? play.name
    for (const name of new Set([play.name.replaceAll(' ', ''), first])) {
      const known = names.get(name) ?? []
      if (!known.includes(play)) names.set(name, [...known, play])
    }
  }
  return {
    defaults: pick(DEFAULT_PLAYS[game]),
    byCode,
    names: [...names].toSorted(([one], [two]) => two.length - one.length),
  }
}

const games = new Map<GameCode, Sold>()
const soldBy = (game: GameCode): Sold => {
  const known = games.get(game) ?? readGame(game)
  games.set(game, known)
  return known
}

const animalOf = new Map(Object.entries(ANIMAL_NAMES).map(([code, name]) => [name as string, code]))

/** Finds the code of a number written with or without a leading zero. */
const codeIn = (has: (code: string) => boolean, written: string): string | undefined => {
  if (!/^\d{1,2}$/.test(written)) return undefined
  const short = String(Number(written))
  return [written, written.padStart(2, '0'), short].find(has)
}

const itemOfPlay = (play: Play, written: string): string | undefined => {
  const { form } = play
  if (form.kind === 'one') {
    // A bare number means only a number, not a tail, head or section whose code is the same digit.
    const isNumber = (one: string): boolean => /^\d+号?$/u.test(form.codes.get(one) ?? '')
    const code = codeIn(isNumber, written.replace(/号$/u, ''))
    if (code !== undefined) return code
    for (const [one, label] of form.codes) if (saidAs(label).includes(written)) return one
    return undefined
  }
  if (form.kind === 'digits') return /^\d+$/.test(written) && written.length === form.length ? written : undefined
  if (form.kind === 'legs') return undefined
  const parts = written.split(/[-+]/u).map((part) => {
    const bare = part.replace(/尾$/u, '')
    return codeIn((one) => form.universe.includes(one), bare) ?? animalOf.get(part) ?? ''
  })
  const checked = parseItem(play.game, play.code, parts.join('+'))
  return checked.ok ? checked.value.code : undefined
}

const findItem = (plays: readonly Play[], written: string): { play: Play; itemCode: string } | undefined => {
  for (const play of plays) {
    const itemCode = itemOfPlay(play, written)
    if (itemCode !== undefined) return { play, itemCode }
  }
  return undefined
}

const AMOUNT = '\\d+(?:\\.\\d+)?'
const isStake = (text: string): boolean => /^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/.test(text) && /[1-9]/.test(text)

const fail = (text: string, problem: TextBetProblem): TextBet => ({ ok: false, text, problem })

function betOn(plays: readonly Play[], text: string, written: string, stake: string): TextBet {
  const found = findItem(plays, written)
  if (!found) return fail(text, 'unknownItem')
  if (!isStake(stake)) return fail(text, 'amountWrong')
  const { play, itemCode } = found
  return { ok: true, text, gameId: play.gameId, play, itemCode, itemName: itemName(play, itemCode), stake }
}

const SLASHED = new RegExp(`^([^/]+)/([^/]+)/(${AMOUNT})(元|块)?$`, 'u')

/** The plays of each position in a text: one digit per position (`10` and `0` are the tenth), or a position's name. */
function positions(game: GameCode, written: string): readonly (readonly Play[])[] {
  const { byCode, names } = soldBy(game)
  const named = names.find(([name]) => name === written)
  if (named) return [named[1]]
  if (!/^\d{1,10}$/.test(written) || !areDigitsPlain(game, written)) return []
  const places = written === '10' ? [10] : [...written].map((digit) => (digit === '0' ? 10 : Number(digit)))
  const plays = places.map((place) => POSITION_PLAYS[game](place).flatMap((code) => byCode.get(code) ?? []))
  return plays.every((some) => some.length > 0) ? plays : []
}

/** Splits the items between the slashes at commas. In games with single-digit numbers each digit is an item. */
function slashItems(game: GameCode, written: string): readonly string[] {
  const parts = written.split(/[,、.]/u).filter((part) => part !== '')
  if (game === '6HC') return parts
  return parts.flatMap((part) => {
    if (!/^\d{2,}$/.test(part) || (game === 'PK' && part === '10')) return [part]
    return [...part].map((digit) => (game === 'PK' && digit === '0' ? '10' : digit))
  })
}

const areItemsPlain = (game: GameCode, written: string): boolean =>
  game === '6HC' || written.split(/\D/u).every((digits) => areDigitsPlain(game, digits))

/** `00` is not the number 0: a digit that occurs twice could mean either of two items, or a slip. */
const repeatsDigit = (game: GameCode, written: string): boolean =>
  game !== '6HC' && written.split(/\D/u).some((digits) => new Set(digits).size < digits.length)

/** All bets of `1/小/100`, or one piece that is not one: when an item is not understood, none of the others is a bet. */
function slashBets(game: GameCode, token: string, match: RegExpExecArray): TextBet[] {
  const [, place = '', written = '', stake = '', currency = ''] = match
  const at = positions(game, place)
  const isDay = currency === '' && isDate([place, written, stake])
  if (at.length === 0) return [fail(token, isDay ? 'notUnderstood' : 'unknownPosition')]
  const items = areItemsPlain(game, written) ? slashItems(game, written) : [written]
  const bets = repeatsDigit(game, written)
    ? [fail(token, 'unknownItem')]
    : at.flatMap((plays) => items.map((item) => betOn(plays, token, item, stake)))
  const failed = bets.find((bet) => !bet.ok)
  if (!isDay) return failed ? [failed] : bets
  return [fail(token, bets.some((bet) => bet.ok) ? 'looksLikeDate' : 'notUnderstood')]
}

/** A technical limit, more than any real chat message needs. The group's own limit of bets is lower. */
const MAX_UNITS_OF_TEXT = 1_000

type PickPlay = Play & { readonly form: Extract<Play['form'], { readonly kind: 'pick' }> }

/** A play whose items are combinations of one fixed size. */
const isPickPlay = (play: Play): play is PickPlay => play.form.kind === 'pick' && play.form.min === play.form.max

const codesOf = ({ form }: PickPlay, written: string): readonly string[] =>
  splitItems(written.replaceAll(/[-+]/gu, ' ')).map((part) => {
    const code = codeIn((one) => form.universe.includes(one), part.replace(/尾$/u, ''))
    return code ?? animalOf.get(part) ?? part
  })

/** Reads the text after a play's name as 复式, 胆拖 or 对碰. Undefined: plain items. */
function expansionOf(play: PickPlay, written: string): Expansion | undefined {
  const k = play.form.max
  const all = /^复式(.+)$/u.exec(written)
  if (all) return { mode: 'fushi', k, arg: codesOf(play, all[1] ?? '') }
  const banker = /^(?:胆拖)?\s*胆(.+)拖(.+)$/u.exec(written)
  if (banker)
    return { mode: 'dantuo', k, arg: { dan: codesOf(play, banker[1] ?? ''), tuo: codesOf(play, banker[2] ?? '') } }
  const pair = /^对碰(.+)碰(.+)$/u.exec(written)
  if (pair && k === 2) return { mode: 'duipeng', k, arg: [codesOf(play, pair[1] ?? ''), codesOf(play, pair[2] ?? '')] }
  return undefined
}

const EXPAND_PROBLEMS: Readonly<Record<ExpandRefusal, TextBetProblem>> = {
  unknownItem: 'unknownItem',
  tooFewPicks: 'picksWrong',
  tooManyPicks: 'picksWrong',
  tooManyUnits: 'tooManyUnits',
}

/** One bet for each combination, in catalogue order. Undefined: the text does not ask for combinations. */
function expandedBets(plays: readonly Play[], label: string, written: string, stake: string): TextBet[] | undefined {
  const play = plays.find(isPickPlay)
  const request = play && expansionOf(play, written.trim())
  if (!play || !request) return undefined
  const text = `${label}${written.trim()}各${stake}`
  const units = expand(request, play.form.universe, MAX_UNITS_OF_TEXT)
  if (!units.ok) return [fail(text, EXPAND_PROBLEMS[units.refusal])]
  if (!isStake(stake)) return [fail(text, 'amountWrong')]
  return units.value.map((unit): TextBet => {
    const item = parseItem(play.game, play.code, unit.join('+'))
    if (!item.ok) return fail(text, 'unknownItem')
    const itemCode = item.value.code
    return { ok: true, text, gameId: play.gameId, play, itemCode, itemName: itemName(play, itemCode), stake }
  })
}

const splitItems = (text: string): string[] => text.split(/[\s,、;；.]+/u).filter((part) => part !== '')

/** The text before 各 (`特码 08 12`). The play is the longest name at its beginning; without one the default plays. */
function eachBets(game: GameCode, written: string, stake: string): TextBet[] {
  const { names, defaults } = soldBy(game)
  const text = written.trim()
  const named = names.find(([name]) => text.startsWith(name) && splitItems(text.slice(name.length)).length > 0)
  const items = splitItems(named ? text.slice(named[0].length) : text)
  const label = named?.[0] ?? ''
  const expanded = named && expandedBets(named[1], label, text.slice(label.length), stake)
  if (expanded) return expanded
  if (items.length === 0) return [fail(`${text}各${stake}`, 'notUnderstood')]
  return items.map((item) => betOn(named?.[1] ?? defaults, `${label}${item}各${stake}`, item, stake))
}

const TOKEN = new RegExp(`^(.*?[^\\d.=:])[=:]?(${AMOUNT})$`, 'u')

const PIECE = new RegExp(`([^\\d/、.=:]+)[=:]?(${AMOUNT})[/、]?`, 'uy')

/** `大100单50`: bets when every piece is an item with its stake; otherwise empty. */
function gluedBets(game: GameCode, token: string): TextBet[] {
  const { defaults } = soldBy(game)
  const bets: TextBet[] = []
  for (let at = 0; at < token.length; at = PIECE.lastIndex) {
    PIECE.lastIndex = at
    const [text = '', written = '', stake = ''] = PIECE.exec(token) ?? []
    if (text === '' || !findItem(defaults, written)) return []
    bets.push(betOn(defaults, text.replace(/[/、]$/u, ''), written, stake))
  }
  return bets
}

/**
 * Joins an item and the stake after it (`大 100`) into one word. After two items (`大 单 100`) it is unclear which is
 * meant.
 */
function joinStakes(game: GameCode, words: readonly string[]): string[] {
  const { defaults } = soldBy(game)
  const isAmount = new RegExp(`^${AMOUNT}$`, 'u')
  const joined: string[] = []
  const isItem = (word: string | undefined): word is string =>
    word !== undefined && !/\d/u.test(word) && findItem(defaults, word) !== undefined
  for (const word of words) {
    const last = joined.at(-1)
    if (isAmount.test(word) && isItem(last) && !isItem(joined.at(-2))) joined[joined.length - 1] = `${last}${word}`
    else joined.push(word)
  }
  return joined
}

function tokenBets(game: GameCode, token: string): TextBet[] {
  const glued = gluedBets(game, token)
  if (glued.length > 1) return glued
  const slashed = SLASHED.exec(token)
  if (slashed) return slashBets(game, token, slashed)
  const plain = TOKEN.exec(token)
  if (!plain) return [fail(token, 'notUnderstood')]
  const [, written = '', stake = ''] = plain
  const { names, defaults } = soldBy(game)
  const alone = betOn(defaults, token, written, stake)
  if (alone.ok || alone.problem === 'amountWrong') return [alone]
  const named = names.find(([name]) => written.startsWith(name) && written.length > name.length)
  // Text that ends in a number may be talk. It counts as a failed bet only when it starts with a play's name.
  return [named ? betOn(named[1], token, written.slice(named[0].length), stake) : fail(token, 'notUnderstood')]
}

const EACH = new RegExp(`(.+?)各\\s*(${AMOUNT})(?=\\s|[,，;；]|$)`, 'gu')

/** The game that a line begins with, and the text after its name. */
function namedGame(line: string): { readonly game: Game | undefined; readonly text: string } {
  const named = GAME_NAMES.find(([name]) => line.toUpperCase().startsWith(name.toUpperCase()))
  return { game: named?.[1], text: named ? line.slice(named[0].length).replace(/^[\s,:]+/u, '') : line }
}

function lineBets(game: Game, text: string): TextBet[] {
  const bets: TextBet[] = []
  const rest = text.replaceAll(EACH, (_all, written: string, stake: string) => {
    bets.push(...eachBets(game.code, written, stake))
    return ' '
  })
  const words = rest.split(/[\s;；]+|,(?![^/\s]*\/)/u).filter((word) => word !== '')
  return [...bets, ...joinStakes(game.code, words).flatMap((token) => tokenBets(game.code, token))]
}

/**
 * Converts full-width characters to half-width and drops the currency after a number, except after a slash: `1/5/2026元`
 * is not a date.
 */
const plainText = (text: string): string => text.normalize('NFKC').replaceAll(/(?<=\d)(?<!\/[\d.]+)(?:元|块)/gu, '')

/**
 * Everything in a message, in order. `gameIds`: the group's games; empty: all games. The first one is used for lines
 * that name no game.
 */
export function readTextBets(text: string, gameIds: readonly GameId[]): TextBet[] {
  const allowed =
    gameIds.length === 0 ? [...GAMES] : gameIds.flatMap((id) => GAMES.find((game) => game.id === id) ?? [])
  const lines = plainText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const found: TextBet[] = []
  let meant = allowed[0]
  for (const line of lines) {
    const named = namedGame(line)
    if (named.game && named.text === '') meant = named.game
    const game = named.game ?? meant
    if (!game) continue
    const bets = lineBets(game, named.text)
    if (allowed.includes(game)) found.push(...bets)
    else found.push(fail(line, isChatter(bets) ? 'notUnderstood' : 'gameNotHere'))
  }
  return found
}

/** True when nothing in the message is a bet and nothing looks like a failed one. */
export const isChatter = (bets: readonly TextBet[]): boolean =>
  bets.every((bet) => !bet.ok && bet.problem === 'notUnderstood')
