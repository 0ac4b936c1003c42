import { WEEKDAY_WORDS } from '@strata/contract/words'
import type { Answer } from '../../api/client.ts'
import { schedulesText as words } from '../../text/zh-CN/rooms/periods.ts'
import { clockSeconds, clockText } from './month-model.ts'

export type Schedule = Answer<'admin.scheduleQuery'>
export type Days = NonNullable<Schedule['days']>

export type SegmentDraft = { readonly first: string; readonly every: string; readonly count: string }

/** The form as typed. */
export type Draft = {
  readonly kind: 'daily' | 'weekly'
  readonly segments: readonly SegmentDraft[]
  readonly continuous: boolean
  readonly weekdays: readonly number[]
  readonly open: string
  readonly draw: string
  readonly fromDay: string
}

const SEGMENT: SegmentDraft = { first: '10:00', every: '600', count: '72' }

export const draftOf = (days: Days, fromDay: string): Draft => {
  const none = { segments: [SEGMENT], continuous: false, weekdays: [2, 4, 6], open: '17:00', draw: '21:30', fromDay }
  if (days.kind === 'weekly') {
    const { weekdays, openAt, drawAt } = days
    return { ...none, kind: 'weekly', weekdays, open: clockText(openAt), draw: clockText(drawAt) }
  }
  const segments = days.segments.map(({ firstDraw, everySeconds, count }) => {
    return { first: clockText(firstDraw), every: String(everySeconds), count: String(count) }
  })
  return { ...none, kind: 'daily', segments, continuous: days.continuous }
}

const whole = (text: string): number | null => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : null)

type Segment = { readonly firstDraw: number; readonly everySeconds: number; readonly count: number }

const segmentOf = ({ first, every, count }: SegmentDraft): Segment | null => {
  const [firstDraw, everySeconds, times] = [clockSeconds(first), whole(every), whole(count)]
  return firstDraw === null || !everySeconds || !times ? null : { firstDraw, everySeconds, count: times }
}

const DAY = 86_400

const lastDraw = ({ firstDraw, everySeconds, count }: Segment): number => firstDraw + (count - 1) * everySeconds

export const lastOf = (segment: SegmentDraft): string => {
  const read = segmentOf(segment)
  if (read === null) return ''
  const last = lastDraw(read)
  return last < DAY ? clockText(last) : words.laterDay(Math.floor(last / DAY), clockText(last % DAY))
}

/** What keeps a form with all its fields from being a schedule: a segment that runs into the draws of the next day. */
export const problemOf = (draft: Draft): string | null => {
  const segments = draft.kind === 'weekly' ? [] : draft.segments.map(segmentOf)
  const first = Math.min(...segments.map((segment) => segment?.firstDraw ?? Number.POSITIVE_INFINITY))
  const at = segments.findIndex((segment) => segment !== null && lastDraw(segment) >= DAY + first)
  return at < 0 ? null : words.runsOver(at + 1, clockText(first))
}

/** What the form says; null while something is missing. */
export const daysOf = (draft: Draft): Days | null => {
  if (draft.kind === 'weekly') {
    const [openAt, drawAt] = [clockSeconds(draft.open), clockSeconds(draft.draw)]
    if (openAt === null || drawAt === null || draft.weekdays.length === 0) return null
    return { kind: 'weekly', weekdays: [...draft.weekdays], openAt, drawAt }
  }
  const segments = draft.segments.map(segmentOf).filter((segment) => segment !== null)
  if (segments.length < draft.segments.length || segments.length === 0) return null
  return { kind: 'daily', segments, continuous: draft.continuous }
}

/** A schedule in words, one line for each segment. */
export const linesOf = (days: Days): readonly string[] => {
  if (days.kind === 'weekly') {
    const names = days.weekdays.toSorted((a, b) => a - b).map((day) => WEEKDAY_WORDS[day] ?? '')
    return [words.weeklyText(names.join('、'), clockText(days.openAt), clockText(days.drawAt))]
  }
  return days.segments.map(({ firstDraw, everySeconds, count }) =>
    words.dailyText(clockText(firstDraw), everySeconds, count, clockText(lastDraw({ firstDraw, everySeconds, count }))),
  )
}
