import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { showAmount, wholeYuan } from '../../../lib/amount.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { outlookText } from '../../../text/zh-CN/rooms/outlook.ts'
import type { Picture } from './draw-outcomes.ts'
import css from './outlook.module.css'
import { extremes, placeOf, rowsOfOutcomes, type ScenarioOutcome, shortName } from './outlook-model.ts'

const titleOf = (outcome: ScenarioOutcome): string => {
  const percent = /^P(\d+)$/.exec(outcome.code)?.[1]
  if (percent === undefined) return outcome.label
  if (percent === '0') return outlookText.worstOf
  return percent === '100' ? outlookText.bestOf : outlookText.percentile(percent)
}

const pictureOf = (outcomes: readonly ScenarioOutcome[]): Picture => ({
  rows: rowsOfOutcomes(outcomes).map((row) => ({
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

/** Results as bars, or as a heat map by place; only this file loads the chart library. */
export const OutlookChart = ({ outcomes }: { readonly outcomes: readonly ScenarioOutcome[] }): ReactNode => {
  const ground = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ readonly show: (picture: Picture) => void; readonly end: () => void } | null>(null)
  const picture = useMemo(() => pictureOf(outcomes), [outcomes])
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
  const { worst, best } = extremes(outcomes)
  const rows = picture.rows.length
  return (
    <>
      <div
        ref={ground}
        className={
          rows === 1
            ? css.outlookChart
            : rows > 5
              ? `${css.outlookChart} ${css.outlookHeatTall}`
              : `${css.outlookChart} ${css.outlookHeat}`
        }
        role="img"
        aria-label={outlookText.chart(showAmount(worst), showAmount(best))}
      />
      <ul className="visually-hidden">
        {outcomes.map((outcome) => (
          <li key={outcome.code}>
            {titleOf(outcome)} {showAmount(outcome.result)}
          </li>
        ))}
      </ul>
    </>
  )
}
