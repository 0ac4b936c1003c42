/** For the other rooms: periods as they stand, and telling screens that one moved. */

export { announcePeriod } from './periods/announce-period.ts'
export { closeDay, dropStep, endDay, isOver, reopenDay } from './periods/drop-days.ts'
export { type ComingPeriod, holdComingPeriods } from './periods/store-coming-days.ts'
export {
  isClosedForGood,
  lastDroppedDay,
  lastDroppedOf,
  storedDays,
  unfinishedDays,
} from './periods/store-dropped-days.ts'
export { latePeriods, oldestUnsettled } from './periods/store-late-periods.ts'
export { daysOfPeriods, periodIdsBetween, periodNumbers, periodsOfNumber } from './periods/store-period-numbers.ts'
export {
  comingPeriod,
  endPeriod,
  findPeriod,
  listGames,
  lockPeriod,
  type PeriodRecord,
  readPeriod,
  resultInForce,
  runningPeriod,
} from './periods/store-periods.ts'
export { type GameRow, readGames } from './periods/store-sold-games.ts'
export {
  currentPeriod,
  type Period,
  type PeriodRow,
  periodById,
  periodByNumber,
  periodColumns,
  replenishablePeriods,
  toPeriod,
} from './periods/store-sold-periods.ts'
export { periodsNow } from './results/store-results-query.ts'
