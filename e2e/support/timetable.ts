import { expect } from '@playwright/test'
import { type Pool, type Queryable, runTx } from '../../apps/server/src/platform/db.ts'
import { businessDayAt, endOfBusinessDay } from './business-day.ts'
import { connect } from './database.ts'
import { dataDir, PERIOD_SECONDS } from './world.ts'

/** Longer than any test: a held period ends only when a test ends it, or with its business day. */
const HELD_MS = 3_600_000
/** A period draws on its own day. One that is open so shortly before the day's end is not held: the next one is. */
const LAST_MS = 30_000
/** Bets that are being processed must still see the close in time. */
const NOTICE_MS = 1_000
/** Upper limit of the time between close and draw, when a game has no open period. */
const REST_MS = PERIOD_SECONDS * 1_000 + 60_000
/** How many times faster a period ends if its end is not tested. */
const HASTE = 5

type Times = {
  readonly id: number
  readonly openAt: number
  readonly closeAt: number
  readonly hedgeCloseAt: number
  readonly drawAt: number
}
type Current = Times & { readonly periodNo: string; readonly day: string }
type Line = { readonly current: Current; readonly planned: readonly Times[] }
type OpenPeriod = { readonly periodNo: string; readonly closeAt: number }

/** A period that another test opened by hand may be drawn minutes after its close. */
const MAX_WAIT_MS = 20_000

/** The period with another close; the end of replenishment and the draw keep their distance, or come faster. */
const closing = (period: Times, closeAt: number, haste = 1): Times => {
  const after = (at: number): number => closeAt + Math.ceil(Math.min(at - period.closeAt, MAX_WAIT_MS) / haste)
  return { ...period, closeAt, hedgeCloseAt: after(period.hedgeCloseAt), drawAt: after(period.drawAt) }
}

/** The close of a period that is held from an instant on. */
const heldUntil = (from: number): number =>
  Math.min(from + HELD_MS, endOfBusinessDay(businessDayAt(from + LAST_MS)) - 1 - MAX_WAIT_MS)

/** Each planned period opens with the draw before it, and is held. */
const heldAfter = (first: Times, planned: readonly Times[]): Times[] => {
  const moved = [first]
  let before = first
  for (const period of planned) {
    const openAt = before.drawAt
    before = closing({ ...period, openAt }, heldUntil(openAt))
    moved.push(before)
  }
  return moved
}

type Row = {
  readonly id: number
  readonly period_no: string
  readonly day: string
  readonly state: string
  readonly open_at: bigint
  readonly close_at: bigint
  readonly hedge_close_at: bigint
  readonly draw_at: bigint
}

const timesOf = (row: Row) => ({
  id: row.id,
  periodNo: row.period_no,
  day: row.day,
  openAt: Number(row.open_at),
  closeAt: Number(row.close_at),
  hedgeCloseAt: Number(row.hedge_close_at),
  drawAt: Number(row.draw_at),
})

/** The open period and those planned after it; null between close and draw. Locks the game, so that planning waits. */
const lineOf = async (on: Queryable, gameId: number): Promise<Line | null> => {
  await on.query('select id from games where id = $1 for no key update', [gameId])
  const { rows } = await on.query<Row>(
    `select id, period_no, day, state, open_at, close_at, hedge_close_at, draw_at from periods
      where game_id = $1 and state in ('open', 'scheduled') and close_at > $2 order by draw_at limit 100 for update`,
    [gameId, Date.now() + NOTICE_MS],
  )
  const [first, ...others] = rows
  return first?.state === 'open' ? { current: timesOf(first), planned: others.map(timesOf) } : null
}

/**
 * A planned period may come from another day, where an operator opened it by hand: it gets the day of its new draw. The
 * open one keeps its day, which its orders carry.
 */
const save = async (on: Queryable, periods: readonly Times[]): Promise<void> => {
  await on.query(
    `update periods p set open_at = t.open_at, close_at = t.close_at, hedge_close_at = t.hedge_close_at, draw_at = t.draw_at,
            day = case p.state when 'scheduled' then business_day_at(t.draw_at) else p.day end
       from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
            as t (id, open_at, close_at, hedge_close_at, draw_at)
      where p.id = t.id`,
    [
      periods.map(({ id }) => id),
      periods.map(({ openAt }) => openAt),
      periods.map(({ closeAt }) => closeAt),
      periods.map(({ hedgeCloseAt }) => hedgeCloseAt),
      periods.map(({ drawAt }) => drawAt),
    ],
  )
}

/**
 * Changes the times of periods in the tables of the running server's planner. A test takes the time that it needs
 * before the close, also on a slow machine, and does not wait for the end of a period. Closing, drawing, settling
 * and opening are still done by the server, at these times.
 */
export class Timetable {
  readonly #pool: Pool

  private constructor(pool: Pool) {
    this.#pool = pool
  }

  static async open(): Promise<Timetable> {
    return new Timetable(await connect(dataDir()))
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  /** Holds the open period, or else the next one: it takes bets until a test ends it. */
  async hold(gameId: number): Promise<OpenPeriod> {
    const { periodNo, closeAt } = await this.#move(gameId, (current) => {
      const now = Date.now()
      const until = heldUntil(now)
      if (current.closeAt >= Math.min(now + HELD_MS / 2, until)) return current
      const ends = current.day === businessDayAt(now) && current.day !== businessDayAt(now + LAST_MS)
      return ends ? null : closing(current, until)
    })
    return { periodNo, closeAt }
  }

  /** The open period is drawn by two operators: its commitment is taken away before anybody bets on it. */
  async handOver(gameId: number): Promise<OpenPeriod> {
    const open = await this.hold(gameId)
    await this.#pool.query('update periods set commitment = null where game_id = $1 and period_no = $2', [
      gameId,
      open.periodNo,
    ])
    return open
  }

  /** Ends the open period now, with the planned time from close to draw; the next one is held. */
  async end(gameId: number): Promise<void> {
    await this.#move(gameId, (current) => closing(current, Date.now() + NOTICE_MS))
  }

  /** Starts a period without bets: the open one ends fast. */
  async begin(gameId: number): Promise<OpenPeriod> {
    const ended = await this.#move(gameId, (current) => closing(current, Date.now() + NOTICE_MS, HASTE))
    const next = await this.hold(gameId)
    expect(next.periodNo).not.toBe(ended.periodNo)
    return next
  }

  /** Draws the period that an operator closed early, and opens the next one. */
  async drawClosed(gameId: number): Promise<void> {
    await runTx(this.#pool, {}, async (tx) => {
      await tx.query('select id from games where id = $1 for no key update', [gameId])
      const { rows } = await tx.query<Row>(
        `select id, period_no, day, state, open_at, close_at, hedge_close_at, draw_at from periods
          where game_id = $1 and (state = 'closed' or state = 'scheduled') order by state, draw_at limit 100 for update`,
        [gameId],
      )
      const [first, ...others] = rows.map(timesOf)
      if (!first) throw new Error(`game ${gameId} has no closed period`)
      const drawAt = Math.max(first.hedgeCloseAt, Date.now() + NOTICE_MS)
      await save(tx, heldAfter({ ...first, drawAt }, others))
    })
  }

  /** Waits for an open period that `change` takes, changes its times and holds the periods after it. */
  async #move(gameId: number, change: (current: Current) => Times | null): Promise<Current> {
    let done: Current | null = null
    const attempt = async (): Promise<boolean> => {
      done = await runTx(this.#pool, {}, async (tx) => {
        const line = await lineOf(tx, gameId)
        if (!line) return null
        const changed = change(line.current)
        if (!changed) return null
        if (changed !== line.current) await save(tx, heldAfter(changed, line.planned))
        return { ...line.current, ...changed }
      })
      return done !== null
    }
    await expect.poll(attempt, { timeout: REST_MS, intervals: [100, 200] }).toBe(true)
    return done as unknown as Current
  }
}
