import type { GameCode } from '@strata/domain/games/catalogue'
import { labelsOfBall } from '@strata/domain/games/draw-labels'
import type { ReactNode } from 'react'
import { Ball } from '../../components/ball/ball.tsx'
import { formatDate } from '../../lib/instant.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { isSpecial } from './balls.tsx'
import { optionsOf, type Period } from './period-model.ts'
import css from './results.module.css'

type Props = { readonly game: GameCode; readonly period: Period; readonly text: string }

/** What one ball counts as by itself, under it. */
export const BallNotes = ({ game, period, text }: Props): ReactNode => {
  const labels = text === '' ? null : labelsOfBall(game, Number(text), formatDate(period.drawAt), optionsOf(period))
  return (
    <>
      {game === '6HC' ? <b>{labels ? `${labels.animal ?? ''} · ${labels.element ?? ''}` : ' '}</b> : null}
      <small>{labels ? labels.sides.join(' ') : ' '}</small>
    </>
  )
}

/** A result in force, as large as it was typed. */
export const LargeBalls = ({
  game,
  period,
  balls,
}: Omit<Props, 'text'> & { readonly balls: readonly number[] }): ReactNode => (
  <div className={css.cells} data-count={balls.length}>
    {balls.map((ball, place) => {
      const name = fourEyesText.places[game][place]
      return (
        <span key={name} className={isSpecial(game, place) ? `${css.cell} ${css.cellSpecial}` : css.cell}>
          <small>{name}</small>
          <span className={css.cellBall}>
            <Ball gameType={game} number={ball} huge />
          </span>
          <BallNotes game={game} period={period} text={String(ball)} />
        </span>
      )
    })}
  </div>
)
