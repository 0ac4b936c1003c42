import { memo, type ReactNode } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { DrawnBalls } from '../../../components/ball/drawn-balls.tsx'
import countdownCss from '../../../components/countdown.module.css'
import { formatCountdown } from '../../../lib/time.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { useSecond } from '../../../ui/hooks/use-second.ts'
import type { Board } from '../board-state/board-model.ts'
import css from './period-strip.module.css'
import { useBoardChoice } from './use-board-choice.ts'

type Props = {
  readonly period: Board['period'] | null
  readonly gameType: string
  readonly offered: { readonly periodNo: string } | null
  readonly onFollow: () => void
}

const CHOICES = ['moneyFirst', 'follows'] as const

/** Below this the countdown is coloured. */
const URGENT_MS = 10_000

/** The time left for replenishment after the close. */
const ReplenishWindow = ({ period }: { readonly period: Board['period'] }): ReactNode => {
  const left = period.hedgeCloseAt - serverNow()
  if (period.state !== 'open' && period.state !== 'closed') return null
  if (left <= 0) return <span>{boardText.replenishClosed}</span>
  return (
    <span role="timer">
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

/** It shows no figure, so a newer answer does not draw it. */
const Choices = memo((): ReactNode => {
  const { choice, change } = useBoardChoice()
  return (
    <span className={css.stripChoices}>
      {CHOICES.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={choice[name]}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          />
          {boardText.choices[name]}
        </label>
      ))}
    </span>
  )
})

/**
 * After the close the period stays on screen and shows its draw; the next period is only offered, unless the user
 * chose to follow it. The strip always has its place, so that nothing moves when it says something. On a phone this
 * place is one line: the choices give way to what is said, and the time left to the numbers drawn.
 */
export const PeriodStrip = ({ period, gameType, offered, onFollow }: Props): ReactNode => {
  useSecond()
  const ended = period !== null && (period.state !== 'open' || serverNow() >= period.closeAt)
  const drawn = period?.result ?? []
  return (
    <div className={css.strip} data-part="period-strip">
      {period && (ended || offered) ? (
        <span className={css.stripSaid}>
          <span className={css.stripLocked} role="status" title={boardText.lockedHint}>
            {boardText.locked(period.periodNo)}
          </span>
          <span className={drawn.length > 0 ? css.stripDrawn : ''}>
            <ReplenishWindow period={period} />
          </span>
          {drawn.length > 0 ? (
            <span className={css.stripResult} role="status">
              <span className={css.stripWords}>{boardText.result}</span>
              <DrawnBalls gameType={gameType} balls={drawn} />
            </span>
          ) : null}
          {offered ? (
            <span className={css.stripNext}>
              <span className={css.stripWords}>{boardText.nextPeriod(offered.periodNo)}</span>
              <button type="button" className="plain-button" onClick={onFollow}>
                {boardText.goToNext}
              </button>
            </span>
          ) : null}
        </span>
      ) : null}
      <Choices />
    </div>
  )
}
