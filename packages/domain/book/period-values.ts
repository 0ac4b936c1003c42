/**
 * Money in fast exact sums. A float64 holds every integer up to 2^53, and a sum of integers in float64 is exact as long as
 * no partial sum can pass that. So amounts are added as floats when the sum of all sizes that can meet stays below it;
 * else they are cut into parts of 24 bits, each added on its own, and put together again as bigint.
 */

import type { Outcome } from '../games/outcome.ts'
import type { Money } from '../money/money.ts'
import { type PeriodItem, resultUnder } from './scenario.ts'

/** Tables of subsets add an item's amount up to 3^5 times over, with signs; rounded up to a power of two. */
const ROOM = 256n
const SAFE = 2n ** 53n
const PART_BITS = 24n

/** How much better or worse an outcome is than losing, as one part of the amount. */
export type ValueOf = (item: PeriodItem, outcome: Outcome) => number

const largestGain = (item: PeriodItem): bigint => {
  let largest = 0n
  for (const result of [0n, item.ifWin, ...(item.ways?.values() ?? [])]) {
    const gain = result > item.ifLose ? result - item.ifLose : item.ifLose - result
    if (gain > largest) largest = gain
  }
  return largest
}

/** The parts in which these items' amounts are added: one when all of it fits. */
export const partsFor = (items: readonly PeriodItem[]): number => {
  let sum = 0n
  let largest = 0n
  for (const item of items) {
    const gain = largestGain(item)
    sum += gain
    if (gain > largest) largest = gain
  }
  if (sum * ROOM < SAFE) return 1
  return Math.ceil((largest.toString(2).length + 1) / Number(PART_BITS))
}

/** Values of part `part` of `parts`: the last carries the sign. */
export const valuesOfPart = (part: number, parts: number): ValueOf => {
  const shift = BigInt(part) * PART_BITS
  const last = part === parts - 1
  return (item, outcome) => {
    const gain = (resultUnder(item, outcome) - item.ifLose) >> shift
    return Number(last ? gain : BigInt.asUintN(Number(PART_BITS), gain))
  }
}

/** Puts the sums of the parts together, above `base`. */
export const joinParts = (sums: readonly Float64Array[], base: Money): BigInt64Array => {
  const results = new BigInt64Array(sums[0]?.length ?? 0).fill(base)
  for (const [part, sum] of sums.entries()) {
    const shift = BigInt(part) * PART_BITS
    for (let index = 0; index < sum.length; index++)
      results[index] = (results[index] as bigint) + (BigInt(sum[index] as number) << shift)
  }
  return results
}
