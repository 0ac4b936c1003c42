import type { ReactNode } from 'react'
import { outlookText } from '../../../text/zh-CN/rooms/outlook.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import boardSideCss from '../board/board-side.module.css'
import css from './outlook.module.css'

/** Where the ten worst will be, as large as they are: what stands below keeps its place. */
export const WorstWaiting = (): ReactNode => (
  <section className={`card ${boardSideCss.sideCard} ${css.outlookWorstWaiting}`} aria-hidden="true">
    <Skeleton label="" rows={9} />
  </section>
)

/** The outlook before its figures, as large as with them: a board stretches to what stands beside it. */
export const OutlookWaiting = ({ advised }: { readonly advised: boolean }): ReactNode => (
  <>
    <section className={`card ${boardSideCss.sideCard} ${css.outlook} ${css.outlookWaiting}`}>
      <Skeleton label={outlookText.counting} rows={6} />
    </section>
    <WorstWaiting />
    {advised ? <section className={`card ${boardSideCss.sideCard} ${css.adviceWaiting}`} aria-hidden="true" /> : null}
  </>
)
