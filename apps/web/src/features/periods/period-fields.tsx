import type { ReactNode } from 'react'
import { TimeField } from '../../components/days/time-field.tsx'
import { fromInstantField, toInstantField, toSecondField } from '../../lib/instant-field.ts'
import { monthText as words } from '../../text/zh-CN/rooms/periods.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import type { Proposed } from './month-model.ts'

const TIMES = [
  ['openAt', words.openAt],
  ['closeAt', words.closeAt],
  ['drawAt', words.drawAt],
] as const

export type PeriodDraft = Readonly<Record<keyof Proposed, string>>

/** `seconds`: of a period that exists, whose times may have any second. */
export const draftOfPeriod = ({ periodNo, ...times }: Proposed, seconds = false): PeriodDraft => {
  const text = seconds ? toSecondField : toInstantField
  return { periodNo, openAt: text(times.openAt), closeAt: text(times.closeAt), drawAt: text(times.drawAt) }
}

/** What the draft says; null while something is missing. */
export const periodOfDraft = (draft: PeriodDraft): Proposed | null => {
  const [openAt, closeAt, drawAt] = TIMES.map(([name]) => fromInstantField(draft[name]))
  if (draft.periodNo === '' || openAt === undefined || closeAt === undefined || drawAt === undefined) return null
  return { periodNo: draft.periodNo, openAt, closeAt, drawAt }
}

/** What the draft says; a time that was not touched keeps its milliseconds. */
export const changedPeriod = (draft: PeriodDraft, seen: Proposed): Proposed | null => {
  const to = periodOfDraft(draft)
  const was = draftOfPeriod(seen, true)
  if (to === null) return null
  const untouched = Object.fromEntries(
    TIMES.flatMap(([name]) => (draft[name] === was[name] ? [[name, seen[name]]] : [])),
  )
  return { ...to, ...untouched }
}

type Props = {
  readonly draft: PeriodDraft
  readonly set: (change: Partial<PeriodDraft>) => void
  readonly seconds?: boolean
  /** Fields that cannot be changed any more. */
  readonly fixed?: readonly (keyof Proposed)[]
}

/** Number and times of a period. */
export const PeriodFields = ({ draft, set, seconds = false, fixed = [] }: Props): ReactNode => (
  <>
    <Labelled label={words.periodNo}>
      {(input) => (
        <input
          {...input}
          className="text-input"
          maxLength={32}
          disabled={fixed.includes('periodNo')}
          value={draft.periodNo}
          onChange={({ currentTarget }) => set({ periodNo: currentTarget.value })}
        />
      )}
    </Labelled>
    {TIMES.map(([name, label]) => (
      <TimeField
        key={name}
        kind={seconds ? 'second' : 'minute'}
        label={label}
        disabled={fixed.includes(name)}
        value={draft[name]}
        onChange={(value) => set({ [name]: value })}
      />
    ))}
  </>
)
