export type BallTone = 'red' | 'blue' | 'green' | 'plain' | 'grey' | `pk-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`

const HK_RED: ReadonlySet<number> = new Set([1, 2, 7, 8, 12, 13, 18, 19, 23, 24, 29, 30, 34, 35, 40, 45, 46])
const HK_BLUE: ReadonlySet<number> = new Set([3, 4, 9, 10, 14, 15, 20, 25, 26, 31, 36, 37, 41, 42, 47, 48])
const PC_GREY: ReadonlySet<number> = new Set([0, 13, 14, 27])

const pkTone = (number: number): BallTone => (number >= 1 && number <= 10 ? (`pk-${number}` as BallTone) : 'plain')

/** Colour of a number's ball: 6HC by its wave, PK by the car, PC sums by remainder of three, 5M plain. */
export const ballTone = (gameType: string, number: number): BallTone => {
  if (gameType === '6HC') return HK_RED.has(number) ? 'red' : HK_BLUE.has(number) ? 'blue' : 'green'
  if (gameType === 'PK') return pkTone(number)
  if (gameType !== 'PC') return 'blue'
  if (PC_GREY.has(number)) return 'grey'
  return (['red', 'green', 'blue'] as const)[number % 3] ?? 'plain'
}
