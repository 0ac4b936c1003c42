/** For the demo: planning periods. It reaches the seeds of draws, so no room that reads stakes may import it. */

export { ensurePartitions } from './periods/order-partitions.ts'
export { addPeriods, advancePeriods } from './periods/plan-periods.ts'
export { hasSeeds } from './periods/store-seeds.ts'
