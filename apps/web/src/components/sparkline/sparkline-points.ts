import { permille, readAmount } from '../../lib/amount.ts'

export const [WIDTH, HEIGHT] = [112, 28]

/** A line needs no more precision than a tenth of a pixel. */
const tenths = (value: number): number => Math.round(value * 10) / 10

/** Points of a line through amounts, the largest at the top; equal amounts are in the middle. */
export const linePoints = (texts: readonly string[]): string => {
  const amounts = texts.map(readAmount)
  const [first = 0n] = amounts
  const least = amounts.reduce<bigint>((low, amount) => (amount < low ? amount : low), first)
  const most = amounts.reduce<bigint>((high, amount) => (amount > high ? amount : high), first)
  const step = WIDTH / Math.max(1, amounts.length - 1)
  return amounts
    .map((amount, at) => {
      const height = most === least ? 500 : permille(amount - least, most - least)
      return `${tenths(at * step)},${tenths(HEIGHT - 2 - (height / 1000) * (HEIGHT - 4))}`
    })
    .join(' ')
}
