/** For the other rooms: games and periods on sale, with what a bet is priced by. */

export type { BatchGames, BatchPeriod, OpenGames } from './open-games/batch-games.ts'
export { itemAt } from './open-games/catalogue-book.ts'
export { claimFinalPass, settlePart } from './open-games/period-parts.ts'
export { GamesReader } from './open-games/read-open-games.ts'
export { sharePeriods } from './open-games/share-periods.ts'
export {
  lockMerchantPeriod,
  merchantsWithoutFinalPass,
  type PeriodToSettle,
  readMerchantPeriod,
} from './open-games/store-period-parts.ts'
