import type { ReactNode } from 'react'
import css from './sparkline.module.css'
import { HEIGHT, linePoints, WIDTH } from './sparkline-points.ts'

/** A line without axes that shows a trend; the figures are shown elsewhere. */
export const Sparkline = ({
  label,
  values,
}: {
  readonly label: string
  readonly values: readonly string[]
}): ReactNode =>
  values.length < 2 ? null : (
    <svg
      className={css.sparkline}
      data-part="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={linePoints(values)} vectorEffect="non-scaling-stroke" />
    </svg>
  )
