import { addDays, calendarDay, type Day, firstOfMonth, instantOf } from '@strata/domain/calendar'
import {
  type ChangeRefusal,
  FIELD_OF_CHANGE,
  judgeChange,
  judgeOpening,
  type KnownPeriod,
  lastPreparedDay,
  type MonthPlan,
  mayChange,
  OPEN_DAYS,
  type OpeningPeriod,
  PREPARED_DAYS,
  proposePeriods,
  replenishmentEndOf,
} from '@strata/domain/games/month'
import type { GameId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { businessDay, dayStarts } from '../../platform/business-day.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { badField, type Refusal, refuse } from '../../platform/refusal.ts'
import {
  type LockedGame,
  lockGameToOpen,
  periodsDrawn,
  periodsInTheWay,
  readPlan,
  type StoredPeriod,
  type StoredPlan,
  savePlan,
} from './store-month.ts'
import { changePeriod, findPeriod, insertPeriod, lockPeriod, type PeriodRecord } from './store-periods.ts'
import { commitSeed } from './store-seeds.ts'

/** The game whose periods operators open one by one. */
export const BY_HAND = '6HC'

const clock = (hours: number, minutes: number): number => hours * 3600 + minutes * 60
/** The days and times of 香港六合彩, until an operator saves others. */
const FIRST_PLAN: MonthPlan = {
  template: {
    weekdays: [2, 4, 6],
    openAt: clock(17, 0),
    closeAt: clock(21, 25),
    drawAt: clock(21, 30),
    hedgeSeconds: 60,
  },
  leftOut: [],
  added: [],
}
const FIRST: StoredPlan = { version: 0, plan: FIRST_PLAN }

const FIELDS = { periodNo: '期号', openAt: '开盘时间', closeAt: '封盘时间', drawAt: '开奖时间' } as const
const WHY = {
  closeBeforeOpen: '须晚于开盘时间',
  closeAfterDraw: '须早于开奖时间',
  past: '已过',
  tooFar: `不能超过${PREPARED_DAYS}天以后`,
  opensTooEarly: `不能早于开奖前${OPEN_DAYS}天`,
  numberTaken: '已存在',
  overlaps: '与其他期次重叠',
  numberFixed: '已开盘或已公布承诺值，不能修改',
  openFixed: '已到，不能修改',
  closeNeverLater: '已公布，只能提前，不能推后',
  dayFixed: '不能改到另一个业务日：已开盘受注',
} as const satisfies Record<ChangeRefusal['refusal'], string>

/** Names the field and the period. */
function fieldRefusal(at: string, asked: OpeningPeriod, judged: ChangeRefusal): Refusal {
  const name = FIELD_OF_CHANGE[judged.refusal]
  const field = FIELDS[name]
  const other = judged.refusal === 'overlaps' ? `（第${judged.other}期）` : ''
  const message = `第${asked.periodNo}期：${field}${WHY[judged.refusal]}${other}`
  return badField(`${at}.${name}`, message, field)
}

const inTheWay = ({ state, ...period }: StoredPeriod): KnownPeriod => ({ ...period, isVoid: state === 'void' })

async function lockByHand(tx: Tx, gameId: GameId): Promise<LockedGame | Refusal> {
  const game = await lockGameToOpen(tx, gameId)
  if (!game) return refuse('notFound')
  return game.gameType === BY_HAND ? game : refuse('notByHand')
}

export interface AskedOpenings {
  readonly gameId: GameId
  readonly openings: readonly OpeningPeriod[]
  readonly at: number
}

/**
 * Opens periods by hand, all or none. Refused in this order: notFound, notByHand, then the first period with a bad field
 * (badParameter).
 */
export async function openByHand(tx: Tx, { gameId, openings, at }: AskedOpenings): Promise<{ name: string } | Refusal> {
  const game = await lockByHand(tx, gameId)
  if ('details' in game) return game
  const { template } = ((await readPlan(tx, gameId)) ?? FIRST).plan
  const earliest = Math.min(...openings.map(({ openAt }) => openAt))
  const numbers = openings.map(({ periodNo }) => periodNo)
  const known: KnownPeriod[] = (await periodsInTheWay(tx, gameId, earliest, numbers)).map(inTheWay)
  for (const [index, asked] of openings.entries()) {
    const judged = judgeOpening(asked, known, at)
    if (judged) return fieldRefusal(`openings.${index}`, asked, judged)
    known.push(asked)
  }
  for (const asked of openings) {
    const day = businessDay(asked.drawAt)
    const hedgeCloseAt = replenishmentEndOf(asked, template.hedgeSeconds)
    const id = must(await insertPeriod(tx, { ...asked, gameId, day, hedgeCloseAt }), 'a number that nobody has')
    if (game.resultSource === 'demo') await commitSeed(tx, id, at)
  }
  return { name: game.name }
}

export interface AskedPeriodChange {
  readonly gameId: GameId
  /** The period as the operator saw it. */
  readonly seen: OpeningPeriod
  readonly to: OpeningPeriod
  readonly at: number
}

const timesOf = ({ periodNo, openAt, closeAt, drawAt }: OpeningPeriod): OpeningPeriod => ({
  periodNo,
  openAt,
  closeAt,
  drawAt,
})
const isSame = (one: OpeningPeriod, other: OpeningPeriod): boolean =>
  JSON.stringify(timesOf(one)) === JSON.stringify(timesOf(other))

/**
 * Changes number and times of a period that has not closed. Screens are told after the commit. Refused in this order:
 * notFound, notByHand, periodClosed, changed (with the period in force), then the first bad field (badParameter).
 */
export async function changeByHand(
  tx: Tx,
  { gameId, seen, to, at }: AskedPeriodChange,
  onChange: (period: PeriodRecord) => void,
): Promise<{ readonly before: PeriodRecord; readonly after: PeriodRecord } | Refusal> {
  const game = await lockByHand(tx, gameId)
  if ('details' in game) return game
  const found = await findPeriod(tx, gameId, seen.periodNo)
  const before = found && (await lockPeriod(tx, found.id))
  if (!before) return refuse('notFound')
  if (!mayChange(before, at)) return refuse('periodClosed')
  if (!isSame(before, seen)) return refuse('changed', {}, { period: timesOf(before) })
  const stored = await periodsInTheWay(tx, gameId, to.openAt, [to.periodNo])
  const others = stored.filter(({ periodNo }) => periodNo !== before.periodNo).map(inTheWay)
  const judged = judgeChange({ ...before, isCommitted: before.commitment !== null }, to, others, {
    now: at,
    starts: dayStarts(),
  })
  if (judged) return fieldRefusal('to', to, judged)
  // Agents and the automatic pass keep their seconds after the close.
  const hedgeCloseAt = replenishmentEndOf(to, (before.hedgeCloseAt - before.closeAt) / 1000)
  const after = await changePeriod(tx, before.id, { ...to, day: businessDay(to.drawAt), hedgeCloseAt })
  tx.afterCommit(() => onChange(after))
  return { before, after }
}

export interface ShownMonth extends StoredPlan {
  readonly today: Day
  readonly lastDay: Day
  readonly periods: readonly StoredPeriod[]
  readonly proposed: readonly OpeningPeriod[]
}

/** A month of a game that is opened by hand: its periods, and what the template proposes beside them. */
export async function showMonth(on: Queryable, gameId: GameId, month: string, now: number): Promise<ShownMonth> {
  const stored = (await readPlan(on, gameId)) ?? FIRST
  const [today, lastDay] = [calendarDay(now), lastPreparedDay(now)]
  const first = `${month}-01` as Day
  const next = firstOfMonth(addDays(first, 31))
  const startOf = (day: Day): number => instantOf(day, 0)
  const coming = await periodsDrawn(on, gameId, { from: startOf(today), until: startOf(addDays(lastDay, 1)) })
  const shown = await periodsDrawn(on, gameId, { from: startOf(first), until: startOf(next) })
  const inMonth = ({ drawAt }: OpeningPeriod): boolean => drawAt >= startOf(first) && drawAt < startOf(next)
  return {
    ...stored,
    today,
    lastDay,
    periods: shown.filter(inMonth),
    proposed: proposePeriods(stored.plan, coming.map(inTheWay), now).filter(inMonth),
  }
}

export interface AskedPlan {
  readonly gameId: GameId
  readonly version: number
  readonly plan: MonthPlan
  readonly at: number
}

export interface SavedPlan {
  readonly name: string
  readonly before: MonthPlan
  readonly after: MonthPlan
  readonly version: number
}

/**
 * Saves the template. It changes no period: it only proposes them. Refused in this order: notFound, notByHand, changed,
 * badParameter (times).
 */
export async function setMonth(tx: Tx, asked: AskedPlan): Promise<SavedPlan | Refusal> {
  const game = await lockByHand(tx, asked.gameId)
  if ('details' in game) return game
  const stored = (await readPlan(tx, asked.gameId)) ?? FIRST
  if (stored.version !== asked.version) return refuse('changed', {}, { version: stored.version, yours: asked.version })
  const { openAt, closeAt, drawAt } = asked.plan.template
  if (closeAt <= openAt) return badField('template.closeAt', '封盘时间须晚于开盘时间')
  if (closeAt >= drawAt) return badField('template.closeAt', '封盘时间须早于开奖时间')
  const today = calendarDay(asked.at)
  // A single day that is over proposes nothing any more.
  const coming = (days: readonly string[]): string[] => [...new Set(days)].filter((day) => day >= today).toSorted()
  const after = { ...asked.plan, leftOut: coming(asked.plan.leftOut), added: coming(asked.plan.added) }
  const version = stored.version + 1
  await savePlan(tx, asked.gameId, { version, plan: after })
  return { name: game.name, before: stored.plan, after, version }
}
