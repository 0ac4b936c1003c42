/** For the other rooms: odds as listed, their changes, and changing them. */

export { announceDrops, nextDropsVersion } from './prices/change-drops.ts'
export { pricedYear } from './prices/priced-year.ts'
export { type OddsChange, setOdds, undoOdds } from './prices/set-odds.ts'
export { offsetUnits, setOffsets, undoOffsets } from './prices/set-offsets.ts'
export { dropsVersion } from './prices/store-drop-versions.ts'
export { dropsOf, readStand } from './prices/store-listed-prices.ts'
export { lastOffsetVersions, type OffsetVersion, readOffsets } from './prices/store-offsets.ts'
export { lastPriceVersions, type PriceVersion } from './prices/store-price-changes.ts'
export {
  type PriceChange,
  type PriceRow,
  pricesOfGame,
  pricesOfPankou,
  readPrices,
  type StoredPrice,
} from './prices/store-prices.ts'
