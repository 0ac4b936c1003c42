import { type ReactNode, type Ref, useState } from 'react'
import { showAmount, showExact, showWhole, signOf } from '../lib/amount.ts'

type Props = {
  /** A decimal string of the wire; null shows a dash. */
  readonly value: string | null
  /** `whole`: boards, with the exact amount as a title; `two`: everywhere else. */
  readonly as?: 'two' | 'whole'
  /** Green and a plus when positive: only where that is good for the viewer. */
  readonly good?: boolean
  readonly ref?: Ref<HTMLSpanElement>
}

/** The one way an amount gets on screen. */
export const Amount = ({ value, as = 'two', good = false, ref }: Props): ReactNode => {
  // Live boards draw hundreds of amounts again, and one at most is pointed at: a title is made for that one.
  const [pointedAt, setPointedAt] = useState(false)
  if (value === null) return <span className="amount amount-none">—</span>
  const sign = signOf(value)
  const tone = sign < 0 ? ' amount-negative' : sign === 0 ? ' amount-zero' : good ? ' amount-good' : ''
  const text = as === 'whole' ? showWhole(value) : showAmount(value)
  return (
    <span
      ref={ref}
      className={`amount${tone}`}
      title={pointedAt ? showExact(value) : undefined}
      onPointerEnter={as === 'whole' ? () => setPointedAt(true) : undefined}
    >
      {sign > 0 && good ? `+${text}` : text}
    </span>
  )
}
