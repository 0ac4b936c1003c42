/** For the other rooms: odds as listed, their changes, and changing them. */

export { type OddsChange, setOdds, undoOdds } from './prices/set-odds.ts'
export { bumpDropsVersion, dropsVersion, noteDropChange } from './prices/store-drop-versions.ts'
export { lastPriceVersions, type PriceVersion } from './prices/store-price-changes.ts'
export { pricesOfPankou, type StoredPrice } from './prices/store-prices.ts'
