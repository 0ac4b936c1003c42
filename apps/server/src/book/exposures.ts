/** For the other rooms: exposures and the limits of members: reading them, and the write of a batch of orders. */

export { forgetExposures } from './exposures/forget-exposures.ts'
export {
  type ExposureRow,
  type HolderItem,
  holderItemKey,
  readExposures,
  readHolderItems,
  readTouched,
  type TouchedItem,
} from './exposures/store-exposures.ts'
export { type KnownKey, memberItemKey, readItemTotals, readKeys } from './exposures/store-known-bets.ts'
export { type ExposureFault, verifyExposures } from './exposures/store-rebuild.ts'
export { moveExposures } from './exposures/store-shift.ts'
export { BatchWrite, writeBatch, writeStatement } from './exposures/store-write.ts'
