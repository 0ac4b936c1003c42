import './outlook.css'
import type { ReactNode } from 'react'
import { outlookText } from '../../../text/zh-CN/rooms/outlook.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'

/** Where the ten worst will be, as large as they are: what stands below keeps its place. */
export const WorstWaiting = (): ReactNode => (
  <section className="card side-card outlook-worst-waiting" aria-hidden="true">
    <Skeleton label="" rows={9} />
  </section>
)

/** The outlook before its figures, as large as with them: a board stretches to what stands beside it. */
export const OutlookWaiting = ({ advised }: { readonly advised: boolean }): ReactNode => (
  <>
    <section className="card side-card outlook outlook-waiting">
      <Skeleton label={outlookText.counting} rows={6} />
    </section>
    <WorstWaiting />
    {advised ? <section className="card side-card advice-waiting" aria-hidden="true" /> : null}
  </>
)
