import { formatMoney, type Money } from '@strata/domain/money'
import type { HeadToday } from '../book/boards.ts'

export interface Figures {
  readonly orders: number
  readonly stake: string
  readonly result: string
  readonly openOrders: number
  readonly openStake: string
}

const text = (amount: bigint): string => formatMoney(amount as Money)

/** The sums of the head's lines of today, as they go onto the wire. */
export const figuresOf = (lines: readonly HeadToday[]): Figures => {
  const sum = (of: (line: HeadToday) => bigint): bigint => lines.reduce((total, line) => total + of(line), 0n)
  return {
    orders: Number(sum((line) => line.orders)),
    stake: text(sum((line) => line.stake)),
    result: text(sum((line) => line.result)),
    openOrders: Number(sum((line) => line.open_orders)),
    openStake: text(sum((line) => line.open_stake)),
  }
}
