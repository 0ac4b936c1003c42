import type { ReactNode } from 'react'
import { serverNow } from '../api/clock.ts'
import { useSecond } from '../ui/hooks/use-second.ts'
import css from './countdown.module.css'
import { countdownOf, type PeriodTimes } from './countdown-view.ts'

export const Countdown = ({ period }: { readonly period: PeriodTimes | null }): ReactNode => {
  useSecond()
  const { label, left, urgent } = countdownOf(period, serverNow())
  return (
    <span className={css.countdown} data-part="countdown" role="timer">
      <span className={css.countdownLabel} data-part="countdown-label">
        {label}
      </span>{' '}
      <b
        data-part={urgent ? 'countdown-left countdown-urgent' : 'countdown-left'}
        className={urgent ? `${css.countdownLeft} ${css.countdownUrgent}` : css.countdownLeft}
      >
        {left}
      </b>
    </span>
  )
}
