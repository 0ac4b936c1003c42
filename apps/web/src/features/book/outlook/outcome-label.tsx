import type { ReactNode } from 'react'
import { Ball } from '../../../components/ball/ball.tsx'
import { ballNumber, isSumPlay } from '../../../components/ball/ball-colour.ts'
import boardSideCss from '../board/board-side.module.css'
import css from './outlook.module.css'
import { ballsOfCode, itemOfCode } from './outlook-model.ts'

type Props = {
  readonly gameType: string
  readonly outcome: { readonly code: string; readonly label: string }
}

/** Index of the special number among the seven. */
const SPECIAL = 6

/** A draw by its balls, or an outcome by its ball and, with several places, its place. */
export const OutcomeLabel = ({ gameType, outcome }: Props): ReactNode => {
  const balls = ballsOfCode(outcome.code)
  if (balls)
    return (
      <span className={css.outcomeDraw}>
        {balls.map((number, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawn number is known by its place
          <span key={place} className={gameType === '6HC' && place === SPECIAL ? css.outcomeSpecial : undefined}>
            {gameType === '6HC' && place === SPECIAL ? <i aria-hidden="true">+</i> : null}
            <Ball gameType={gameType} number={number} />
          </span>
        ))}
      </span>
    )
  const item = itemOfCode(outcome.code)
  const number = item && ballNumber(gameType, item)
  const [place] = outcome.label.split(' ')
  const severalPlaces = gameType === '5M' || gameType === 'PK'
  return (
    <span className={boardSideCss.worstItem}>
      {severalPlaces ? <small>{place}</small> : null}
      {number === null ? (
        <b>{outcome.label}</b>
      ) : (
        <Ball gameType={gameType} number={number} sum={isSumPlay(item?.playCode ?? '')} />
      )}
    </span>
  )
}
