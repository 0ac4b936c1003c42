import { calendarDay } from '@strata/domain/calendar'
import { CATALOGUE_LUNAR_YEAR, GAMES, type Game, playsOfGame } from '@strata/domain/games/catalogue'
import { DEFAULT_OPTIONS, optionsOfGame } from '@strata/domain/games/options'
import { defaultOdds, formatQuote, LOWEST_ODDS } from '@strata/domain/games/price'
import type { Schedule } from '@strata/domain/games/schedule'
import { demoSchedule, SCHEDULES } from '@strata/domain/games/schedules'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import { PANKOU } from '@strata/domain/pankou'
import { type Pool, runTx } from '../../platform/db.ts'
import { uncommittedPeriods } from '../periods/store-periods.ts'
import { commitSeed } from '../periods/store-seeds.ts'
import { savePricedYear } from '../prices/priced-year.ts'
import { insertGame, insertPrices, type NewPrice, setResultSource } from './store-setup.ts'

export interface SetupOptions {
  /** Demo: short periods round the clock; otherwise the public schedules, with manual results for 6HC. */
  readonly demo: boolean
  /** Length of all games' periods in the demo; absent: each game has its default length. */
  readonly periodSeconds?: number | undefined
  /** The result source in the demo. */
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

/**
 * The catalogue's default prices of a game on all pankou. Plays that are off by default have prices but are not on
 * sale.
 */
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

/**
 * Adds missing games and prices from the catalogue; values changed by an operator stay. Outside the demo a new game is
 * closed and its schedule is a proposal: nothing is planned and no bet is taken before an operator opens it. Safe to
 * run at every start.
 */
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
        enabled: options.demo,
      })
      if (added) {
        await insertPrices(tx, game.id, defaultPrices(game, lunarYear))
        if (game.code === '6HC') await savePricedYear(tx, lunarYear)
      }
      // Length and source of the demo are settings of this start and not stored by an earlier one.
      else if (options.demo) {
        await setResultSource(tx, game.id, resultSource, schedule)
        if (resultSource === 'demo')
          for (const id of await uncommittedPeriods(tx, game.id)) await commitSeed(tx, id, options.now)
      }
    }
  })
}
