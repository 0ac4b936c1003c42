import { businessDay, calendarDay } from '@strata/domain/calendar'
import { type Period, periodsAfter, type Schedule } from '@strata/domain/games/schedule'
import { type Queryable, runTx } from '../../platform/db.ts'
import { voidPeriod } from '../results/change-result.ts'
import { checkedBalls, type PeriodDeps, putResult } from '../results/put-result.ts'
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

/** Periods that lie ahead of each game, the current one included. */
const PLANNED_AHEAD = 4
/** A period that has less than this left is not worth opening. */
const SHORTEST_MS = 1_000
/** Looking through a million orders for one that came too early takes a second; only a late commitment asks for it. */
const DRAW_TIMEOUT_MS = 60_000
/** How often a number of one day may be used: once for each period length that the day has seen. */
const MAX_USES = 9

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
    // A schedule whose period length was changed counts again: its number may have been used today.
    let id = await insertPeriod(on, added)
    for (let use = 2; id === undefined && use <= MAX_USES; use += 1)
      id = await insertPeriod(on, { ...added, periodNo: `${added.periodNo}-${use}` })
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

/**
 * Runs what has to happen between a period's last bet and agents' own end, once each; one that fails is tried again and
 * holds up no other.
 */
export async function closePeriods(deps: PeriodDeps, passed: Set<number>): Promise<void> {
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
  if (faults.length > 0) throw new AggregateError(faults, 'periods whose end is not yet worked through')
}

const tell = (deps: PeriodDeps, periods: readonly PeriodRecord[]): void => {
  for (const period of periods) deps.onChange?.(period)
}

/** Periods that could not be drawn, and until when they are left alone. */
export type Resting = Map<number, number>
const REST_MS = 10_000

/**
 * Opens and closes what is due, draws by seed what is due, gives up what was missed. A period that cannot be drawn holds up
 * no other: it rests for a while, and its fault is thrown when all else is done.
 */
export async function advancePeriods(deps: PeriodDeps, resting: Resting = new Map()): Promise<void> {
  const now = deps.clock()
  tell(deps, await closeDue(deps.pool, now))
  tell(deps, await openDue(deps.pool, now))
  const faults: unknown[] = []
  const attempt = async ({ id }: PeriodRecord, work: (id: number) => Promise<unknown>): Promise<void> => {
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
  if (faults.length > 1) throw new AggregateError(faults, 'periods that could not be drawn')
}

/**
 * Draws a closed period by its seed; a period in any other state is left alone. One that holds an order older than its
 * commitment is void.
 */
export async function drawSeeded(deps: PeriodDeps, periodId: number): Promise<boolean> {
  const at = deps.clock()
  return runTx(deps.pool, { timeoutMs: DRAW_TIMEOUT_MS }, async (tx) => {
    const period = await lockPeriod(tx, periodId)
    if (period?.state !== 'closed' || period.drawAt > at) return false
    const balls = await drawBySeed(tx, period, at)
    const checked = checkedBalls(period, balls)
    if ('refusal' in checked) throw new Error(`the seed of period ${periodId} drew what its game refuses`)
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
