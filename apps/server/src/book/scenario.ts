/** For the other rooms: what a path would win or lose by each outcome, and the advice that follows. */

export { askAdvice, askPeriodAdvice, type PeriodWork, type PlainCandidate } from './scenario/period-work.ts'
export { drawCode, outcomeCode, outcomeMemory, periodItems } from './scenario/scenario.ts'
export { readWays } from './scenario/store-ways.ts'
