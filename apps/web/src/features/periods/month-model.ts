import { addDays, type Day, daysBetween, firstOfMonth } from '@strata/domain/calendar'
import type { Answer } from '../../api/client.ts'
import { formatDate } from '../../lib/instant.ts'

export type Month = Answer<'admin.monthQuery'>
export type Template = Month['template']
export type Proposed = Month['proposed'][number]

export type MonthDay = {
  readonly day: Day
  readonly periods: Month['periods']
  readonly proposed: Proposed | null
  /** A day of the template without a period because somebody left it out. */
  readonly isOut: boolean
  readonly isAdded: boolean
  /** It may still be prepared. */
  readonly isOpen: boolean
}

/** Days of a month, with the blank cells before the first one in a week that begins on Monday. */
export const monthOf = (month: string): { readonly blanks: number; readonly days: readonly Day[] } => {
  const first = `${month}-01` as Day
  const next = firstOfMonth(addDays(first, 31))
  const count = daysBetween({ from: first, to: next })
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay()
  return { blanks: (weekday + 6) % 7, days: Array.from({ length: count }, (_, at) => addDays(first, at)) }
}

export const shiftMonth = (month: string, by: -1 | 1): string => {
  const first = `${month}-01` as Day
  return (by === 1 ? addDays(first, 31) : addDays(first, -1)).slice(0, 7)
}

export const isMonth = (text: string | null): text is string => text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

export const dayOf = (answer: Month, day: Day): MonthDay => ({
  day,
  periods: answer.periods.filter(({ drawAt }) => formatDate(drawAt) === day),
  proposed: answer.proposed.find(({ drawAt }) => formatDate(drawAt) === day) ?? null,
  isOut: answer.leftOut.includes(day),
  isAdded: answer.added.includes(day),
  isOpen: day >= answer.today && day <= answer.lastDay,
})

const without = (days: readonly string[], day: string): string[] => days.filter((one) => one !== day)

/** The single days after one of them is left out, added, or as the template has it again. */
export const singleDays = ({ leftOut, added }: Month, day: string, kind: 'out' | 'in' | 'template') => ({
  leftOut: kind === 'out' ? [...without(leftOut, day), day] : without(leftOut, day),
  added: kind === 'in' ? [...without(added, day), day] : without(added, day),
})

/** "21:30" of seconds from midnight, and back; null for what is no time. More than 24 hours are of the next day. */
export const clockText = (seconds: number): string => {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const texts = parts.map((part) => String(part).padStart(2, '0'))
  return (seconds % 60 === 0 ? texts.slice(0, 2) : texts).join(':')
}

export const clockSeconds = (text: string): number | null => {
  const found = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(text.trim())
  return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3] ?? 0) : null
}
