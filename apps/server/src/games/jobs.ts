import { addDays } from '@strata/domain/calendar'
import { GameId, MerchantId, type PeriodId } from '@strata/domain/ids'
import { businessDay } from '../platform/business-day.ts'
import type { Platform } from '../platform/platform.ts'
import { oddsEvent } from './periods/announce-period.ts'
import { DAYS_AHEAD, ensurePartitions, hasPartitionsAhead } from './periods/order-partitions.ts'
import { advancePeriods, closePeriods, planPeriods, type Resting } from './periods/plan-periods.ts'
import { refreshLunarPrices } from './prices/lunar-prices.ts'
import type { PeriodDeps } from './results/put-result.ts'

/** Only 六合彩 has prices that depend on the lunar year. */
const LUNAR_GAME = GameId(3)
const TICK_MS = 200
const PLAN_EVERY_MS = 1_000
const PARTITIONS_EVERY_MS = 3_600_000

/** Creates the order partitions from yesterday to two weeks ahead. Must run at every start, before any bet. */
export async function preparePartitions(platform: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  const today = businessDay(platform.clock())
  await ensurePartitions(platform.pool, addDays(today, -1), addDays(today, DAYS_AHEAD))
}

/**
 * The clock of all periods, running in one process at a time, and the partitions of the coming days. Planning and
 * other rooms' work at a period's end run as separate jobs, so that they cannot delay the clock.
 */
export function gamesJobs(platform: Platform, deps: PeriodDeps & Required<Pick<PeriodDeps, 'hasEarlyOrder'>>): void {
  const resting: Resting = new Map()
  const passed = new Set<PeriodId>()
  platform.jobs.every('games:plan', PLAN_EVERY_MS, async () => {
    await planPeriods(deps)
    const changed = await refreshLunarPrices(deps.pool, deps.clock())
    const moved = { merchantId: MerchantId(0), gameId: LUNAR_GAME, periodNo: null, groupIds: [], at: deps.clock() }
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
