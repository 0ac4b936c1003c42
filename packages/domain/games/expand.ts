import { NUMBERS } from './catalogue.ts'
import { accept, type Checked, refuse } from './checked.ts'

/**
 * Expands 复式, 胆拖, 对碰 and 肖串尾数 into unit combinations; each unit is a bet of its own. `universe` lists the codes on sale
 * in catalogue order (NUMBERS, DIGITS, ANIMALS ...). Duplicates are ignored. The result is sorted and has every unit
 * once.
 */
export type Expansion =
  | { readonly mode: 'fushi'; readonly k: number; readonly arg: readonly string[] }
  | {
      readonly mode: 'dantuo'
      readonly k: number
      /** Every unit holds all of 胆, completed from 拖. */
      readonly arg: { readonly dan: readonly string[]; readonly tuo: readonly string[] }
    }
  | { readonly mode: 'duipeng'; readonly k: 2; readonly arg: readonly [readonly string[], readonly string[]] }
  | {
      readonly mode: 'xiaochuanwei'
      readonly k: number
      /**
       * Every unit holds one number of the main animal, completed from the tail. Shared numbers are removed from the
       * tail.
       */
      readonly arg: { readonly main: readonly string[]; readonly tail: readonly string[] }
    }

export type ExpandRefusal = 'unknownItem' | 'tooFewPicks' | 'tooManyPicks' | 'tooManyUnits'

/** Codes as indexes into the universe: distinct and sorted. */
const placesOf = (codes: readonly string[], universe: readonly string[]): readonly number[] =>
  [...new Set(codes.map((code) => universe.indexOf(code)))].toSorted((a, b) => a - b)

const choose = (n: number, k: number): number => {
  if (k < 0 || k > n) return 0
  let result = 1
  for (let i = 1; i <= Math.min(k, n - k); i += 1) result = (result * (n - i + 1)) / i
  return Math.round(result)
}

const combinations = (places: readonly number[], k: number): readonly (readonly number[])[] => {
  if (k === 0) return [[]]
  const found: (readonly number[])[] = []
  places.forEach((place, index) => {
    for (const rest of combinations(places.slice(index + 1), k - 1)) found.push([place, ...rest])
  })
  return found
}

type Plan = { readonly heads: readonly (readonly number[])[]; readonly pool: readonly number[]; readonly take: number }

/** Every mode has the same form: each head of a list, completed by any `take` of a pool. */
const planOf = (request: Expansion, universe: readonly string[]): Plan => {
  const places = (codes: readonly string[]): readonly number[] => placesOf(codes, universe)
  switch (request.mode) {
    case 'fushi':
      return { heads: [[]], pool: places(request.arg), take: request.k }
    case 'dantuo': {
      const dan = places(request.arg.dan)
      const tuo = places(request.arg.tuo).filter((place) => !dan.includes(place))
      return { heads: [dan], pool: tuo, take: request.k - dan.length }
    }
    case 'duipeng':
      return { heads: places(request.arg[0]).map((place) => [place]), pool: places(request.arg[1]), take: 1 }
    case 'xiaochuanwei': {
      const main = places(request.arg.main)
      const tail = places(request.arg.tail).filter((place) => !main.includes(place))
      return { heads: main.map((place) => [place]), pool: tail, take: request.k - 1 }
    }
  }
}

const codesOf = (request: Expansion): readonly string[] => {
  switch (request.mode) {
    case 'fushi':
      return request.arg
    case 'dantuo':
      return [...request.arg.dan, ...request.arg.tuo]
    case 'duipeng':
      return request.arg.flat()
    case 'xiaochuanwei':
      return [...request.arg.main, ...request.arg.tail]
  }
}

const comparePlaces = (a: readonly number[], b: readonly number[]): number => {
  for (const [index, place] of a.entries()) {
    const difference = place - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The most units one expansion may make, when the caller gives no limit. */
export const MAX_UNITS = 20_000

/**
 * The unit combinations of a request, each in catalogue order, or the reason for none. `tooManyPicks`: 胆 has as many
 * picks as the play takes, or more, so 拖 has no place left.
 */
export const expand = (
  request: Expansion,
  universe: readonly string[] = NUMBERS,
  maxUnits: number = MAX_UNITS,
): Checked<readonly (readonly string[])[], ExpandRefusal> => {
  if (codesOf(request).some((code) => !universe.includes(code))) return refuse('unknownItem')
  const { heads, pool, take } = planOf(request, universe)
  if (take <= 0) return refuse('tooManyPicks')
  if (pool.length < take || heads.length === 0) return refuse('tooFewPicks')
  if (heads.length * choose(pool.length, take) > maxUnits) return refuse('tooManyUnits')
  const units = new Map<string, readonly number[]>()
  const tails = combinations(pool, take)
  for (const head of heads)
    for (const tail of tails) {
      const unit = [...head, ...tail].toSorted((a, b) => a - b)
      if (new Set(unit).size === unit.length) units.set(unit.join(), unit)
    }
  if (units.size === 0) return refuse('tooFewPicks')
  return accept([...units.values()].toSorted(comparePlaces).map((unit) => unit.map((place) => universe[place] ?? '')))
}
