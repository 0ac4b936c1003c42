import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { useGameTypes } from '../../api/shared-queries.ts'
import { type DayRange, type RangeShortcut, shortcutRange } from '../../lib/time.ts'
import { reportText } from '../../text/zh-CN/report.ts'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { MOBILE, useMedia } from '../../ui/use-media.ts'
import type { DeliveryChange, DeliveryFilters } from './delivery-filters.ts'

const SHORTCUTS = (Object.keys(reportText.shortcuts) as RangeShortcut[]).map((value) => ({
  value,
  label: reportText.shortcuts[value],
}))
const STATES = [
  { value: 'settled', label: reportText.states.settled },
  { value: 'open', label: reportText.states.open },
] as const
const FORMAT = 'YYYY-MM-DD'

const sameRange = (one: DayRange, other: DayRange): boolean => one.from === other.from && one.to === other.to

type Props = {
  readonly filters: DeliveryFilters
  readonly today: string
  readonly busy: boolean
  readonly onChange: (change: DeliveryChange) => void
  readonly onQuery: () => void
  /** Buttons at the end of the bar. */
  readonly end?: ReactNode
}

/** Range, shortcuts, game and state; every choice acts at once, the button asks the same again. */
export const DeliveryForm = ({ filters, today, busy, onChange, onQuery, end }: Props): ReactNode => {
  const games = useGameTypes().data ?? []
  const mobile = useMedia(MOBILE)
  const { range } = filters
  const shortcut = SHORTCUTS.find(({ value }) => sameRange(shortcutRange(value, today), range))?.value ?? null
  const setDay = (which: 'from' | 'to', day: string): void => {
    if (day === '' || day > today) return
    const next = { ...range, [which]: day }
    onChange({ range: next.from <= next.to ? next : { from: day, to: day } })
  }
  return (
    <div className="delivery-form">
      {mobile ? (
        // The phone's own pickers are better than any of ours.
        <span className="delivery-days">
          {(['from', 'to'] as const).map((which) => (
            <input
              key={which}
              type="date"
              aria-label={reportText[which]}
              max={today}
              value={range[which]}
              onChange={(event) => setDay(which, event.currentTarget.value)}
            />
          ))}
        </span>
      ) : (
        <DatePicker.RangePicker
          aria-label={reportText.range}
          className="delivery-range"
          value={[dayjs(range.from), dayjs(range.to)]}
          disabledDate={(day) => day.format(FORMAT) > today}
          onChange={(days) => {
            const [from, to] = days ?? []
            onChange({ range: from && to ? { from: from.format(FORMAT), to: to.format(FORMAT) } : null })
          }}
        />
      )}
      <ToggleGroup
        name="shortcut"
        label={reportText.shortcutsLabel}
        options={SHORTCUTS}
        value={shortcut}
        onChange={(value) => onChange({ range: shortcutRange(value, today) })}
      />
      <button type="button" className="link-button" onClick={() => onChange({ range: null })}>
        {reportText.clear}
      </button>
      <Select
        className="delivery-games"
        aria-label={reportText.gamesLabel}
        value={filters.gameId ?? 0}
        options={[
          { value: 0, label: reportText.games },
          ...games.map((game) => ({ value: game.id, label: game.gameName })),
        ]}
        onChange={(gameId: number) => onChange({ gameId: gameId === 0 ? null : gameId })}
      />
      <ToggleGroup
        name="state"
        label={reportText.state}
        options={STATES}
        value={filters.state}
        onChange={(state) => onChange({ state })}
      />
      <button type="button" className="plain-button delivery-query" disabled={busy} onClick={onQuery}>
        {reportText.query}
      </button>
      {end === undefined ? null : <span className="delivery-end">{end}</span>}
    </div>
  )
}
