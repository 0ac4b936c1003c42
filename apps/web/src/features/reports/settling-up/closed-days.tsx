import type { ReactNode } from 'react'
import { Days } from '../../../components/days/days.tsx'
import { type DayRange, type RangeShortcut, shiftDay, shortcutRange } from '../../../lib/time.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'

/** A range cut to end on the last day that is over. */
export const closedPart = ({ from, to }: DayRange, last: string): DayRange => ({
  from: from <= last ? from : last,
  to: to <= last ? to : last,
})

const SHORTCUTS = (['yesterday', 'last7', 'thisMonth', 'lastMonth'] as const).map((value) => ({
  value,
  label: reportText.shortcuts[value],
}))

type ClosedDaysProps = {
  readonly range: DayRange
  /** The last day that is over. */
  readonly last: string
  readonly onChange: (range: DayRange) => void
}

/** A range of closed days: no shortcut and no picker includes today. */
export const ClosedDays = ({ range, last, onChange }: ClosedDaysProps): ReactNode => {
  const closed = (shortcut: RangeShortcut): DayRange => closedPart(shortcutRange(shortcut, shiftDay(last, 1)), last)
  const chosen = SHORTCUTS.find(({ value }) => {
    const { from, to } = closed(value)
    return from === range.from && to === range.to
  })
  return (
    <>
      <Days range={range} today={last} onChange={(next) => next && onChange(next)} />
      <ToggleGroup
        name="settling-range"
        label={reportText.shortcutsLabel}
        options={SHORTCUTS}
        value={chosen?.value ?? null}
        onChange={(value) => onChange(closed(value))}
      />
    </>
  )
}
