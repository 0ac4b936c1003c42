import '../../ui/fields/labelled.css'
import '../../ui/page/list-page.css'
import type { ReactNode } from 'react'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import type { DayProps, RangeProps } from '../kit/kit-days.tsx'
import css from '../kit/on-demand.module.css'
import { onDemand } from '../kit/on-demand.tsx'

const load = () => import('../kit/kit-days.tsx')
const KitRange = onDemand<RangeProps>(async () => (await load()).KitRange)
const KitDay = onDemand<DayProps>(async () => (await load()).KitDay)

/** From one day to another, neither after today. Phones use their own date pickers. */
export const Days = ({ range, today, onChange }: Pick<RangeProps, 'range' | 'today' | 'onChange'>): ReactNode => {
  const mobile = useMedia(MOBILE)
  const setDay = (which: 'from' | 'to', day: string): void => {
    if (day === '' || day > today) return
    const next = { ...range, [which]: day }
    onChange(next.from <= next.to ? next : { from: day, to: day })
  }
  return mobile ? (
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
    <KitRange
      standIn={{
        label: peopleText.range,
        text: `${range.from} → ${range.to}`,
        className: css.daysRange,
        icon: 'calendar',
      }}
      label={peopleText.range}
      className={css.daysRange}
      range={range}
      today={today}
      onChange={onChange}
    />
  )
}

/** One day, or any. */
export const Day = ({ label, value, today, onChange }: Omit<DayProps, 'className'>): ReactNode =>
  useMedia(MOBILE) ? (
    <input
      type="date"
      className="text-input"
      aria-label={label}
      max={today}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  ) : (
    <KitDay
      standIn={{ label, text: value ?? label, hint: value === null, className: css.daysOne, icon: 'calendar' }}
      label={label}
      className={css.daysOne}
      value={value}
      {...(today === undefined ? {} : { today })}
      onChange={onChange}
    />
  )
