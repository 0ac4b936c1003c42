import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { outlookText } from '../../../text/zh-CN/rooms/outlook.ts'
import css from './outlook-opener.module.css'
import type { OutlookSheet as Sheet } from './outlook-sheet.tsx'

const OutlookSheet = lazy(async () => ({ default: (await import('./outlook-sheet.tsx')).OutlookSheet }))

/** On a phone the panel opens over the board. */
export const OutlookOpener = (panel: Omit<ComponentProps<typeof Sheet>, 'onClose'>): ReactNode => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={`ghost-button ${css.outlookOpen}`} onClick={() => setOpen(true)}>
        {outlookText.open}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <OutlookSheet {...panel} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
