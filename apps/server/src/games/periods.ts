import { businessDay, calendarDay } from '@strata/domain/calendar'
import { type Period, periodsAfter, type Schedule } from '@strata/domain/games/schedule'
import { type Queryable, runTx } from '../platform/db.ts'
import { checkedBalls, type PeriodDeps, putResult, voidPeriod } from './results.ts'
import { commitSeed, drawBySeed } from './seeds.ts'
import {
  closeDue,
  type GameRecord,
  insertPeriod,
  listGames,
  lockGame,
  lockPeriod,
  missedPeriods,
  openDue,
  type PeriodRecord,
  plannedTimes,
  seedDrawsDue,
} from './store.ts'

/** Periods that lie ahead of each game, the current one included. */
const PLANNED_AHEAD = 4
/** A period that has less than this left is not worth opening. */
const SHORTEST_MS = 1_000

const newPeriod = (gameId: number, { periodNo, openAt, closeAt, hedgeCloseAt, drawAt }: Period, now: number) => ({
  gameId,
  periodNo,
  day: businessDay(drawAt),
  openAt: Math.max(openAt, now),
  closeAt,
  hedgeCloseAt,
  drawAt,
})

/** Adds periods of a game with their seeds. The schedule goes on from now: what a pause missed is never made up. */
export async function addPeriods(
  on: Queryable,
  game: Pick<GameRecord, 'id' | 'resultSource'>,
  periods: readonly Period[],
  now: number,
): Promise<number[]> {
  const ids: number[] = []
  for (const period of periods) {
    const added = newPeriod(game.id, period, now)
    // A schedule whose period length was changed counts anew: its number may have been used today.
    const id =
      (await insertPeriod(on, added)) ?? (await insertPeriod(on, { ...added, periodNo: `${added.periodNo}-2` }))
    if (id === undefined) continue
    if (game.resultSource === 'demo') await commitSeed(on, id, now)
    ids.push(id)
  }
  return ids
}

/** Periods that overlap none that is planned and have time left. */
const missingOf = (
  coming: readonly Period[],
  known: readonly { readonly openAt: number; readonly drawAt: number }[],
  now: number,
): Period[] =>
  coming.filter(
    (period) =>
      period.closeAt > Math.max(period.openAt, now) + SHORTEST_MS &&
      !known.some((other) => other.openAt < period.drawAt && other.drawAt > period.openAt),
  )

/** Keeps the next periods of every game that has a schedule planned. Answers the ids of new ones. */
export async function planPeriods(deps: PeriodDeps): Promise<number[]> {
  const now = deps.clock()
  const added: number[] = []
  for (const game of await listGames(deps.pool)) {
    if (!game.enabled || game.schedule === null || Object.keys(game.schedule as object).length === 0) continue
    const coming = periodsAfter(game.schedule as Schedule, now, PLANNED_AHEAD)
    if (missingOf(coming, await plannedTimes(deps.pool, game.id, now), now).length === 0) continue
    const ids = await runTx(deps.pool, {}, async (tx) => {
      // Looked at again under the lock: another process may have planned them meanwhile.
      await lockGame(tx, game.id)
      return addPeriods(tx, game, missingOf(coming, await plannedTimes(tx, game.id, now), now), now)
    })
    added.push(...ids)
  }
  return added
}

const tell = (deps: PeriodDeps, periods: readonly PeriodRecord[]): void => {
  for (const period of periods) deps.onChange?.(period)
}

/** Opens and closes what is due, draws by seed what is due, gives up what was missed. */
export async function advancePeriods(deps: PeriodDeps): Promise<void> {
  const now = deps.clock()
  tell(deps, await closeDue(deps.pool, now))
  tell(deps, await openDue(deps.pool, now))
  for (const period of await seedDrawsDue(deps.pool, now)) await drawSeeded(deps, period.id)
  for (const period of await missedPeriods(deps.pool, now)) {
    await voidPeriod(deps, { periodId: period.id, source: 'schedule', operator: '', reason: '未能按时开盘' })
  }
}

/** Draws a closed period by its seed; a period in any other state is left alone. */
export async function drawSeeded(deps: PeriodDeps, periodId: number): Promise<boolean> {
  const at = deps.clock()
  return runTx(deps.pool, {}, async (tx) => {
    const period = await lockPeriod(tx, periodId)
    if (period?.state !== 'closed' || period.drawAt > at) return false
    const balls = await drawBySeed(tx, period, at)
    const checked = checkedBalls(period, balls)
    if (!checked) throw new Error(`the seed of period ${periodId} drew what its game refuses`)
    const drawDate = calendarDay(period.drawAt)
    const result = { kind: 'draw', result: checked, drawDate, source: 'demo', operator: '', reason: '', at } as const
    await putResult(tx, deps, period, result)
    return true
  })
}
