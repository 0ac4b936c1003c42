/** For the other rooms: results of periods: entering, correcting and voiding them, and their versions. */

export { lastCloses } from './periods/store-closes.ts'
export { saidBySources, sourcesSaying } from './periods/store-periods.ts'
export { correctResult, judgeCorrected, judgeVoid, voidResult } from './results/change-result.ts'
export { judgeManualDraw, putManualDraw, waysOfDraw } from './results/manual-draw.ts'
export { checkedBalls, type PeriodDeps } from './results/put-result.ts'
export { publishFrom, type SignedSource, tryFrom } from './results/source-calls.ts'
export {
  changeSource,
  openSourceKey,
  registerKnownSource,
  registerSource,
  renewSourceKey,
} from './results/source-keys.ts'
export { ballsOf, type DrawRow, pageOfPeriods, readDraw, resultVersions } from './results/store-results.ts'
export { type LatestDraw, latestDraws } from './results/store-results-query.ts'
export {
  countSources,
  hasSourceKeySealedBy,
  listSources,
  readSource,
  readSourceCodes,
  type StoredSource,
} from './results/store-sources.ts'
