import { PERIOD_STATE_WORDS } from '@strata/contract/words'
import { mayChange } from '@strata/domain/games/month'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { formatClock } from '../../lib/instant.ts'
import { changeText, monthText as words } from '../../text/zh-CN/rooms/periods.ts'
import type { MonthDay, Proposed } from './month-model.ts'
import css from './periods.module.css'

export type DayActs = {
  readonly open: (proposed: Proposed) => void
  readonly change: (period: MonthDay['periods'][number]) => void
  readonly set: (day: string, kind: 'out' | 'in' | 'template') => void
}

const SHOWN = 2

const times = ({ closeAt, drawAt }: Proposed): string =>
  `${formatClock(closeAt).slice(0, 5)} / ${formatClock(drawAt).slice(0, 5)}`

type Props = { readonly of: MonthDay; readonly today: string; readonly acts: DayActs | null }

const Single = ({ of, acts }: { readonly of: MonthDay; readonly acts: DayActs }): ReactNode => {
  if (!of.isOpen || of.periods.some(({ state }) => state !== 'void')) return null
  const { day, proposed, isOut, isAdded } = of
  const button = (kind: 'out' | 'in' | 'template', text: string): ReactNode => (
    <button type="button" className={`link-button ${kind === 'in' ? css.add : ''}`} onClick={() => acts.set(day, kind)}>
      {text}
    </button>
  )
  if (isOut) return button('template', words.bringBack)
  if (isAdded) return button('template', words.remove)
  return proposed === null ? button('in', words.add) : button('out', words.leaveOut)
}

/** A day of the month: its periods, what is proposed, and what may be done. */
export const DayCell = ({ of, today, acts }: Props): ReactNode => {
  const { day, periods, proposed, isOut, isOpen } = of
  const tone = day === today ? css.dayNow : isOpen ? '' : css.dayOff
  const [whole, setWhole] = useState(false)
  const more = periods.length - SHOWN
  return (
    <li className={`${css.day} ${tone}`} data-day={day}>
      <time dateTime={day}>{day.slice(5)}</time>
      {(whole ? periods : periods.slice(0, SHOWN)).map((period) => (
        <span key={period.periodNo} className={css.period} data-period={period.periodNo}>
          <span>
            <b>{period.periodNo}</b>
            {PERIOD_STATE_WORDS[period.state]}
          </span>
          <span>
            {times(period)}
            {acts !== null && mayChange(period, serverNow()) ? (
              <button type="button" className="link-button" onClick={() => acts.change(period)}>
                {changeText.change}
              </button>
            ) : null}
          </span>
        </span>
      ))}
      {more > 0 ? (
        <button
          type="button"
          className="link-button"
          aria-expanded={whole}
          aria-label={words.ofDay(whole ? words.fold : words.more(more), day)}
          onClick={() => setWhole(!whole)}
        >
          {whole ? words.fold : words.more(more)}
        </button>
      ) : null}
      {proposed === null ? null : (
        <span className={css.proposed} data-proposed={proposed.periodNo}>
          <span>
            <b>{proposed.periodNo}</b>
            {acts === null ? (
              words.proposed
            ) : (
              <button type="button" className="link-button" onClick={() => acts.open(proposed)}>
                {words.openOne}
              </button>
            )}
          </span>
          <span>{times(proposed)}</span>
        </span>
      )}
      {isOut ? <span className={css.more}>{words.leftOut}</span> : null}
      {acts === null ? null : <Single of={of} acts={acts} />}
    </li>
  )
}
