/** For the other rooms: periods as they stand, and telling screens that one moved. */

export { announcePeriod, oddsEvent } from './periods/announce-period.ts'
export { daysOfPeriods, periodIdsBetween, periodNumbers, periodsOfNumber } from './periods/store-period-numbers.ts'
export {
  comingPeriod,
  endPeriod,
  findPeriod,
  listGames,
  type PeriodRecord,
  readPeriod,
  resultInForce,
  runningPeriod,
} from './periods/store-periods.ts'
export { periodsNow } from './results/store-results-query.ts'
