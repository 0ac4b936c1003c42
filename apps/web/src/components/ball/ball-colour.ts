export type BallTone = 'red' | 'blue' | 'green' | 'plain' | 'grey' | `pk-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`

const HK_RED: ReadonlySet<number> = new Set([1, 2, 7, 8, 12, 13, 18, 19, 23, 24, 29, 30, 34, 35, 40, 45, 46])
const HK_BLUE: ReadonlySet<number> = new Set([3, 4, 9, 10, 14, 15, 20, 25, 26, 31, 36, 37, 41, 42, 47, 48])
const PC_GREY: ReadonlySet<number> = new Set([0, 13, 14, 27])

const pkTone = (number: number): BallTone => (number >= 1 && number <= 10 ? (`pk-${number}` as BallTone) : 'plain')

/** Plays whose item codes are drawn numbers; numbers of other plays are sums, tails, ranks ... */
const NUMBER_PLAYS: Readonly<Record<string, RegExp>> = {
  '6HC': /^(TMA|TMB|ZM|ZT[1-6])$/,
  PK: /^R\d{1,2}$/,
  '5M': /^B[1-5]$/,
  PC: /^(HZ|Q[1-3])$/,
}

/** The number on an item's ball, or null if the item is shown by its name. */
export const ballNumber = (
  gameType: string,
  item: { readonly playCode: string; readonly itemCode: string },
): number | null =>
  NUMBER_PLAYS[gameType]?.test(item.playCode) && /^\d{1,2}$/.test(item.itemCode) ? Number(item.itemCode) : null

/** The text on a number's ball. */
export const ballText = (gameType: string, number: number): string =>
  gameType === '6HC' ? String(number).padStart(2, '0') : String(number)

/** Plays whose numbers are sums of those drawn. */
export const isSumPlay = (playCode: string): boolean => playCode === 'HZ'

/** Colour of a number's ball: 6HC by its wave, PK by the car, PC sums by remainder of three; digits are plain. */
export const ballTone = (gameType: string, number: number, sum = false): BallTone => {
  if (gameType === '6HC') return HK_RED.has(number) ? 'red' : HK_BLUE.has(number) ? 'blue' : 'green'
  if (gameType === 'PK') return pkTone(number)
  if (gameType !== 'PC' || !sum) return 'blue'
  if (PC_GREY.has(number)) return 'grey'
  return (['red', 'green', 'blue'] as const)[number % 3] ?? 'plain'
}
