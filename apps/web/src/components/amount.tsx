import type { ReactNode } from 'react'
import { showAmount, showExact, showWhole, signOf } from '../lib/amount.ts'

type Props = {
  /** A decimal string of the wire; null shows a dash. */
  readonly value: string | null
  /** `whole`: boards, with the exact amount as a title; `two`: everywhere else. */
  readonly as?: 'two' | 'whole'
  /** Green and a plus when positive: only where that is good for the viewer. */
  readonly good?: boolean
}

/** The one way an amount gets on screen. */
export const Amount = ({ value, as = 'two', good = false }: Props): ReactNode => {
  if (value === null) return <span className="amount amount-none">—</span>
  const sign = signOf(value)
  const tone = sign < 0 ? ' amount-negative' : sign === 0 ? ' amount-zero' : good ? ' amount-good' : ''
  const text = as === 'whole' ? showWhole(value) : showAmount(value)
  return (
    <span className={`amount${tone}`} title={as === 'whole' ? showExact(value) : undefined}>
      {sign > 0 && good ? '+' : ''}
      {text}
    </span>
  )
}
