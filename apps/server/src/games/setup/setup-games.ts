import { calendarDay } from '@strata/domain/calendar'
import { CATALOGUE_LUNAR_YEAR, GAMES, type Game, playsOfGame } from '@strata/domain/games/catalogue'
import { DEFAULT_OPTIONS, optionsOfGame } from '@strata/domain/games/options'
import { defaultOdds, formatQuote, LOWEST_ODDS, PANKOU } from '@strata/domain/games/price'
import type { Schedule } from '@strata/domain/games/schedule'
import { demoSchedule, SCHEDULES } from '@strata/domain/games/schedules'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import { type Pool, runTx } from '../../platform/db.ts'
import { uncommittedPeriods } from '../periods/store-periods.ts'
import { commitSeed } from '../periods/store-seeds.ts'
import { savePricedYear } from '../prices/priced-year.ts'
import { insertGame, insertPrices, type NewPrice, setResultSource } from './store-setup.ts'

export interface SetupOptions {
  /** Demo: short periods round the clock; else the public schedules, 6HC and results by hand. */
  readonly demo: boolean
  /** Length of the demo's periods in every game; absent: a length of its own each. */
  readonly periodSeconds?: number | undefined
  /** Who draws in the demo. */
  readonly demoResults: 'demo' | 'feed'
  readonly now: number
}

const DEMO_SECONDS: Readonly<Record<Game['code'], number>> = { '5M': 60, PK: 75, '6HC': 180, PC: 90 }
const REAL_SCHEDULES: Readonly<Record<Game['code'], string | null>> = {
  '5M': 'cqssc',
  PK: 'bjpk10',
  // The operator opens each period.
  '6HC': null,
  PC: 'pcdd',
}

function scheduleOf(game: Game, options: SetupOptions): Schedule | null {
  if (options.demo) return demoSchedule(game.code, options.periodSeconds ?? DEMO_SECONDS[game.code])
  return SCHEDULES.find((schedule) => schedule.id === REAL_SCHEDULES[game.code]) ?? null
}

/** The catalogue's default prices of a game on all pankou. Plays that are off by default are priced but not on sale. */
export function defaultPrices(game: Game, lunarYear: number): NewPrice[] {
  return playsOfGame(game.code).flatMap((play) =>
    play.prices.flatMap(({ key }) =>
      PANKOU.map((pankou) => ({
        play: play.code,
        priceKey: key,
        pankou,
        base: formatQuote(play, key, defaultOdds(play, key, pankou, lunarYear)),
        floor: LOWEST_ODDS,
        open: play.enabledByDefault,
      })),
    ),
  )
}

/** Games and prices that are missing are added from the catalogue; what an operator changed stays. Safe to run at every start. */
export async function setupGames(pool: Pool, options: SetupOptions): Promise<void> {
  const lunarYear = lunarYearOf(calendarDay(options.now)) ?? CATALOGUE_LUNAR_YEAR
  await runTx(pool, { timeoutMs: 30_000 }, async (tx) => {
    for (const game of GAMES) {
      const resultSource = options.demo ? options.demoResults : 'manual'
      const schedule = scheduleOf(game, options)
      const rules = optionsOfGame(game.code, DEFAULT_OPTIONS)
      const added = await insertGame(tx, {
        id: game.id,
        gameType: game.code,
        name: game.name,
        options: rules,
        schedule,
        resultSource,
      })
      if (added) {
        await insertPrices(tx, game.id, defaultPrices(game, lunarYear))
        if (game.code === '6HC') await savePricedYear(tx, lunarYear)
      }
      // The demo's length and source are settings of this start, not of the database.
      else if (options.demo) {
        await setResultSource(tx, game.id, resultSource, schedule)
        if (resultSource === 'demo')
          for (const id of await uncommittedPeriods(tx, game.id)) await commitSeed(tx, id, options.now)
      }
    }
  })
}
