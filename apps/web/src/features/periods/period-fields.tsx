import type { ReactNode } from 'react'
import { TimeField } from '../../components/days/time-field.tsx'
import { monthText as words } from '../../text/zh-CN/rooms/periods.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import type { Proposed } from './month-model.ts'
import { type PeriodDraft, problemsOf, TIMES } from './period-draft.ts'

type Props = {
  readonly draft: PeriodDraft
  readonly set: (change: Partial<PeriodDraft>) => void
  readonly seconds?: boolean
  /** Fields that cannot be changed any more. */
  readonly fixed?: readonly (keyof Proposed)[]
}

/** Number and times of a period. */
export const PeriodFields = ({ draft, set, seconds = false, fixed = [] }: Props): ReactNode => {
  const problems = problemsOf(draft)
  return (
    <>
      <Labelled label={words.periodNo} problem={problems.periodNo ?? null}>
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
      {TIMES.map((name) => (
        <TimeField
          key={name}
          kind={seconds ? 'second' : 'minute'}
          label={words[name]}
          problem={problems[name] ?? null}
          disabled={fixed.includes(name)}
          value={draft[name]}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
    </>
  )
}
