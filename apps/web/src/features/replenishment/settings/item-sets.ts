import { ANIMAL_NAMES, ANIMALS, animalOf, COLOUR_NAMES, type Colour, colourOf } from '@strata/domain/games/zodiac'
import { readTyped } from '../../../lib/typed-amount.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { readSheet } from '../../../ui/matrix/matrix-model.ts'

/** Rows of a column of numbers, as on the board. */
export const BOARD_ROWS = 10

type Item = { readonly itemCode: string; readonly name: string }
/** Items that are filled together. */
export type ItemSet = { readonly name: string; readonly codes: readonly string[] }

const words = replenishmentText.itemSets

const numberOf = ({ itemCode }: Item): number | null => (/^\d{1,2}$/.test(itemCode) ? Number(itemCode) : null)

/** Whether a play's items are the numbers of its game: they are laid out and filled as the board has them. */
export const areNumbers = (items: readonly Item[]): boolean =>
  items.length > 0 && items.every((item) => numberOf(item) !== null)

const COLOURS: readonly Colour[] = ['RED', 'BLUE', 'GREEN']

/**
 * The sets of a play's items: all, and of numbers the odd, even, small and large ones; of Mark Six also the colours and
 * the animals of `lunarYear` (null: unknown).
 */
export const itemSets = (gameType: string, items: readonly Item[], lunarYear: number | null): readonly ItemSet[] => {
  const all = { name: words.all, codes: items.map(({ itemCode }) => itemCode) }
  if (!areNumbers(items)) return [all]
  const numbers = items.map((item) => ({ code: item.itemCode, number: numberOf(item) ?? 0 }))
  const set = (name: string, has: (number: number) => boolean): ItemSet => ({
    name,
    codes: numbers.filter(({ number }) => has(number)).map(({ code }) => code),
  })
  const middle =
    (Math.min(...numbers.map(({ number }) => number)) + Math.max(...numbers.map(({ number }) => number))) / 2
  const plain = [
    set(words.odd, (number) => number % 2 === 1),
    set(words.even, (number) => number % 2 === 0),
    set(words.large, (number) => number >= middle),
    set(words.small, (number) => number < middle),
  ]
  if (gameType !== '6HC') return [all, ...plain]
  return [
    all,
    ...COLOURS.map((colour) => set(words.colour(COLOUR_NAMES[colour]), (number) => colourOf(number) === colour)),
    ...plain,
    ...(lunarYear === null
      ? []
      : ANIMALS.map((animal) => set(ANIMAL_NAMES[animal], (number) => animalOf(number, lunarYear) === animal))),
  ]
}

export type Pasted =
  | { readonly ok: true; readonly texts: readonly { readonly itemCode: string; readonly text: string }[] }
  /** By line, from 1. */
  | { readonly ok: false; readonly faults: readonly { readonly line: number; readonly why: string }[] }

const same = (item: Item, text: string): boolean => {
  const number = numberOf(item)
  return (
    item.itemCode === text ||
    item.name === text ||
    (number !== null && /^\d{1,2}$/.test(text) && Number(text) === number)
  )
}

/**
 * What a block of a spreadsheet means. With two columns each line names its item and its limit; with one the limits go
 * down the board from the item `from`. One wrong line and nothing is taken.
 */
export const pastedLimits = (text: string, items: readonly Item[], from: string): Pasted => {
  const lines = readSheet(text).map((cells, at) => ({ line: at + 1, cells: cells.filter((cell) => cell !== '') }))
  const start = Math.max(
    0,
    items.findIndex(({ itemCode }) => itemCode === from),
  )
  const texts: { itemCode: string; text: string }[] = []
  const faults: { line: number; why: string }[] = []
  for (const { line, cells } of lines) {
    if (cells.length === 0) continue
    const [first = '', second] = cells
    const item = second === undefined ? items[start + line - 1] : items.find((one) => same(one, first))
    const amount = second ?? first
    if (!item) faults.push({ line, why: second === undefined ? words.tooMany : words.unknown(first) })
    else if (!readTyped(amount).ok) faults.push({ line, why: replenishmentText.problems.amount })
    else texts.push({ itemCode: item.itemCode, text: amount })
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, texts }
}
