/**
 * Fast exact sums of money. A float64 holds every integer up to 2^53, and a float64 sum of integers is exact while no
 * partial sum exceeds that. So amounts are added as floats when the sum of all absolute values that can meet stays
 * below it. Otherwise amounts are cut into parts of 24 bits; each part is added on its own and the sums are joined as
 * bigint.
 */

import type { Outcome } from '../games/outcome.ts'
import type { Money } from '../money/money.ts'
import { type PeriodItem, resultUnder } from './scenario.ts'

/** Subset tables add an item's amount up to 3^5 times, with signs. Rounded up to a power of two. */
const ROOM = 256n
const SAFE = 2n ** 53n
const PART_BITS = 24n

/** One part of the difference between an outcome and losing. */
export type ValueOf = (item: PeriodItem, outcome: Outcome) => number

const largestGain = (item: PeriodItem): bigint => {
  let largest = 0n
  for (const result of [0n, item.ifWin, ...(item.ways?.values() ?? [])]) {
    const gain = result > item.ifLose ? result - item.ifLose : item.ifLose - result
    if (gain > largest) largest = gain
  }
  return largest
}

/** The number of parts these items' amounts need. 1 when all of them fit. */
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

/** Values of part `part` of `parts`. The last part carries the sign. */
export const valuesOfPart = (part: number, parts: number): ValueOf => {
  const shift = BigInt(part) * PART_BITS
  const last = part === parts - 1
  return (item, outcome) => {
    const gain = (resultUnder(item, outcome) - item.ifLose) >> shift
    return Number(last ? gain : BigInt.asUintN(Number(PART_BITS), gain))
  }
}

/** Joins the sums of the parts and adds `base`. */
export const joinParts = (sums: readonly Float64Array[], base: Money): BigInt64Array => {
  const results = new BigInt64Array(sums[0]?.length ?? 0).fill(base)
  for (const [part, sum] of sums.entries()) {
    const shift = BigInt(part) * PART_BITS
    for (let index = 0; index < sum.length; index++)
      results[index] = (results[index] as bigint) + (BigInt(sum[index] as number) << shift)
  }
  return results
}
