import { ballNumber, ballText } from '../../../components/ball/ball-colour.ts'
import type { BoardItem, BoardRow } from '../board-state/board-model.ts'

/** One part of a combination: a number that has a ball, or a name. */
export type Part = { readonly key: string; readonly number: number | null; readonly name: string }

/** Plays whose combinations consist of drawn numbers; others consist of animals, tails, sides ... */
const NUMBERS: Readonly<Record<string, RegExp>> = {
  '6HC': /^(LM_|BZ|DZ|TPZ)/,
  '5M': /^(DW|ZX)/,
  PC: /^B3$/,
}

export const isOfNumbers = (gameType: string, playCode: string): boolean => NUMBERS[gameType]?.test(playCode) ?? false

/** The parts of a row in order; a digit of 定位 may occur twice. */
export const partsOf = (gameType: string, row: BoardItem): readonly Part[] => {
  const { playCode, itemCode, itemName } = row
  if (isOfNumbers(gameType, playCode)) {
    const codes = playCode.startsWith('DW') ? [...itemCode] : itemCode.split('+')
    return codes.map((code, index) => ({ key: `${index}${code}`, number: Number(code), name: code }))
  }
  return itemName.split(/,| × /).map((name, index) => ({ key: `${index}${name}`, number: null, name }))
}

/** Whether a row of a board is a combination, which is shown by its parts. */
export const isCombination = (row: Pick<BoardRow, 'itemCode'>): boolean => row.itemCode.includes('+')

/** The accessible name of an item: its ball, its name, or the balls and names of its parts. */
export const calledOf = (gameType: string, row: BoardItem): string => {
  const ball = ballNumber(gameType, row)
  if (ball !== null) return ballText(gameType, ball)
  if (!isCombination(row) && !isOfNumbers(gameType, row.playCode)) return row.itemName
  return partsOf(gameType, row)
    .map(({ number, name }) => (number === null ? name : ballText(gameType, number)))
    .join(' ')
}
