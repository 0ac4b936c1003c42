import '../ui/labelled.css'
import '../ui/list-page.css'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { type DayRange, type RangeShortcut, shortcutRange } from '../lib/time.ts'
import { peopleText } from '../text/zh-CN/people.ts'
import { ToggleGroup } from '../ui/toggle-group.tsx'
import { MOBILE, useMedia } from '../ui/use-media.ts'

const SHORTCUTS = (Object.keys(peopleText.shortcuts) as RangeShortcut[]).map((value) => ({
  value,
  label: peopleText.shortcuts[value],
}))
const FORMAT = 'YYYY-MM-DD'

type Props = {
  readonly range: DayRange
  readonly today: string
  /** null: back to the page's own default. */
  readonly onChange: (range: DayRange | null) => void
}

/** A range of business days that never passes today, with the product's shortcuts. */
export const DayRangeField = ({ range, today, onChange }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const shortcut =
    SHORTCUTS.find(({ value }) => {
      const one = shortcutRange(value, today)
      return one.from === range.from && one.to === range.to
    })?.value ?? null
  const setDay = (which: 'from' | 'to', day: string): void => {
    if (day === '' || day > today) return
    const next = { ...range, [which]: day }
    onChange(next.from <= next.to ? next : { from: day, to: day })
  }
  return (
    <>
      {mobile ? (
        <span className="day-inputs">
          {(['from', 'to'] as const).map((which) => (
            <input
              key={which}
              type="date"
              className="text-input"
              aria-label={peopleText[which]}
              max={today}
              value={range[which]}
              onChange={(event) => setDay(which, event.currentTarget.value)}
            />
          ))}
        </span>
      ) : (
        <DatePicker.RangePicker
          aria-label={peopleText.range}
          style={{ width: 240 }}
          value={[dayjs(range.from), dayjs(range.to)]}
          disabledDate={(day) => day.format(FORMAT) > today}
          onChange={(days) => {
            const [from, to] = days ?? []
            onChange(from && to ? { from: from.format(FORMAT), to: to.format(FORMAT) } : null)
          }}
        />
      )}
      <ToggleGroup
        name="day-range"
        label={peopleText.shortcutsLabel}
        options={SHORTCUTS}
        value={shortcut}
        onChange={(value) => onChange(shortcutRange(value, today))}
      />
      <button type="button" className="link-button" onClick={() => onChange(null)}>
        {peopleText.clear}
      </button>
    </>
  )
}
