import { type GameCode, gameByCode, type Play, playOf } from './catalogue.ts'
import { accept, type Checked, refuse } from './checked.ts'
import { ANIMAL_NAMES, type Animal } from './zodiac.ts'

/** A checked item of a play. */
export type Item = {
  readonly play: Play
  /** Canonical: the codes in catalogue order joined by '+'; the legs of 过关 by ball: `ZM1:DA+ZM4:RED`. */
  readonly code: string
  readonly parts: readonly string[]
}

export type ItemRefusal = 'unknownGame' | 'unknownPlay' | 'unknownItem' | 'wrongCount' | 'repeatedPick' | 'repeatedBall'

/** A leg of 过关: which of the six balls (1..6) and its side as in 正码1-6. */
export type Leg = { readonly ball: number; readonly side: string }

/** Splits a leg "ZM4:RED". Undefined if 正码1-6 does not sell it. */
export const legOf = (part: string): Leg | undefined => {
  const match = /^ZM([1-6]):([A-Z]+)$/.exec(part)
  if (!match?.[1] || !match[2]) return undefined
  const play = playOf('6HC', `ZM${match[1]}`)
  return play?.form.kind === 'one' && play.form.codes.has(match[2])
    ? { ball: Number(match[1]), side: match[2] }
    : undefined
}

const checkLegs = (parts: readonly string[], min: number, max: number): Checked<readonly string[], ItemRefusal> => {
  const legs = parts.map(legOf)
  if (legs.some((leg) => !leg)) return refuse('unknownItem')
  if (parts.length < min || parts.length > max) return refuse('wrongCount')
  if (new Set(legs.map((leg) => leg?.ball)).size !== parts.length) return refuse('repeatedBall')
  return accept(parts.toSorted())
}

const checkPicks = (
  parts: readonly string[],
  form: Extract<Play['form'], { kind: 'pick' }>,
): Checked<readonly string[], ItemRefusal> => {
  const places = parts.map((part) => form.universe.indexOf(part))
  if (places.includes(-1)) return refuse('unknownItem')
  if (new Set(places).size !== places.length) return refuse('repeatedPick')
  if (parts.length < form.min || parts.length > form.max) return refuse('wrongCount')
  return accept(places.toSorted((a, b) => a - b).map((place) => form.universe[place] ?? ''))
}

const checkParts = (play: Play, parts: readonly string[]): Checked<readonly string[], ItemRefusal> => {
  if (parts.length === 0) return refuse('wrongCount')
  const { form } = play
  if (form.kind === 'legs') return checkLegs(parts, form.min, form.max)
  if (form.kind === 'pick') return checkPicks(parts, form)
  if (parts.length !== 1) return refuse('wrongCount')
  const code = parts[0] ?? ''
  const sold = form.kind === 'one' ? form.codes.has(code) : /^\d+$/.test(code) && code.length === form.length
  return sold ? accept(parts) : refuse('unknownItem')
}

/**
 * Checks the selections of one unit bet, in any order, and makes them canonical. Order of refusals: unknownGame,
 * unknownPlay, then the selections.
 */
export const itemOfSelections = (
  game: string,
  playCode: string,
  selections: readonly unknown[],
): Checked<Item, ItemRefusal> => {
  if (!gameByCode(game)) return refuse('unknownGame')
  const play = playOf(game, playCode)
  if (!play) return refuse('unknownPlay')
  const parts: string[] = []
  for (const selection of selections) {
    if (typeof selection !== 'string' || selection.length > 16) return refuse('unknownItem')
    parts.push(selection)
  }
  const checked = checkParts(play, parts)
  return checked.ok ? accept({ play, code: checked.value.join('+'), parts: checked.value }) : checked
}

/** Checks an item code from outside. Its parts may be in any order; the code of the result is canonical. */
export const parseItem = (game: string, playCode: string, itemCode: string): Checked<Item, ItemRefusal> =>
  itemOfSelections(game, playCode, itemCode === '' ? [] : itemCode.split('+'))

/** The item of a code that was checked before, such as an order's. Throws for any other code. */
export const itemOf = (game: GameCode, playCode: string, itemCode: string): Item => {
  const item = parseItem(game, playCode, itemCode)
  if (!item.ok) throw new Error(`not an item: ${game} ${playCode} ${itemCode} (${item.refusal})`)
  return item.value
}

const isAnimal = (code: string): code is Animal => Object.hasOwn(ANIMAL_NAMES, code)

const partName = (play: Play, part: string): string => {
  const { form } = play
  if (form.kind === 'one') return form.codes.get(part) ?? part
  if (form.kind === 'legs') {
    const leg = legOf(part)
    const ball = leg && playOf('6HC', `ZM${leg.ball}`)
    return leg && ball?.form.kind === 'one' ? `${ball.name} ${ball.form.codes.get(leg.side) ?? leg.side}` : part
  }
  return isAnimal(part) ? ANIMAL_NAMES[part] : play.groupCode === 'LW' ? `${part}尾` : part
}

/** The Chinese name of any item of a play: "大", "01,12,23", "马,猴", "正码1 大 × 正码4 红波". */
export const itemName = (play: Play, itemCode: string): string =>
  itemCode
    .split('+')
    .map((part) => partName(play, part))
    .join(play.form.kind === 'legs' ? ' × ' : ',')

/** The items a play lists one by one (boards). Empty for combinations, which boards show only once they have bets. */
export const listedItems = (play: Play): readonly string[] =>
  play.form.kind === 'one' ? [...play.form.codes.keys()] : []

/** Names of the ball positions in 5M's 定位 plays, used by the play's code: DW2_14 万十, DW3_Z3 千百十. */
const PLACE_NAMES = ['万', '千', '百', '十', '个']
const THREES: Readonly<Record<string, readonly number[]>> = { Q3: [1, 2, 3], Z3: [2, 3, 4], H3: [3, 4, 5] }

const placesOfPlay = (play: Play): readonly number[] => {
  const tail = play.code.split('_')[1] ?? ''
  return THREES[tail] ?? [...tail].map(Number)
}

/**
 * The parts of a combination: its codes, or for digits by position the position and digit ("2-7"). A board of
 * combinations sums the stakes by part.
 */
export const partsOfItem = (play: Play, itemCode: string): readonly string[] => {
  if (play.form.kind !== 'digits') return itemCode.split('+')
  const places = placesOfPlay(play)
  return [...itemCode].map((digit, index) => `${places[index] ?? index + 1}-${digit}`)
}

/** The Chinese name of a part of a combination: "07", "马", "3尾", "正码1 大", "千位 7". */
export const partNameOf = (play: Play, part: string): string => {
  const [place, digit] = part.split('-')
  if (play.form.kind !== 'digits' || digit === undefined) return itemName(play, part)
  return `${PLACE_NAMES[Number(place) - 1] ?? place}位 ${digit}`
}
