/** Time and what comes with it: closes, new days, draws, settlements, corrections and voids. */
import * as acts from '../acts.ts'
import { isHolder } from '../book.ts'
import { type CommandOf, DRAWS } from '../commands.ts'
import { agree, compareOrders, said as text } from '../compare.ts'
import { GAMES } from '../items.ts'
import { pass } from '../replenish.ts'
import { ADMIN, type Answer } from '../server.ts'
import { pick, type Stage } from './stage.ts'

const PERIOD_MS = 600_000
const REPLENISH_MS = 5_000
const DRAW_MS = 60_000
const LONG_MS = 20 * 3_600_000

export async function startPeriod({ real, book }: Stage, gameId: number, long: boolean): Promise<void> {
  const { now } = book
  const closeAt = now + (long ? LONG_MS : PERIOD_MS)
  const [hedgeCloseAt, drawAt] = [closeAt + REPLENISH_MS, closeAt + DRAW_MS]
  const no = `${book.periods.length + 1}`.padStart(6, '0')
  const day = acts.dayOf(drawAt)
  const found = await real.raw.query<{ id: number }>(
    `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state, options)
       select $1, $2, $3, $4, $5, $6, $7, 'open', options from games where id = $1 returning id`,
    [gameId, no, day, now - 1, closeAt, hedgeCloseAt, drawAt],
  )
  const rest = { state: 'open', version: 0, balls: null, settled: new Map() } as const
  const times = { closeAt, hedgeCloseAt, drawAt }
  book.periods.push({
    id: found.rows[0]?.id ?? 0,
    gameId,
    no,
    day,
    date: acts.dateOf(drawAt),
    ...times,
    ...rest,
  })
}

/** Lets time pass, with the jobs of every close and every new day on the way. */
async function advanceTo(stage: Stage, at: number): Promise<void> {
  const { book } = stage
  for (;;) {
    const closes = book.periods.flatMap(({ state, closeAt }) => (state === 'open' ? [closeAt] : []))
    const next = [...closes, acts.nextDayAt(book.now)].filter((one) => one <= at).toSorted((a, b) => a - b)[0]
    setTime(stage, Math.max(book.now, next ?? at))
    if (next === undefined) return
    await closeDue(stage)
    if (acts.dayOf(book.now) !== acts.dayOf(book.now - 1)) await beginDay(stage)
  }
}
function setTime({ real, book }: Stage, at: number): void {
  book.now = at
  real.now = at
}
async function closeDue(stage: Stage): Promise<void> {
  const { real, book } = stage
  const due = book.periods.filter(({ state, closeAt }) => state === 'open' && closeAt <= book.now)
  await real.run('games:periods')
  await real.run('games:closing')
  for (const period of due) {
    period.state = 'closed'
    const nodes = book.paths.filter(isHolder)
    for (const merchant of stage.merchants())
      pass(
        book,
        period,
        nodes.filter(({ merchantId }) => merchantId === merchant.merchantId),
      )
  }
}
async function beginDay(stage: Stage): Promise<void> {
  await stage.real.run('games:partitions')
  await stage.real.run('ledger:credit-reset')
  for (const merchant of stage.merchants())
    if (merchant.mode === 'credit') acts.resetCredit(stage.book, merchant.merchantId)
}

export async function closePeriod(stage: Stage, { game }: CommandOf<'close'>): Promise<void> {
  const period = stage.current(GAMES[game % GAMES.length]?.gameId ?? 1)
  return advanceTo(stage, period.closeAt)
}

export async function nextDay(stage: Stage): Promise<void> {
  return advanceTo(stage, acts.nextDayAt(stage.book.now))
}

export async function wait(stage: Stage, { seconds }: CommandOf<'wait'>): Promise<void> {
  return advanceTo(stage, stage.book.now + seconds * 1000)
}

export async function draw(stage: Stage, { game, balls, long }: CommandOf<'draw'>): Promise<void> {
  const { gameId } = GAMES[game % GAMES.length] ?? GAMES[0]
  const period = stage.current(gameId)
  await advanceTo(stage, period.drawAt)
  if (period.state === 'closed') {
    const result = pick(DRAWS[gameId] ?? [], balls) ?? []
    const input = { gameId, periodNo: period.no, result }
    agree('draw/enter', (await stage.call(ADMIN, '/api/admin/draw/enter', input)).code, 200)
    agree('draw/confirm', (await stage.call(ADMIN, '/api/admin/draw/confirm', input)).data, { state: 'inForce' })
    Object.assign(period, { state: 'drawn', version: 1, balls: result })
  }
  await startPeriod(stage, gameId, long && gameId === 3)
}

export async function settle(stage: Stage): Promise<void> {
  const { real, book } = stage
  for (const period of book.periods)
    for (const { merchantId } of stage.merchants())
      if (acts.settle(book, period, merchantId)) await real.run('settlement:part', { merchantId, periodId: period.id })
  await real.run('settlement:sweep')
}

async function propose(stage: Stage, path: string, input: object): Promise<Answer> {
  const proposed = await stage.call(ADMIN, path, input)
  if (proposed.code !== 200) return proposed
  const { proposalId } = proposed.data as { proposalId: string }
  return stage.call(ADMIN, '/api/admin/proposal/decide', { proposalId, approve: true })
}

export async function correct(stage: Stage, { period: at, balls }: CommandOf<'correct'>): Promise<void> {
  const period = pick(
    stage.book.periods.filter(({ balls: drawn, version }) => drawn !== null || version > 1).slice(-6),
    at,
  )
  if (!period) return
  const result = pick(DRAWS[period.gameId] ?? [], balls) ?? []
  const input = { gameId: period.gameId, periodNo: period.no, version: period.version, result, reason: '更正' }
  const answer = await propose(stage, '/api/admin/draw/correct', input)
  const same = text(period.balls) === text(result)
  agree('draw/correct', answer.code === 200, !same)
  if (same) return
  Object.assign(period, { version: period.version + 1, balls: result, state: 'drawn' })
}

export async function voidPeriod(stage: Stage, { period: at, late }: CommandOf<'voidPeriod'>): Promise<void> {
  const { periods } = stage.book
  // Mostly an older one: the current one would stop all bets until the next draw.
  const all = late === 0 ? periods : periods.filter(({ state }) => state !== 'open')
  const period = pick(all.slice(-6), at)
  if (!period) return
  const input = { gameId: period.gameId, periodNo: period.no, version: period.version, reason: '作废' }
  const answer = await propose(stage, '/api/admin/game/period/void', input)
  agree('period/void', answer.code, period.state === 'void' ? 42207 : 200)
  if (period.state === 'void') return
  Object.assign(period, { version: period.version + 1, balls: null, state: 'void' })
}

export async function voidOrder(stage: Stage, { order: at }: CommandOf<'voidOrder'>): Promise<void> {
  const { real, book } = stage
  await compareOrders(real, book)
  const order = pick(book.orders.filter(({ kind }) => kind !== 'flyout').slice(-60), at)
  if (!order) return
  const answer = await propose(stage, '/api/admin/order/void', { orderNo: order.no, reason: '作废' })
  agree('order/void', answer.code, order.voided ? 42207 : 200)
  if (!order.voided) acts.voidOrder(book, order)
}
