import type { ReactNode } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { Ball } from '../../../components/ball/ball.tsx'
import countdownCss from '../../../components/countdown.module.css'
import { formatCountdown } from '../../../lib/time.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { useSecond } from '../../../ui/hooks/use-second.ts'
import type { Board } from '../board-state/board-model.ts'
import css from './period-strip.module.css'

type Props = {
  readonly period: Board['period'] | null
  readonly gameType: string
  readonly offered: { readonly periodNo: string } | null
  readonly onFollow: () => void
}

/** Below this the countdown is coloured. */
const URGENT_MS = 10_000

/** The time left for replenishment after the close. */
const ReplenishWindow = ({ period }: { readonly period: Board['period'] }): ReactNode => {
  const left = period.hedgeCloseAt - serverNow()
  if (period.state !== 'open' && period.state !== 'closed') return null
  if (left <= 0) return <span className={css.stripWindow}>{boardText.replenishClosed}</span>
  return (
    <span className={css.stripWindow} role="timer">
      {boardText.replenishLeft}{' '}
      <b
        className={
          left <= URGENT_MS
            ? `${countdownCss.countdownLeft} ${countdownCss.countdownUrgent}`
            : countdownCss.countdownLeft
        }
      >
        {formatCountdown(left)}
      </b>
    </span>
  )
}

/** After the close the period stays on screen and shows its draw; the next period is only offered. */
export const PeriodStrip = ({ period, gameType, offered, onFollow }: Props): ReactNode => {
  useSecond()
  if (!period || (period.state === 'open' && serverNow() < period.closeAt && !offered)) return null
  return (
    <div className={`${css.strip} card`}>
      <span role="status">{boardText.locked(period.periodNo)}</span>
      <ReplenishWindow period={period} />
      {period.result && period.result.length > 0 ? (
        <span className={css.stripResult} role="status">
          {boardText.result}
          {period.result.map((number, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a drawn number is known by its place
            <Ball key={index} gameType={gameType} number={number} />
          ))}
        </span>
      ) : null}
      {offered ? (
        <span className={css.stripNext}>
          {boardText.nextPeriod(offered.periodNo)}
          <button type="button" className="plain-button" onClick={onFollow}>
            {boardText.goToNext}
          </button>
        </span>
      ) : null}
    </div>
  )
}
