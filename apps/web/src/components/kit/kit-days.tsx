import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useMemo, useState } from 'react'
import type { DayRange } from '../../lib/time.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { CALENDAR } from './calendar-part.tsx'
import { KitTheme } from './kit-theme.tsx'

const FORMAT = 'YYYY-MM-DD'
const day = (value: Dayjs): string => value.format(FORMAT)

export type RangeProps = {
  readonly label: string
  readonly className?: string | undefined
  readonly range: DayRange
  readonly today: string
  /** null: cleared. */
  readonly onChange: (range: DayRange | null) => void
}

// Another object is another value to the kit: a page drawn every second would turn its calendar back. So each field
// below holds the object of its value.

/** A range of two days up to today. Opens when mounted, because the press that loaded it asked for that. */
export const KitRange = ({ label, className, range, today, onChange }: RangeProps): ReactNode => {
  const [open, setOpen] = useState(true)
  const { from, to } = range
  const shown = useMemo((): [Dayjs, Dayjs] => [dayjs(from), dayjs(to)], [from, to])
  return (
    <KitTheme>
      <DatePicker.RangePicker
        {...CALENDAR}
        aria-label={label}
        {...(className === undefined ? {} : { className })}
        autoFocus
        open={open}
        onOpenChange={setOpen}
        value={shown}
        disabledDate={(one) => day(one) > today}
        onChange={(days) => {
          const [first, last] = days ?? []
          onChange(first && last ? { from: day(first), to: day(last) } : null)
        }}
      />
    </KitTheme>
  )
}

export type DayProps = {
  readonly label: string
  readonly className?: string | undefined
  /** null: any. */
  readonly value: string | null
  /** The last day that may be chosen; absent: any. */
  readonly today?: string
  readonly onChange: (value: string | null) => void
}

/** One day, or none. */
export const KitDay = ({ label, className, value, today, onChange }: DayProps): ReactNode => {
  const [open, setOpen] = useState(true)
  const shown = useMemo(() => (value === null ? null : dayjs(value)), [value])
  return (
    <KitTheme>
      <DatePicker
        {...CALENDAR}
        aria-label={label}
        placeholder={label}
        {...(className === undefined ? {} : { className })}
        autoFocus
        open={open}
        onOpenChange={setOpen}
        value={shown}
        disabledDate={(one) => today !== undefined && day(one) > today}
        onChange={(one) => onChange(one ? day(one) : null)}
      />
    </KitTheme>
  )
}

const TIME_FORMAT = 'YYYY-MM-DD HH:mm'
/** As a browser's datetime-local field writes it. */
const FIELD_FORMAT = 'YYYY-MM-DDTHH:mm'

export type TimeProps = {
  readonly label: string
  readonly className?: string | undefined
  /** "2026-11-20T09:30" of the business's clock; '' for none. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A day with its hour and minute, or none. */
export const KitTime = ({ label, className, value, onChange }: TimeProps): ReactNode => {
  const [open, setOpen] = useState(true)
  const shown = useMemo(() => (value === '' ? null : dayjs(value)), [value])
  return (
    <KitTheme>
      <DatePicker
        {...CALENDAR}
        aria-label={label}
        placeholder={peopleText.anyTime}
        {...(className === undefined ? {} : { className })}
        autoFocus
        open={open}
        onOpenChange={setOpen}
        showTime={{ format: 'HH:mm' }}
        format={TIME_FORMAT}
        value={shown}
        onChange={(one) => onChange(one ? one.format(FIELD_FORMAT) : '')}
      />
    </KitTheme>
  )
}
