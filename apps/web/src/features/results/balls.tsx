import type { GameCode } from '@strata/domain/games/catalogue'
import type { ReactNode } from 'react'
import { Ball } from '../../components/ball/ball.tsx'
import css from './results.module.css'

type Props = {
  readonly game: GameCode
  readonly balls: readonly number[]
  /** Balls that differ from these get a ring. */
  readonly against?: readonly number[]
}

export const isSpecial = (game: GameCode, place: number): boolean => game === '6HC' && place === 6

/** Balls in the order drawn, in one line. */
export const Balls = ({ game, balls, against = [] }: Props): ReactNode => (
  <span className={css.balls}>
    {balls.map((ball, place) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawn number is known by its place
        key={place}
        className={isSpecial(game, place) ? css.special : undefined}
        data-changed={(against.length > 0 && against[place] !== ball) || undefined}
      >
        <Ball gameType={game} number={ball} />
      </span>
    ))}
  </span>
)
