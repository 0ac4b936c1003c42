/** For the other rooms: settling a period, the paths that it touched, the measures of its rollups, and who bet in corrected periods of dropped days. */

export { bettorsInDropped } from './dropped-days/store-records.ts'
export { MEASURES } from './fold/measures.ts'
export { settleWholePeriod } from './settle/settle.ts'
export { type CorrectionMark, correctionsIn } from './settle/store-runs.ts'
export type { OnTouched, Touched } from './settle/touched.ts'
