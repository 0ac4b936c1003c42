import { WEEKDAY_WORDS } from '@strata/contract/words'
import type { ConflictCell } from '../../components/dialogs/conflict.tsx'
import { draftConflicts } from '../../components/dialogs/conflict-cells.ts'
import { monthText as words } from '../../text/zh-CN/rooms/periods.ts'
import { clockSeconds, clockText, type Template } from './month-model.ts'

/** The fields of times, in the order of the day. */
export const TIMES = ['openTime', 'closeTime', 'drawTime'] as const

type Field = (typeof TIMES)[number] | 'replenish'

/** The form of a template as typed. */
export type Draft = Readonly<Record<Field, string>> & { readonly weekdays: readonly number[] }

const LAST_SECOND = 86_399
const MAX_REPLENISH = 600

export const draftOf = (template: Template): Draft => ({
  weekdays: template.weekdays,
  openTime: clockText(template.openTime),
  closeTime: clockText(template.closeTime),
  drawTime: clockText(template.drawTime),
  replenish: String(template.hedgeSeconds),
})

const LABELS = {
  weekdays: words.weekdays,
  openTime: words.open,
  closeTime: words.close,
  drawTime: words.draw,
  replenish: words.replenish,
} as const

const shownOf = ({ weekdays, ...texts }: Draft): Record<keyof typeof LABELS, string> => ({
  ...texts,
  weekdays: weekdays.map((day) => WEEKDAY_WORDS[day] ?? '').join('、'),
})

/** What somebody else saved of the template since a dialog was opened, beside what was typed into it. */
export const templateConflicts = (opened: Template, now: Template, typed: Partial<Draft>): readonly ConflictCell[] =>
  draftConflicts(LABELS, shownOf, { opened: draftOf(opened), theirs: draftOf(now), typed })

const timeOf = (text: string): number | null => {
  const seconds = clockSeconds(text)
  return seconds !== null && seconds <= LAST_SECOND ? seconds : null
}

const isReplenish = (text: string): boolean => /^\d{1,3}$/.test(text.trim()) && Number(text) <= MAX_REPLENISH

/** What the form says; null while something of it is wrong. */
export const templateOf = (draft: Draft): Template | null => {
  const [openTime, closeTime, drawTime] = TIMES.map((name) => timeOf(draft[name]))
  if (openTime == null || closeTime == null || drawTime == null || !isReplenish(draft.replenish)) return null
  if (closeTime <= openTime || closeTime >= drawTime) return null
  return { weekdays: [...draft.weekdays], openTime, closeTime, drawTime, hedgeSeconds: Number(draft.replenish) }
}

/** What is wrong, by field. The order of the times is judged when each of them is a time, and said at the close. */
export const problemsOf = (draft: Draft): Partial<Record<Field, string>> => {
  const unread = TIMES.filter((name) => timeOf(draft[name]) === null)
  const replenish = isReplenish(draft.replenish) ? {} : { replenish: words.replenishWrong(MAX_REPLENISH) }
  if (unread.length > 0) return { ...Object.fromEntries(unread.map((name) => [name, words.timeWrong])), ...replenish }
  const isOrdered = templateOf({ ...draft, replenish: '0' }) !== null
  return { ...(isOrdered ? {} : { closeTime: words.times }), ...replenish }
}
