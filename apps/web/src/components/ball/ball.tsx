import type { ReactNode } from 'react'
import css from './ball.module.css'
import { ballText, ballTone } from './ball-colour.ts'

type Props = {
  readonly gameType: string
  readonly number: number
  /** A sum of drawn numbers; of PC it has a colour, its digits have none. */
  readonly sum?: boolean
  readonly huge?: boolean
}

/** A drawn or bet number in its game's own colour; the same everywhere. */
export const Ball = ({ gameType, number, sum = false, huge = false }: Props): ReactNode => (
  <span
    data-part="ball"
    className={`${css.ball} ${css[`ball-${ballTone(gameType, number, sum)}`] ?? ''}${huge ? ` ${css.ballHuge}` : ''}`}
  >
    {ballText(gameType, number)}
  </span>
)
