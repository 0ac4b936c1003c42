import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { monthQuery, monthSet, periodChange, periodClose, periodOpen } from '@strata/contract/endpoints/periods'
import { WEEKDAY_WORDS } from '@strata/contract/words'
import { wallClock } from '@strata/domain/calendar/wall-clock'
import { gameById } from '@strata/domain/games/catalogue'
import type { MonthPlan, OpeningPeriod } from '@strata/domain/games/month'
import type { AccessContext, Caller } from '../access/session.ts'
import type { PeriodRecord } from '../games/periods.ts'
import { changeByHand, closeEarly, ensurePartitionsUntil, openByHand, setMonth, showMonth } from '../games/setup.ts'
import { Refusal } from '../platform/refusal.ts'
import { changeAs, changesOf, logForHead } from './change.ts'

export interface PeriodsContext extends AccessContext {
  /** Tells the screens that a period changed. */
  readonly onPeriodChange: (period: PeriodRecord) => void
}

/** game/period/close: an earlier close, or at once. */
export function closePeriodCall(
  context: PeriodsContext,
  caller: Caller,
  input: ParsedRequestOf<typeof periodClose>,
): Promise<ResponseOf<typeof periodClose> | Refusal> {
  return changeAs(context, caller, { call: 'game/period/close', input }, async (tx, at) => {
    const { gameId, periodNo, reason } = input
    const asked = { gameId, periodNo, closeAt: input.closeAt ?? null, reason, operator: caller.account.name, at }
    const done = await closeEarly(tx, asked, context.onPeriodChange)
    if (done instanceof Refusal) return done
    const { before, after } = done
    const targetName = `${gameById(gameId)?.name ?? gameId} ${periodNo}`
    const changes = [
      ...changesOf([['closeAt', '封盘时间', wallClock(before.closeAt), wallClock(after.closeAt)]]),
      { field: 'reason', label: '原因', before: null, after: reason },
    ]
    await logForHead(tx, caller, { action: 'periodClose', targetName, changes }, at)
    return { closeAt: after.closeAt, hedgeCloseAt: after.hedgeCloseAt }
  })
}

const openingText = ({ periodNo, openAt, closeAt, drawAt }: OpeningPeriod): string => {
  const [open, close, draw] = [openAt, closeAt, drawAt].map((time) => wallClock(time).slice(0, 16))
  return `${periodNo}：${open} 开盘，${close} 封盘，${draw} 开奖`
}

/** game/period/open: periods that an operator opens by hand, all or none. */
export async function openPeriodsCall(
  context: PeriodsContext,
  caller: Caller,
  input: ParsedRequestOf<typeof periodOpen>,
): Promise<ResponseOf<typeof periodOpen> | Refusal> {
  const draws = input.openings.map(({ drawAt }) => drawAt)
  await ensurePartitionsUntil(context.pool, context.clock(), draws)
  return changeAs(context, caller, { call: 'game/period/open', input }, async (tx, at) => {
    const { gameId, openings } = input
    const done = await openByHand(tx, { gameId, openings, at })
    if (done instanceof Refusal) return done
    const changes = openings.map((one) => ({ field: 'openings', label: '开期', before: null, after: openingText(one) }))
    await logForHead(tx, caller, { action: 'periodOpen', targetName: done.name, changes }, at)
    return { opened: openings.length }
  })
}

/** game/period/change: another number or other times before the close. */
export async function changePeriodCall(
  context: PeriodsContext,
  caller: Caller,
  input: ParsedRequestOf<typeof periodChange>,
): Promise<ResponseOf<typeof periodChange> | Refusal> {
  await ensurePartitionsUntil(context.pool, context.clock(), [input.to.drawAt])
  return changeAs(context, caller, { call: 'game/period/change', input }, async (tx, at) => {
    const { gameId, seen, to, reason } = input
    const done = await changeByHand(tx, { gameId, seen, to, at }, context.onPeriodChange)
    if (done instanceof Refusal) return done
    const { before, after } = done
    const fields = changesOf([
      ['periodNo', '期号', before.periodNo, after.periodNo],
      ['openAt', '开盘时间', wallClock(before.openAt), wallClock(after.openAt)],
      ['closeAt', '封盘时间', wallClock(before.closeAt), wallClock(after.closeAt)],
      ['drawAt', '开奖时间', wallClock(before.drawAt), wallClock(after.drawAt)],
    ])
    const changes = [...fields, { field: 'reason', label: '原因', before: null, after: reason }]
    const targetName = `${gameById(gameId)?.name ?? gameId} ${seen.periodNo}`
    await logForHead(tx, caller, { action: 'periodChange', targetName, changes }, at)
    return { closeAt: after.closeAt, hedgeCloseAt: after.hedgeCloseAt }
  })
}

type Month = ResponseOf<typeof monthQuery>

const planOnWire = ({ template, leftOut, added }: MonthPlan): Pick<Month, 'template' | 'leftOut' | 'added'> => {
  const { weekdays, openAt: openTime, closeAt: closeTime, drawAt: drawTime, hedgeSeconds } = template
  return {
    template: { weekdays: [...weekdays], openTime, closeTime, drawTime, hedgeSeconds },
    leftOut: [...leftOut],
    added: [...added],
  }
}

/** game/month/query: the periods of a month, and what the template proposes. */
export async function queryMonth(
  { pool, clock }: AccessContext,
  { gameId, month }: ParsedRequestOf<typeof monthQuery>,
): Promise<Month | Refusal> {
  const { version, plan, today, lastDay, periods, proposed } = await showMonth(pool, gameId, month, clock())
  return { version, ...planOnWire(plan), today, lastDay, periods: [...periods], proposed: [...proposed] }
}

const timeText = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60].map((part) => String(part).padStart(2, '0')).join(':')
const weekdaysText = (weekdays: readonly number[]): string =>
  weekdays
    .toSorted((a, b) => a - b)
    .map((day) => WEEKDAY_WORDS[day] ?? '')
    .join('、')

const planFields = (before: MonthPlan, after: MonthPlan) =>
  changesOf([
    ['weekdays', '开奖星期', weekdaysText(before.template.weekdays), weekdaysText(after.template.weekdays)],
    ['openTime', '开盘时间', timeText(before.template.openAt), timeText(after.template.openAt)],
    ['closeTime', '封盘时间', timeText(before.template.closeAt), timeText(after.template.closeAt)],
    ['drawTime', '开奖时间', timeText(before.template.drawAt), timeText(after.template.drawAt)],
    ['hedgeSeconds', '补货秒数', String(before.template.hedgeSeconds), String(after.template.hedgeSeconds)],
    ['leftOut', '停开日期', before.leftOut.join('、'), after.leftOut.join('、')],
    ['added', '加开日期', before.added.join('、'), after.added.join('、')],
  ])

/** game/month/set: the template and its single days. It opens nothing. */
export function setMonthCall(
  context: PeriodsContext,
  caller: Caller,
  input: ParsedRequestOf<typeof monthSet>,
): Promise<ResponseOf<typeof monthSet> | Refusal> {
  return changeAs(context, caller, { call: 'game/month/set', input }, async (tx, at) => {
    const { gameId, version, leftOut, added } = input
    const { weekdays, openTime: openAt, closeTime: closeAt, drawTime: drawAt, hedgeSeconds } = input.template
    const plan = { template: { weekdays, openAt, closeAt, drawAt, hedgeSeconds }, leftOut, added }
    const done = await setMonth(tx, { gameId, version, plan, at })
    if (done instanceof Refusal) return done
    const changes = planFields(done.before, done.after)
    await logForHead(tx, caller, { action: 'periodTemplate', targetName: done.name, changes }, at)
    return { version: done.version }
  })
}
