import { type ReactNode, type Ref, useState } from 'react'
import { showAmount, showExact, showWhole, signOf, signOfTwo, signOfWhole } from '../lib/amount.ts'

type Props = {
  /** A decimal string of the wire; null shows a dash. */
  readonly value: string | null
  /** `whole`: boards, with the exact amount as a title and for `ExactTip`; `two`: everywhere else. */
  readonly as?: 'two' | 'whole'
  /** Positive values are green with a plus sign: only if positive is good for the viewer. */
  readonly good?: boolean
  readonly ref?: Ref<HTMLSpanElement>
}

/** In place of an amount that is being read: a dash would say that there is none. */
export const AmountToCome = (): ReactNode => <span className="amount amount-to-come" aria-hidden="true" />

/** The only component that shows amounts. */
export const Amount = ({ value, as = 'two', good = false, ref }: Props): ReactNode => {
  // Live boards render hundreds of amounts often, so the title is made only for the one under the pointer.
  const [pointedAt, setPointedAt] = useState(false)
  if (value === null) return <span className="amount amount-none">—</span>
  const sign = as === 'whole' ? signOfWhole(value) : signOfTwo(value)
  const tone =
    sign < 0
      ? ' amount-negative'
      : sign === 0 && signOf(value) === 0
        ? ' amount-zero'
        : good && sign > 0
          ? ' amount-good'
          : ''
  const text = as === 'whole' ? showWhole(value) : showAmount(value)
  return (
    <span
      ref={ref}
      className={`amount${tone}`}
      data-exact={as === 'whole' ? value : undefined}
      title={pointedAt ? showExact(value) : undefined}
      onPointerEnter={as === 'whole' ? () => setPointedAt(true) : undefined}
    >
      {sign > 0 && good ? `+${text}` : text}
    </span>
  )
}
