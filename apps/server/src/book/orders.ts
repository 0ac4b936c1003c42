/** For the other rooms: orders: which of them count (as parts of SQL), what a period holds of them, finding and voiding one. */

export { countsAnywhere, countsInResults } from './exposures/store-fold.ts'
export {
  keysOfBet,
  keysOfBets,
  lastChatOrders,
  openOrdersOf,
  openPeriodsOf,
  type PeriodDay,
  voidPeriodsOf,
} from './exposures/store-order-search.ts'
export {
  bettorsIn,
  countOrders,
  holdersInPeriod,
  type ItemKey,
  itemsWithOrders,
  openStakes,
} from './exposures/store-orders.ts'
export { type FoundOrder, findOrder, isVoid, merchantOfOrder } from './exposures/store-void.ts'
export { voidInBooks } from './exposures/void-in-books.ts'
