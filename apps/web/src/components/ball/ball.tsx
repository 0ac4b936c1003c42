import './ball.css'
import type { ReactNode } from 'react'
import { ballText, ballTone } from './ball-colour.ts'

type Props = { readonly gameType: string; readonly number: number; readonly large?: boolean }

/** A drawn or bet number in its game's own colour; the same everywhere. */
export const Ball = ({ gameType, number, large = false }: Props): ReactNode => (
  <span className={`ball ball-${ballTone(gameType, number)}${large ? ' ball-large' : ''}`}>
    {ballText(gameType, number)}
  </span>
)
