import type { ReactNode } from 'react'
import css from './ball.module.css'
import { ballText, ballTone } from './ball-colour.ts'

type Props = { readonly gameType: string; readonly number: number; readonly huge?: boolean }

/** A drawn or bet number in its game's own colour; the same everywhere. */
export const Ball = ({ gameType, number, huge = false }: Props): ReactNode => (
  <span
    data-part="ball"
    className={`${css.ball} ${css[`ball-${ballTone(gameType, number)}`] ?? ''}${huge ? ` ${css.ballHuge}` : ''}`}
  >
    {ballText(gameType, number)}
  </span>
)
