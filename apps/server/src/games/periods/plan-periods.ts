import { calendarDay } from '@strata/domain/calendar'
import { type Period, periodsAfterBy, type Schedule } from '@strata/domain/games/schedule'
import { type ScheduleChange, scheduleBy } from '@strata/domain/games/schedule-changes'
import type { GameId, PeriodId } from '@strata/domain/ids'
import { businessDay } from '../../platform/business-day.ts'
import { type Queryable, runTx } from '../../platform/db.ts'
import { voidPeriod } from '../results/change-result.ts'
import { checkedBalls, type PeriodDeps, putResult } from '../results/put-result.ts'
import { allScheduleChanges, readScheduleChanges } from '../setup/store-schedules.ts'
import {
  closeDue,
  closingPeriods,
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
} from './store-periods.ts'
import { commitSeed, drawBySeed } from './store-seeds.ts'

/** Number of periods planned for each game, the current one included. */
const PLANNED_AHEAD = 4
/** A period with less time left than this is not opened. */
const SHORTEST_MS = 1_000
/** Searching a million orders for one that is too early takes a second; only a late commitment needs it. */
const DRAW_TIMEOUT_MS = 60_000
/** How often a period number of one day may be used: once for each period length used on that day. */
const MAX_USES = 9

const newPeriod = (gameId: GameId, { periodNo, openAt, closeAt, hedgeCloseAt, drawAt }: Period, now: number) => ({
  gameId,
  periodNo,
  day: businessDay(drawAt),
  openAt: Math.max(openAt, now),
  closeAt,
  hedgeCloseAt,
  drawAt,
})

/**
 * Adds periods of a game with their seeds. The schedule continues from now: periods missed in a pause are not made
 * up.
 */
export async function addPeriods(
  on: Queryable,
  game: Pick<GameRecord, 'id' | 'resultSource'>,
  periods: readonly Period[],
  now: number,
): Promise<PeriodId[]> {
  const ids: PeriodId[] = []
  for (const period of periods) {
    const added = newPeriod(game.id, period, now)
    // After a change of the period length the schedule counts from the start again, so its number may have been
    // used today.
    let id = await insertPeriod(on, added)
    for (let use = 2; id === undefined && use <= MAX_USES; use += 1)
      id = await insertPeriod(on, { ...added, periodNo: `${added.periodNo}-${use}` })
    if (id === undefined) continue
    if (game.resultSource === 'demo') await commitSeed(on, id, now)
    ids.push(id)
  }
  return ids
}

/** Periods that overlap no planned one and have time left. */
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

/** Plans the next periods of every game with a schedule. Returns the ids of new ones. */
export async function planPeriods(deps: PeriodDeps): Promise<PeriodId[]> {
  const now = deps.clock()
  const added: PeriodId[] = []
  const changes = await allScheduleChanges(deps.pool)
  for (const game of await listGames(deps.pool)) {
    if (!game.enabled || game.schedule === null || Object.keys(game.schedule as object).length === 0) continue
    const comingBy = (own: readonly ScheduleChange[]): readonly Period[] =>
      periodsAfterBy(scheduleBy(game.schedule as Schedule, own), now, PLANNED_AHEAD)
    const coming = comingBy(changes.get(game.id) ?? [])
    if (missingOf(coming, await plannedTimes(deps.pool, game.id, now), now).length === 0) continue
    const ids = await runTx(deps.pool, {}, async (tx) => {
      // Checked again under the lock: another process may have planned them, or an operator may have changed the schedule.
      await lockGame(tx, game.id)
      const coming = comingBy(await readScheduleChanges(tx, game.id))
      return addPeriods(tx, game, missingOf(coming, await plannedTimes(tx, game.id, now), now), now)
    })
    added.push(...ids)
  }
  return added
}

/**
 * Runs the work between a period's last bet and the end of replenishment, once per period. A period that fails is
 * tried again and does not block others.
 */
export async function closePeriods(deps: PeriodDeps, passed: Set<PeriodId>): Promise<void> {
  const due = await closingPeriods(deps.pool, deps.clock())
  for (const id of passed) if (!due.includes(id)) passed.delete(id)
  const left = due.filter((id) => !passed.has(id))
  const done = await Promise.allSettled(
    left.map(async (id) => {
      await deps.onClosing?.(id)
      passed.add(id)
    }),
  )
  const faults = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (faults.length > 0) throw new AggregateError(faults, 'the work at the end of some periods failed')
}

const tell = (deps: PeriodDeps, periods: readonly PeriodRecord[]): void => {
  for (const period of periods) deps.onChange?.(period)
}

/** Periods that could not be drawn, with the time of the next try. */
export type Resting = Map<PeriodId, number>
const REST_MS = 10_000

/**
 * Opens and closes due periods, draws due ones by seed, voids missed ones. A period that cannot be drawn does not
 * block others: it is retried after a pause, and its error is thrown after all other work.
 */
export async function advancePeriods(deps: PeriodDeps, resting: Resting = new Map()): Promise<void> {
  const now = deps.clock()
  tell(deps, await closeDue(deps.pool, now))
  tell(deps, await openDue(deps.pool, now))
  const faults: unknown[] = []
  const attempt = async ({ id }: PeriodRecord, work: (id: PeriodId) => Promise<unknown>): Promise<void> => {
    if ((resting.get(id) ?? 0) > now) return
    try {
      await work(id)
      resting.delete(id)
    } catch (error) {
      resting.set(id, now + REST_MS)
      faults.push(error)
    }
  }
  for (const period of await seedDrawsDue(deps.pool, now)) await attempt(period, (id) => drawSeeded(deps, id))
  const missed = { source: 'schedule', operator: '', reason: '未能按时开盘' }
  for (const period of await missedPeriods(deps.pool, now))
    await attempt(period, (periodId) => voidPeriod(deps, { ...missed, periodId }))
  if (faults.length === 1) throw faults[0]
  if (faults.length > 1) throw new AggregateError(faults, 'some periods could not be drawn')
}

/**
 * Draws a closed period by its seed; does nothing to a period in any other state. A period with an order older than
 * its commitment becomes void.
 */
export async function drawSeeded(deps: PeriodDeps, periodId: PeriodId): Promise<boolean> {
  const at = deps.clock()
  return runTx(deps.pool, { timeoutMs: DRAW_TIMEOUT_MS }, async (tx) => {
    const period = await lockPeriod(tx, periodId)
    if (period?.state !== 'closed' || period.drawAt > at) return false
    const balls = await drawBySeed(tx, period, at)
    const checked = checkedBalls(period, balls)
    if ('refusal' in checked) throw new Error(`the seed of period ${periodId} gave a result that its game refuses`)
    const rest = { drawDate: calendarDay(period.drawAt), source: 'demo', operator: '', at }
    const tainted = (await deps.hasEarlyOrder?.(tx, periodId)) ?? false
    await putResult(
      tx,
      deps,
      period,
      tainted
        ? { ...rest, kind: 'void', result: null, reason: '存在早于承诺值的注单' }
        : { ...rest, kind: 'draw', result: checked, reason: '' },
    )
    return true
  })
}
