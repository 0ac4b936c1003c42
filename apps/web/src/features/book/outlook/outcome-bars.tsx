import { type PointerEvent, type ReactNode, useState } from 'react'
import { showAmount, wholeYuan } from '../../../lib/amount.ts'
import css from './outlook.module.css'
import { barPaths, labelledBars, type ScenarioOutcome, shortName } from './outlook-model.ts'

type Props = {
  readonly outcomes: readonly ScenarioOutcome[]
  readonly label: string
  readonly titleOf: (outcome: ScenarioOutcome) => string
}

/**
 * The results of one list of outcomes as bars. A live board draws them with every answer, so they are two paths and no
 * chart: each answer changes two attributes.
 */
export const OutcomeBars = ({ outcomes, label, titleOf }: Props): ReactNode => {
  const [pointed, setPointed] = useState<number | null>(null)
  const { gains, losses, zero } = barPaths(outcomes.map(({ result }) => wholeYuan(result)))
  const count = outcomes.length
  const told = pointed === null ? undefined : outcomes[pointed]
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) * count) / width))))
  }
  return (
    <figure
      className={css.outlookBars}
      data-part="outcome-bars"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPointed(null)}
    >
      <svg viewBox={`0 0 ${count} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
        {pointed === null ? null : <rect className={css.outlookPointed} x={pointed} width={1} height={100} />}
        <path className={css.outlookGain} d={gains} />
        <path className={css.outlookLoss} d={losses} />
        <line className={css.outlookZero} x2={count} y1={zero} y2={zero} />
      </svg>
      <p aria-hidden="true">
        {labelledBars(count).map((at) => {
          const outcome = outcomes[at]
          return outcome ? <span key={at}>{shortName(outcome)}</span> : null
        })}
      </p>
      {told && pointed !== null ? (
        <span className={css.outlookTip} data-part="outcome-tip" data-side={pointed * 2 < count ? 'right' : 'left'}>
          {titleOf(told)}　{showAmount(told.result)}
        </span>
      ) : null}
    </figure>
  )
}
