import type { ReactNode } from 'react'
import { useSession } from '../../../api/session.ts'
import { type GameType, useToday } from '../../../api/shared-queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { Countdown } from '../../../components/countdown.tsx'
import { addAmounts } from '../../../lib/amount.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import type { Board } from '../board-state/board-model.ts'
import css from './mobile-head.module.css'

type Props = {
  readonly games: readonly GameType[]
  readonly gameType: string
  readonly period: Board['period'] | null
  readonly totals: Board['totals'] | null
  /** The play groups: they and the countdown stay while the rows scroll. */
  readonly tabs: ReactNode
  readonly onGame: (gameType: string) => void
}

/** The top of the board on a phone: game and period, a large countdown, three figures. */
export const MobileHead = ({ games, gameType, period, totals, tabs, onGame }: Props): ReactNode => {
  const account = useSession((session) => session.account)
  const replenishType = useSession((session) => session.replenishType)
  const today = useToday(true).data
  return (
    <>
      <div className={css.phoneTop}>
        <div>
          <select aria-label={boardText.game} value={gameType} onChange={(event) => onGame(event.currentTarget.value)}>
            {games.map((game) => (
              <option key={game.id} value={game.gameType}>
                {game.gameName}
              </option>
            ))}
          </select>
          <span>{period ? appText.period(period.periodNo) : ''}</span>
          <p>
            {account?.accountName}
            {replenishType === null ? '' : ` · [${appText.replenishTypeNow(replenishType)}]`}
          </p>
        </div>
        <Countdown period={period} />
      </div>
      {tabs}
      <dl className={css.phoneFigures} data-part="phone-figures">
        <div>
          <dt>{boardText.mobileNet}</dt>
          <dd>
            <Amount value={totals?.net ?? null} />
          </dd>
        </div>
        <div>
          <dt>{boardText.mobileWorst}</dt>
          <dd>
            <Amount value={totals?.worst ?? null} />
          </dd>
        </div>
        <div>
          <dt>{appText.todayResult}</dt>
          <dd>
            <Amount value={today ? addAmounts(today.games.map((game) => game.result)) : null} good />
          </dd>
        </div>
      </dl>
    </>
  )
}
