/** For the other rooms: results of periods: entering, correcting and voiding them, and their versions. */

export { lastCloses } from './periods/store-closes.ts'
export { saidBySources, sourcesSaying } from './periods/store-periods.ts'
export { correctResult, judgeCorrected, judgeVoid, voidResult } from './results/change-result.ts'
export { judgeManualDraw, putManualDraw, waysOfDraw } from './results/manual-draw.ts'
export { checkedBalls, type PeriodDeps, type PublishAnswer, publishDraw, tryDraw } from './results/put-result.ts'
export {
  type DrawRow,
  pageOfPeriods,
  readDraw,
  resultVersions,
} from './results/store-results.ts'
export { type LatestDraw, latestDraws } from './results/store-results-query.ts'
export {
  addResultSource,
  countSources,
  hasSourceKeySealedBy,
  insertSource,
  listSources,
  lockSource,
  noteHeard,
  noteTrial,
  readSource,
  readSourceCodes,
  readSourceSecret,
  replaceSourceKey,
  type StoredSource,
  saveSource,
} from './results/store-sources.ts'
