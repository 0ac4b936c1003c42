/** For the other rooms: settling a period, the paths that it touched, and the measures of its rollups. */

export { MEASURES } from './fold/measures.ts'
export { settleWholePeriod } from './settle/settle.ts'
export { type CorrectionMark, correctionsIn } from './settle/store-runs.ts'
export type { OnTouched, Touched } from './settle/touched.ts'
