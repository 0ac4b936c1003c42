import { addDays, businessDay } from '@strata/domain/calendar'
import type { Platform } from '../platform/platform.ts'
import { oddsEvent } from './periods/announce-period.ts'
import { DAYS_AHEAD, ensurePartitions, hasPartitionsAhead } from './periods/order-partitions.ts'
import { advancePeriods, closePeriods, planPeriods, type Resting } from './periods/plan-periods.ts'
import { hasEarlyOrder } from './periods/store-early-orders.ts'
import { refreshLunarPrices } from './prices/lunar-prices.ts'
import type { PeriodDeps } from './results/put-result.ts'

/** 六合彩 alone has prices that depend on the lunar year. */
const LUNAR_GAME = 3
const TICK_MS = 200
const PLAN_EVERY_MS = 1_000
const PARTITIONS_EVERY_MS = 3_600_000

/** Makes the partitions that bets of yesterday to two weeks from now lie in. Call it before anything is bet, at every start. */
export async function preparePartitions(platform: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  const today = businessDay(platform.clock())
  await ensurePartitions(platform.pool, addDays(today, -1), addDays(today, DAYS_AHEAD))
}

/**
 * The clock of all periods, in one process at a time, and partitions for the coming days. Planning and what others do at a
 * period's end run apart from the clock, so that neither can delay it.
 */
export function gamesJobs(platform: Platform, given: PeriodDeps): void {
  const deps: PeriodDeps = { hasEarlyOrder, ...given }
  const resting: Resting = new Map()
  const passed = new Set<number>()
  platform.jobs.every('games:plan', PLAN_EVERY_MS, async () => {
    await planPeriods(deps)
    const changed = await refreshLunarPrices(deps.pool, deps.clock())
    const moved = { merchantId: 0, gameId: LUNAR_GAME, periodNo: null, groupIds: [], at: deps.clock() }
    if (changed > 0) platform.live.publish(oddsEvent(moved))
  })
  platform.jobs.every('games:periods', TICK_MS, () => advancePeriods(deps, resting))
  if (deps.onClosing) platform.jobs.every('games:closing', TICK_MS, () => closePeriods(deps, passed))
  platform.jobs.every('games:partitions', PARTITIONS_EVERY_MS, () => preparePartitions(platform))
  platform.checks.push({
    name: 'partitions',
    isReady: () => hasPartitionsAhead(platform.pool, businessDay(platform.clock())),
  })
}
