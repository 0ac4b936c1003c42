import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { showAmount, wholeYuan } from '../../../lib/amount.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { outlookText } from '../../../text/zh-CN/rooms/outlook.ts'
import type { Picture } from './draw-outcomes.ts'
import { OutcomeBars } from './outcome-bars.tsx'
import css from './outlook.module.css'
import { extremes, placeOf, rowsOfOutcomes, type ScenarioOutcome, shortName } from './outlook-model.ts'

const titleOf = (outcome: ScenarioOutcome): string => {
  const percent = /^P(\d+)$/.exec(outcome.code)?.[1]
  if (percent === undefined) return outcome.label
  if (percent === '0') return outlookText.worstOf
  return percent === '100' ? outlookText.bestOf : outlookText.percentile(percent)
}

type Rows = ReturnType<typeof rowsOfOutcomes>

const pictureOf = (rows: Rows): Picture => ({
  rows: rows.map((row) => ({
    name: row[0] ? placeOf(row[0]) : '',
    marks: row.map((outcome) => ({
      name: shortName(outcome),
      title: titleOf(outcome),
      yuan: wholeYuan(outcome.result),
      shown: showAmount(outcome.result),
    })),
  })),
})

/** The chart library is the largest chunk, so it is loaded after the figures. */
const drawing = async (): Promise<typeof import('./draw-outcomes.ts')> => {
  await whenIdle()
  return await import('./draw-outcomes.ts')
}

/** A heat map by place; only this file loads the chart library. */
const HeatMap = ({ rows, label }: { readonly rows: Rows; readonly label: string }): ReactNode => {
  const ground = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ readonly show: (picture: Picture) => void; readonly end: () => void } | null>(null)
  const picture = useMemo(() => pictureOf(rows), [rows])
  const latest = useRef(picture)
  useEffect(() => {
    latest.current = picture
    drawn.current?.show(picture)
  }, [picture])
  useEffect(() => {
    let left = false
    void drawing().then(({ drawOutcomes }) => {
      if (ground.current && !left) drawn.current = drawOutcomes(ground.current, latest.current)
    })
    return () => {
      left = true
      drawn.current?.end()
      drawn.current = null
    }
  }, [])
  return (
    <div
      ref={ground}
      className={rows.length > 5 ? `${css.outlookHeat} ${css.outlookHeatTall}` : css.outlookHeat}
      role="img"
      aria-label={label}
    />
  )
}

type Props = {
  readonly outcomes: readonly ScenarioOutcome[]
  /** The results stand nowhere else on the page as text. */
  readonly listed: boolean
}

/** Results as bars, or as a heat map by place, and as a list for screen readers. */
export const OutlookChart = ({ outcomes, listed }: Props): ReactNode => {
  const rows = useMemo(() => rowsOfOutcomes(outcomes), [outcomes])
  const { worst, best } = extremes(outcomes)
  const label = outlookText.chart(showAmount(worst), showAmount(best))
  return (
    <>
      {rows.length === 1 ? <OutcomeBars {...{ outcomes, label, titleOf }} /> : <HeatMap {...{ rows, label }} />}
      {listed ? (
        <ul className="visually-hidden">
          {outcomes.map((outcome) => (
            <li key={outcome.code}>
              {titleOf(outcome)} {showAmount(outcome.result)}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
