import { WEEKDAY_WORDS } from '@strata/contract/words'
import type { ReactNode } from 'react'
import type { LabelledInput } from '../../ui/fields/labelled.tsx'
import css from './periods.module.css'

/** Monday first, as calendars in Chinese have it. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const

type Props = {
  readonly label: string
  readonly value: readonly number[]
  readonly onChange: (weekdays: readonly number[]) => void
}

export const Weekdays = ({ label, value, onChange }: Props): ReactNode => (
  <fieldset className={css.weekdays}>
    <legend className="visually-hidden">{label}</legend>
    {WEEK.map((day) => (
      <label key={day}>
        <input
          type="checkbox"
          checked={value.includes(day)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...value, day] : value.filter((one) => one !== day))
          }
        />
        {WEEKDAY_WORDS[day]}
      </label>
    ))}
  </fieldset>
)

type TimeProps = {
  /** Of the label above it, where that says what is wrong. */
  readonly input?: LabelledInput
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A time of day on 24 hours, whatever the language of the browser. */
export const TimeInput = ({ input, label, value, onChange }: TimeProps): ReactNode => (
  <input
    {...input}
    inputMode="numeric"
    maxLength={5}
    placeholder="21:30"
    className="text-input"
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
