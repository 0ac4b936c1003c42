import { DIGITS, type Play } from './catalogue.ts'
import type { DrawSpace } from './draw-space.ts'
import { decidingOf } from './settle.ts'
import { isSide } from './shapes.ts'
import { ANIMALS, animalIndexOf, type Colour, colourOf } from './zodiac.ts'

/**
 * What a play depends on in a draw, as one small number. Two draws with the same key give every item of the play (or
 * the items of the lens) the same outcome, so a table by key covers all draws. The tests prove this against the rules.
 * The outcomes themselves always come from the rules.
 */
export interface Lens {
  /** Equal names mean equal keys. */
  readonly name: string
  readonly size: number
  readonly keysOf: (space: DrawSpace) => Uint16Array
  /**
   * For plays where judging every item under every key is slow: how the bits of an item and of a key decide a win.
   * `all`: every bit of the item is in the key; `none`: none of them is; `cover`: the key is not empty and all its bits
   * are in the item; `equal`: the key equals the item's bits.
   */
  readonly bits?: { readonly ofItem: (itemCode: string) => number; readonly wins: 'all' | 'none' | 'cover' | 'equal' }
}

const keysBy = (space: DrawSpace, key: (balls: Uint8Array, from: number) => number): Uint16Array => {
  const { balls, ballsPerDraw, count } = space
  const keys = new Uint16Array(count)
  for (let index = 0; index < count; index++) keys[index] = key(balls, index * ballsPerDraw)
  return keys
}

/** The balls at some places as the digits of a number in base `base`. */
const placesLens = (places: readonly number[], base: number): Lens => ({
  name: `places ${places.join()}`,
  size: base ** places.length,
  keysOf: (space) =>
    keysBy(space, (balls, from) => {
      let key = 0
      for (const place of places) key = key * base + (balls[from + place] as number)
      return key
    }),
})

/** Which of two balls is the larger. */
const orderLens = (one: number, other: number): Lens => ({
  name: `order ${one} ${other}`,
  size: 2,
  keysOf: (space) =>
    keysBy(space, (balls, from) => ((balls[from + one] as number) > (balls[from + other] as number) ? 1 : 0)),
})

const sumOf = (balls: Uint8Array, from: number, count: number): number => {
  let sum = 0
  for (let place = 0; place < count; place++) sum += balls[from + place] as number
  return sum
}

const maskOf = (balls: Uint8Array, from: number, count: number, bit: (ball: number) => number): number => {
  let mask = 0
  for (let place = 0; place < count; place++) mask |= 1 << bit(balls[from + place] as number)
  return mask
}

const bitsOf =
  (universe: readonly string[]) =>
  (itemCode: string): number =>
    itemCode.split('+').reduce((mask, code) => mask | (1 << universe.indexOf(code)), 0)

const sumLens = (count: number): Lens => ({
  name: 'sum',
  size: count * 9 + 1,
  keysOf: (space) => keysBy(space, (balls, from) => sumOf(balls, from, count)),
})

const sumsOf6Hc: Lens = {
  name: 'sums',
  size: 3300,
  // 总尾 depends on the sum of six or of all seven, by option.
  keysOf: (space) => keysBy(space, (balls, from) => sumOf(balls, from, 7) * 10 + (sumOf(balls, from, 6) % 10)),
}

const digitsSeen: Lens = {
  name: 'digits',
  size: 1024,
  keysOf: (space) => keysBy(space, (balls, from) => maskOf(balls, from, 5, (ball) => ball)),
}

/** The digits of a trio that has exactly `distinct` different ones; 0 for other trios. */
const trioSet = (from: number, distinct: number): Lens => ({
  name: `trio ${from} ${distinct}`,
  size: 1024,
  keysOf: (space) =>
    keysBy(space, (balls, at) => {
      const mask = maskOf(balls, at + from, 3, (ball) => ball)
      let bits = 0
      for (let rest = mask; rest !== 0; rest &= rest - 1) bits += 1
      return bits === distinct ? mask : 0
    }),
  bits: { ofItem: bitsOf(DIGITS), wins: 'cover' },
})

const animalsSeen = (lunarYear: number, wins: 'all' | 'none'): Lens => ({
  name: `animals ${wins}`,
  size: 4096,
  keysOf: (space) => keysBy(space, (balls, from) => maskOf(balls, from, 7, (ball) => animalIndexOf(ball, lunarYear))),
  bits: { ofItem: bitsOf(ANIMALS), wins },
})

const tailsSeen = (wins: 'all' | 'none'): Lens => ({
  name: `tails ${wins}`,
  size: 1024,
  keysOf: (space) => keysBy(space, (balls, from) => maskOf(balls, from, 7, (ball) => ball % 10)),
  bits: { ofItem: bitsOf(DIGITS), wins },
})

/** How many of the six are of an animal. */
const animalTimes = (animal: number, lunarYear: number): Lens => ({
  name: `times ${animal}`,
  size: 7,
  keysOf: (space) =>
    keysBy(space, (balls, from) => {
      let times = 0
      for (let place = 0; place < 6; place++)
        if (animalIndexOf(balls[from + place] as number, lunarYear) === animal) times += 1
      return times
    }),
})

const animalCount = (lunarYear: number): Lens => ({
  name: 'animal count',
  size: 13,
  keysOf: (space) =>
    keysBy(space, (balls, from) => {
      let count = 0
      for (let rest = maskOf(balls, from, 7, (ball) => animalIndexOf(ball, lunarYear)); rest !== 0; rest &= rest - 1)
        count += 1
      return count
    }),
})

const COLOURS: readonly Colour[] = ['RED', 'BLUE', 'GREEN']

/** How many of the seven have each of two colours, and the special's colour. */
const colourCounts: Lens = {
  name: 'colours',
  size: 192,
  keysOf: (space) =>
    keysBy(space, (balls, from) => {
      let [red, blue] = [0, 0]
      for (let place = 0; place < 7; place++) {
        const colour = colourOf(balls[from + place] as number)
        if (colour === 'RED') red += 1
        else if (colour === 'BLUE') blue += 1
      }
      return (red * 8 + blue) * 3 + COLOURS.indexOf(colourOf(balls[from + 6] as number))
    }),
}

const sideCount = (side: string): Lens => ({
  name: `count ${side}`,
  size: 8,
  keysOf: (space) =>
    keysBy(space, (balls, from) => {
      let count = 0
      for (let place = 0; place < 7; place++) if (isSide(side, balls[from + place] as number, 25)) count += 1
      return count
    }),
})

const lensOf6Hc = (play: Play, itemCode: string, lunarYear: number): Lens | null => {
  const { code } = play
  if (code === 'ZH') return sumsOf6Hc
  if (code === 'ZONGX') return animalCount(lunarYear)
  if (code === 'QSB') return colourCounts
  if (code === 'ZX') return animalTimes((ANIMALS as readonly string[]).indexOf(itemCode), lunarYear)
  if (code.startsWith('QM_')) return sideCount(code.slice(3))
  if (/^(?:YX|LX\d)$/.test(code)) return animalsSeen(lunarYear, 'all')
  if (/^(?:YXB|LXB\d)$/.test(code)) return animalsSeen(lunarYear, 'none')
  if (/^(?:WS|LW\d)$/.test(code)) return tailsSeen('all')
  if (/^(?:WSB|LWB\d)$/.test(code)) return tailsSeen('none')
  const places = decidingOf('6HC', code)
  if (places.length === 1) return placesLens(places, 50)
  // 正码龙虎
  return places.length === 2 ? orderLens(places[0] ?? 0, places[1] ?? 0) : null
}

const OF_SUM = /^(?:HZ|JZ|SB|BIAN|WQ|LHB|B3)$/
const SIDES_OF_SUM = /^(?:LM|ZU)$/

/** Whether the sum of a PC draw alone decides a play. Under one option 大小单双 also depend on the shape of the digits. */
export const isOfSum = (play: Play, options: DrawSpace['rules']['options']): boolean =>
  play.game === 'PC' && (OF_SUM.test(play.code) || (SIDES_OF_SUM.test(play.code) && options.pc_1314 !== 'high'))

const lensOf5M = (play: Play): Lens => {
  const set = /^ZX([36])_(?:Q|Z|H)3$/.exec(play.code)
  const places = decidingOf('5M', play.code)
  if (set) return trioSet(places[0] ?? 0, set[1] === '3' ? 2 : 3)
  if (play.code === 'ZH') return sumLens(5)
  if (play.form.kind === 'digits')
    return { ...placesLens(places, 10), name: `number ${places.join()}`, bits: { ofItem: Number, wins: 'equal' } }
  return play.code === 'YZ_ALL' ? digitsSeen : placesLens(places, 10)
}

/** The lens of an item. Null when none is small enough: picks of numbers and 过关. */
export const lensOf = (play: Play, itemCode: string, rules: DrawSpace['rules']): Lens | null => {
  switch (play.game) {
    case '5M':
      return lensOf5M(play)
    case 'PC':
      return isOfSum(play, rules.options) ? sumLens(3) : placesLens(decidingOf('PC', play.code), 10)
    case 'PK':
      return placesLens(decidingOf('PK', play.code), 11)
    case '6HC':
      return lensOf6Hc(play, itemCode, rules.lunarYear)
  }
}
