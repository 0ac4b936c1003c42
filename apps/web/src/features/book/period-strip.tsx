import type { ReactNode } from 'react'
import { Ball } from '../../components/ball.tsx'
import { boardText } from '../../text/zh-CN/board.ts'
import type { Board } from './board-model.ts'

type Props = {
  readonly period: Board['period'] | null
  readonly gameType: string
  readonly offered: { readonly periodNo: string } | null
  readonly onFollow: () => void
}

/** After the close: the period stays, its draw is shown when it comes, the next one is only offered. */
export const PeriodStrip = ({ period, gameType, offered, onFollow }: Props): ReactNode => {
  if (!period || (period.state === 'open' && !offered)) return null
  return (
    <div className="strip card" role="status">
      <span>{boardText.locked(period.periodNo)}</span>
      {period.result && period.result.length > 0 ? (
        <span className="strip-result">
          {boardText.result}
          {period.result.map((number, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a drawn number is known by its place
            <Ball key={index} gameType={gameType} number={number} />
          ))}
        </span>
      ) : null}
      {offered ? (
        <span className="strip-next">
          {boardText.nextPeriod(offered.periodNo)}
          <button type="button" className="plain-button" onClick={onFollow}>
            {boardText.goToNext}
          </button>
        </span>
      ) : null}
    </div>
  )
}
