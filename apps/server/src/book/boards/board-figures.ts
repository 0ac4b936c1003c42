import { addExposure, type ExposureFigures, netOf, noExposure } from '@strata/domain/book/exposure'
import { type AmountMode, type BoardItem, marketLosing, netAmounts } from '@strata/domain/book/net'
import type { Play } from '@strata/domain/games/catalogue'
import { listedItems } from '@strata/domain/games/item'
import { marketOf } from '@strata/domain/games/markets'
import type { RuleOptions } from '@strata/domain/games/options'
import { type Money, ZERO } from '@strata/domain/money'
import type { ExposureRow } from '../exposures/store-exposures.ts'

/** One item of a board: figures over all pankou, and over the pankou shown. */
export interface ItemFigures {
  readonly itemCode: string
  readonly market: string | null
  readonly all: ExposureFigures
  readonly shown: ExposureFigures
  /** The last batch that changed this or another item of its market. 0: none. */
  changed: bigint
  netAmount: Money
}

interface Wanted {
  readonly pankou: string | undefined
  readonly mode: AmountMode
  readonly options: RuleOptions
}

function gather(rows: readonly ExposureRow[], play: Play, wanted: Wanted): Map<string, ItemFigures> {
  const items = new Map<string, ItemFigures>()
  const itemAt = (itemCode: string): ItemFigures => {
    const known = items.get(itemCode)
    if (known) return known
    const market = marketOf(play, itemCode, wanted.options)
    const made = { itemCode, market, all: noExposure(), shown: noExposure(), changed: 0n, netAmount: ZERO }
    items.set(itemCode, made)
    return made
  }
  for (const code of listedItems(play)) itemAt(code)
  for (const row of rows) {
    const item = itemAt(row.item)
    addExposure(item.all, row.figures)
    if (wanted.pankou === undefined || wanted.pankou === row.pankou) addExposure(item.shown, row.figures)
    if (row.changed > item.changed) item.changed = row.changed
  }
  return items
}

/** The items of a play: those it lists one by one, and combinations with orders. */
export function playFigures(rows: readonly ExposureRow[], play: Play, wanted: Wanted): ItemFigures[] {
  const items = gather(rows, play, wanted)
  const board: BoardItem[] = [...items.values()].map(({ itemCode, market, all }) => ({
    itemCode,
    market,
    figures: all,
  }))
  const nets = netAmounts(board, wanted.mode)
  const losing = marketLosing(board, wanted.mode)
  const marketChanged = new Map<string, bigint>()
  for (const { market, changed } of items.values()) {
    if (market !== null && changed > (marketChanged.get(market) ?? 0n)) marketChanged.set(market, changed)
  }
  for (const item of items.values()) {
    item.netAmount = nets.get(item.itemCode) ?? (item.market === null ? ZERO : (losing.get(item.market) ?? ZERO))
    // The figures of one item change the result of every other item of its market.
    if (item.market !== null) item.changed = marketChanged.get(item.market) ?? 0n
  }
  return [...items.values()]
}

/** Whether the holder holds, took or sent anything on the item. */
export const isTouched = (figures: Readonly<ExposureFigures>): boolean =>
  figures.betCount > 0 || figures.in > 0n || figures.out > 0n || figures.through > 0n || figures.pending > 0n

export interface Totals {
  readonly figures: ExposureFigures
  readonly net: Money
  readonly best: Money | null
  readonly worst: Money | null
}

export function totalsOf(items: readonly Pick<ItemFigures, 'all' | 'shown' | 'netAmount'>[]): Totals {
  const figures = noExposure()
  let net = 0n
  let best: Money | null = null
  let worst: Money | null = null
  for (const { all, shown, netAmount } of items) {
    addExposure(figures, shown)
    net += netOf(all)
    if (best === null || netAmount > best) best = netAmount
    if (worst === null || netAmount < worst) worst = netAmount
  }
  return { figures, net: net as Money, best, worst }
}
