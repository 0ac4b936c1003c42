import { gameById } from '@strata/domain/games/catalogue'
import { DEFAULT_OPTIONS, readOptions } from '@strata/domain/games/options'
import { beijingDate } from '@strata/domain/games/schedule'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import { listGames } from '../../games/periods.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db.ts'
import { askOutlook, MAX_SPACES, type PeriodWork } from './period-work.ts'

/** No account has this id, so a warm-up takes nothing from what an account may ask at once. */
const NOBODY = 0

/**
 * Starts a thread and makes the draws of the games on sale, so that the first person who asks for a whole period does
 * not wait for that. One game after another: a request meanwhile gets the other thread.
 */
export async function warmPeriods(pool: Queryable, clock: Clock, work: PeriodWork): Promise<void> {
  const date = beijingDate(clock())
  const lunarYear = lunarYearOf(date) ?? Number(date.slice(0, 4))
  const onSale = (await listGames(pool)).filter(({ enabled }) => enabled)
  for (const { id, options } of onSale.slice(0, MAX_SPACES)) {
    const game = gameById(id)?.code
    if (!game) continue
    const own = readOptions(options ?? {})
    const rules = { lunarYear, options: own.ok ? own.value : DEFAULT_OPTIONS }
    await askOutlook(work, { kind: 'outlook', game, rules, items: [] }, NOBODY)
  }
}
