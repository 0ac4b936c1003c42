/** For the other rooms: periods as they stand, and telling screens that one moved. */

export { announcePeriod, oddsEvent } from './periods/announce-period.ts'
export {
  endPeriod,
  findPeriod,
  listGames,
  type PeriodRecord,
  readPeriod,
  readSource,
  readSourceCodes,
  resultInForce,
} from './periods/store-periods.ts'
export { periodsNow } from './results/store-results-query.ts'
