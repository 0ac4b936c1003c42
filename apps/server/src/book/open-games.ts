/** For the other rooms: games and periods on sale, with what a bet is priced by. */

export type { BatchGames, BatchPeriod, OpenGames } from './open-games/batch-games.ts'
export { itemAt } from './open-games/catalogue-book.ts'
export { GamesReader } from './open-games/read-open-games.ts'
export {
  claimFinalPass,
  currentPeriod,
  findPeriod,
  merchantsWithoutFinalPass,
  noteSettled,
  type Period,
  periodById,
  replenishablePeriods,
  sharePeriods,
} from './open-games/store-periods.ts'
