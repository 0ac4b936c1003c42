import { fromInstantField, toInstantField, toSecondField } from '../../lib/instant-field.ts'
import { monthText as words } from '../../text/zh-CN/rooms/periods.ts'
import type { Proposed } from './month-model.ts'

/** The fields of times, in their order. */
export const TIMES = ['openAt', 'closeAt', 'drawAt'] as const

export type PeriodDraft = Readonly<Record<keyof Proposed, string>>

/** `seconds`: of a period that exists, whose times may have any second. */
export const draftOfPeriod = ({ periodNo, ...times }: Proposed, seconds = false): PeriodDraft => {
  const text = seconds ? toSecondField : toInstantField
  return { periodNo, openAt: text(times.openAt), closeAt: text(times.closeAt), drawAt: text(times.drawAt) }
}

/** What the draft says; null while something is missing. */
export const periodOfDraft = (draft: PeriodDraft): Proposed | null => {
  const [openAt, closeAt, drawAt] = TIMES.map((name) => fromInstantField(draft[name]))
  if (draft.periodNo === '' || openAt === undefined || closeAt === undefined || drawAt === undefined) return null
  return { periodNo: draft.periodNo, openAt, closeAt, drawAt }
}

/** What the draft says; a time that was not touched keeps its milliseconds. */
export const changedPeriod = (draft: PeriodDraft, seen: Proposed): Proposed | null => {
  const to = periodOfDraft(draft)
  const was = draftOfPeriod(seen, true)
  if (to === null) return null
  const untouched = Object.fromEntries(TIMES.flatMap((name) => (draft[name] === was[name] ? [[name, seen[name]]] : [])))
  return { ...to, ...untouched }
}

export type Problems = Partial<Record<keyof Proposed, string>>

/** What is missing, by field. What else is wrong the server says, and of a time its own field. */
export const problemsOf = (draft: PeriodDraft): Problems =>
  Object.fromEntries(
    (['periodNo', ...TIMES] as const).flatMap((name) =>
      draft[name] === '' ? [[name, words.needed(words[name])]] : [],
    ),
  )
