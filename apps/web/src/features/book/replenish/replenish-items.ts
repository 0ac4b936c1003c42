import { formatMoney, money } from '@strata/domain/money'
import type { ReplenishItem } from '../../../components/replenish/replenish-model.ts'
import { readAmount, signOf } from '../../../lib/amount.ts'
import { type BoardRow, rowKey } from '../board-state/board-model.ts'
import { type BoardTab, ownerOf } from '../board-state/board-tabs.ts'

/** The results of the special board are over all plays that the number decides: one market of 49. */
const SPECIAL_NUMBER = 'special'

/** What of a row can be sent: held less what is pending, never below zero. */
export const sendableOf = (row: Pick<BoardRow, 'net' | 'pending'>): string => {
  const rest = readAmount(row.net) - readAmount(row.pending)
  return rest > 0n ? formatMoney(money(rest)) : '0'
}

type Sources = {
  readonly tab: BoardTab
  readonly rows: readonly BoardRow[]
  /** The rows of the single number plays behind the special number's sums; null until loaded. */
  readonly behind: readonly BoardRow[] | null
}

/** What a play of the special number shares with the other plays of its number: one result, and one market of 49. */
const asNumber = (item: ReplenishItem, number: Pick<BoardRow, 'itemCode' | 'netAmount'>): ReplenishItem => ({
  ...item,
  netAmount: number.netAmount,
  market: SPECIAL_NUMBER,
  outcome: number.itemCode,
})

export type SpecialNumbers = {
  /** The plays that bet on the number. */
  readonly plays: ReadonlySet<string>
  /** The special board's rows: the result of each number over all its plays. */
  readonly rows: readonly Pick<BoardRow, 'itemCode' | 'netAmount'>[]
}

/** The item as the special board shows it, if its play bets on the special number. */
export const inItsNumber = (item: ReplenishItem, numbers: SpecialNumbers | null): ReplenishItem => {
  if (!numbers?.plays.has(item.playCode)) return item
  const number = numbers.rows.find(({ itemCode }) => itemCode === item.itemCode)
  return number ? asNumber(item, number) : item
}

export const itemOf = (row: BoardRow, playName: string | null): ReplenishItem => ({
  playCode: row.playCode,
  itemCode: row.itemCode,
  itemName: row.itemName,
  ...(playName === null || row.itemName.startsWith(playName) ? {} : { playName }),
  odds: row.odds,
  net: row.net,
  pending: row.pending,
  netAmount: row.netAmount,
  ...(row.market === undefined ? {} : { market: row.market }),
  ...(row.hits === undefined ? {} : { hits: row.hits }),
})

/**
 * The items for the chosen rows. A row of the special number sums several plays of one number: each play with a
 * held stake is an item, and they share the number's result.
 */
export const replenishItems = ({ tab, rows, behind }: Sources, keys: readonly string[]): readonly ReplenishItem[] => {
  const byKey = new Map(rows.map((row) => [rowKey(row), row]))
  return keys.flatMap((key) => {
    const row = byKey.get(key)
    if (!row) return []
    if (tab.call !== 'special') return [itemOf(row, tab.sections.length > 1 ? ownerOf(tab, row) : null)]
    const plays = (behind ?? []).filter((one) => one.itemCode === row.itemCode)
    const holding = plays.filter((one) => signOf(one.net) > 0)
    const nameOf = (playCode: string): string | null =>
      tab.groups[0]?.plays.find(({ code }) => code === playCode)?.name ?? null
    return (holding.length > 0 ? holding : plays.slice(0, 1)).map((one) =>
      asNumber(itemOf(one, nameOf(one.playCode)), row),
    )
  })
}
