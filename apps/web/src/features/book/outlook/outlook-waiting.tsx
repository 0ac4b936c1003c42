import type { ReactNode } from 'react'
import { outlookText } from '../../../text/zh-CN/rooms/outlook.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import boardSideCss from '../board/board-side.module.css'
import css from './outlook.module.css'

/** A placeholder with the height of the ten worst, so that nothing below moves. */
export const WorstWaiting = (): ReactNode => (
  <section className={`card ${boardSideCss.sideCard} ${css.outlookWorstWaiting}`} aria-hidden="true">
    <Skeleton label="" rows={9} />
  </section>
)

/** A placeholder with the height of the outlook, because the board stretches to its height. */
export const OutlookWaiting = ({ advised }: { readonly advised: boolean }): ReactNode => (
  <>
    <section className={`card ${boardSideCss.sideCard} ${css.outlook} ${css.outlookWaiting}`}>
      <Skeleton label={outlookText.counting} rows={6} />
    </section>
    <WorstWaiting />
    {advised ? <section className={`card ${boardSideCss.sideCard} ${css.adviceWaiting}`} aria-hidden="true" /> : null}
  </>
)
