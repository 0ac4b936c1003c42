import { addDays, calendarDay, type Day, instantOf } from '@strata/domain/calendar'
import { GAMES, type Game } from '@strata/domain/games/catalogue'
import { defaultQuote, formatQuote } from '@strata/domain/games/price'
import { type Period, periodAt } from '@strata/domain/games/schedule'
import { demoSchedule } from '@strata/domain/games/schedules'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { GamesReader } from '../book/open-games.ts'
import { addPeriods, advancePeriods, ensurePartitions } from '../games/planning.ts'
import { takeBets } from '../intake/bets.ts'
import { resetCredit } from '../ledger/wallets.ts'
import { businessDay } from '../platform/business-day.ts'
import { type Pool, runTx } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import { settleWholePeriod } from '../settlement/settle.ts'
import { merchantIdOf } from '../tree/merchants.ts'
import { SnapshotCache } from '../tree/snapshot.ts'
import { demoPlayers } from './demo-players.ts'
import { DEMO_BRANCHES, DEMO_PLATFORMS, DEMO_SECOND_BRANCH } from './facts.ts'
import { type Chance, chanceOf, someOf, wishOf } from './players.ts'
import type { Player } from './simulator.ts'

export interface HistoryOptions {
  readonly pool: Pool
  readonly live: LiveHub
  /** The history ends with the business day before this instant. */
  readonly now: number
  readonly days: number
  /** Bets to place over all days; a few are refused by limits. */
  readonly bets: number
}

const HOUR_MS = 3_600_000
/** Half an hour a period, so that a period fits between two slots. */
const PERIOD_SECONDS = 1800
/** Hours after the start of the business day at which each game draws once. */
const SLOT_HOURS = [5, 9, 13, 16] as const
const SEED = 20_261_120

interface Scene extends HistoryOptions {
  /** The clock of the engine: it takes this instant as the current time. */
  readonly time: { at: number }
  readonly chance: Chance
  readonly merchants: readonly { readonly id: MerchantId; readonly players: readonly Player[] }[]
  readonly snapshots: SnapshotCache
  readonly games: GamesReader
}

interface Slot {
  readonly game: Game
  readonly period: Period
}

async function bet(scene: Scene, { game, period }: Slot, count: number): Promise<void> {
  const { pool, live, snapshots, games, chance } = scene
  const lunarYear = lunarYearOf(calendarDay(period.drawAt)) ?? 0
  const hot = Math.floor(chance() * 1000)
  const players = scene.merchants.flatMap(({ id, players: own }) => own.map((player) => ({ id, player })))
  const chosen = Array.from({ length: count }, () => someOf(chance, players))
  for (const [merchantId, own] of Map.groupBy(chosen, ({ id }) => id)) {
    const slips = own.map(({ player }, index) => {
      const { item, stake } = wishOf(chance, game.code, hot)
      return {
        betNo: `h-${game.id}-${period.periodNo}-${index}`,
        callId: 1,
        account: player.account,
        gameId: game.id,
        periodNo: period.periodNo,
        playCode: item.play.code,
        itemCode: item.code,
        pankou: undefined,
        odds: formatQuote(item.play, item.code, defaultQuote(item, player.pankou, lunarYear)),
        stake,
      }
    })
    await takeBets({ pool, live, clock: () => scene.time.at, snapshots, openGames: games.open }, merchantId, slips)
  }
}

/** One draw of every game: plans, opens, bets on, closes, draws and settles its period, each at its own time. */
async function playSlot(scene: Scene, drawAt: number, bets: number): Promise<void> {
  const { pool, time } = scene
  const deps = { pool, clock: () => time.at }
  const slots = GAMES.map(
    (game): Slot => ({ game, period: periodAt(demoSchedule(game.code, PERIOD_SECONDS), drawAt - 1) }),
  )
  time.at = Math.min(...slots.map(({ period }) => period.openAt)) - 60_000
  const ids = await runTx(pool, {}, async (tx) => {
    const added: PeriodId[] = []
    for (const { game, period } of slots)
      added.push(...(await addPeriods(tx, { id: game.id, resultSource: 'demo' }, [period], time.at)))
    return added
  })
  time.at = Math.max(...slots.map(({ period }) => period.openAt)) + 1000
  await advancePeriods(deps)
  for (const slot of slots) await bet(scene, slot, Math.round(bets / slots.length))
  time.at = Math.max(...slots.map(({ period }) => period.closeAt)) + 1
  await advancePeriods(deps)
  time.at = Math.max(...slots.map(({ period }) => period.drawAt)) + 1
  await advancePeriods(deps)
  for (const id of ids) await settleWholePeriod(deps, id)
}

/**
 * Makes settled orders for the business days before today with the real engine under a clock of its own: the same
 * intake, replenishment, draws and settlement as live ones. Deterministic except for the draws.
 */
export async function createHistory(options: HistoryOptions): Promise<void> {
  const today = businessDay(options.now)
  const first = addDays(today, -options.days)
  await ensurePartitions(options.pool, first, today)
  const scene: Scene = {
    ...options,
    time: { at: instantOf(first, 6 * HOUR_MS) },
    chance: chanceOf(SEED),
    merchants: [
      { id: await merchantIdOf(options.pool, DEMO_PLATFORMS[0].code), players: demoPlayers(DEMO_BRANCHES) },
      { id: await merchantIdOf(options.pool, DEMO_PLATFORMS[1].code), players: demoPlayers([DEMO_SECOND_BRANCH]) },
    ],
    snapshots: new SnapshotCache(),
    games: new GamesReader(() => scene.time.at),
  }
  const betsPerSlot = options.bets / (options.days * SLOT_HOURS.length)
  for (let day: Day = first; day < today; day = addDays(day, 1)) {
    const start = instantOf(day, 6 * HOUR_MS)
    scene.time.at = start
    for (const merchant of scene.merchants) await resetCredit(options.pool, merchant.id, { at: start, day })
    for (const hour of SLOT_HOURS) await playSlot(scene, start + hour * HOUR_MS, betsPerSlot)
  }
}
