import '../../ui/fields/labelled.css'
import type { ReactNode } from 'react'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import type { TimeProps } from '../kit/kit-days.tsx'
import css from '../kit/on-demand.module.css'
import { onDemand } from '../kit/on-demand.tsx'

const KitTime = onDemand<TimeProps>(async () => (await import('../kit/kit-days.tsx')).KitTime)

/** A day with its hour and minute, "2026-11-20T09:30", or '' for none: the kit's picker; on a phone the phone's. */
export const DayTime = ({ label, value, onChange }: Omit<TimeProps, 'className'>): ReactNode =>
  useMedia(MOBILE) ? (
    <input
      type="datetime-local"
      className="text-input"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <KitTime
      standIn={{
        label,
        text: value === '' ? peopleText.anyTime : value.replace('T', ' '),
        hint: value === '',
        className: css.daysTime,
        icon: 'calendar',
      }}
      label={label}
      className={css.daysTime}
      value={value}
      onChange={onChange}
    />
  )
