import type { ReactNode } from 'react'
import { type DayRange, type RangeShortcut, shortcutRange } from '../../lib/time.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { Days } from './days.tsx'

const SHORTCUTS = (Object.keys(peopleText.shortcuts) as RangeShortcut[]).map((value) => ({
  value,
  label: peopleText.shortcuts[value],
}))

type Props = {
  readonly range: DayRange
  readonly today: string
  /** null: back to the page's default. */
  readonly onChange: (range: DayRange | null) => void
}

/** The product's shortcuts of ranges; `name` tells the groups of one page apart. */
export const RangeShortcuts = ({
  range,
  today,
  name = 'day-range',
  onChange,
}: Omit<Props, 'onChange'> & {
  readonly name?: string
  readonly onChange: (range: DayRange) => void
}): ReactNode => {
  const shortcut =
    SHORTCUTS.find(({ value }) => {
      const one = shortcutRange(value, today)
      return one.from === range.from && one.to === range.to
    })?.value ?? null
  return (
    <ToggleGroup
      name={name}
      label={peopleText.shortcutsLabel}
      options={SHORTCUTS}
      value={shortcut}
      onChange={(value) => onChange(shortcutRange(value, today))}
    />
  )
}

/** A range of business days up to today at most, with the product's shortcuts. */
export const DayRangeField = ({ range, today, onChange }: Props): ReactNode => (
  <>
    <Days range={range} today={today} onChange={onChange} />
    <RangeShortcuts range={range} today={today} onChange={onChange} />
    <button type="button" className="link-button" onClick={() => onChange(null)}>
      {peopleText.clear}
    </button>
  </>
)
