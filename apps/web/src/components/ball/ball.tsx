import type { ReactNode } from 'react'
import css from './ball.module.css'
import { ballText, ballTone } from './ball-colour.ts'

type Props = { readonly gameType: string; readonly number: number; readonly large?: boolean }

/** A drawn or bet number in its game's own colour; the same everywhere. */
export const Ball = ({ gameType, number, large = false }: Props): ReactNode => (
  <span
    data-part="ball"
    className={`${css.ball} ${css[`ball-${ballTone(gameType, number)}`] ?? ''}${large ? ` ${css.ballLarge}` : ''}`}
  >
    {ballText(gameType, number)}
  </span>
)
