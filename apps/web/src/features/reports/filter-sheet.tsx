import { type ReactNode, useState } from 'react'
import { Drawer } from '../../components/dialogs/drawer.tsx'
import { appText } from '../../text/zh-CN/app/app.ts'
import { reportText } from '../../text/zh-CN/rooms/report.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import css from './delivery/delivery.module.css'

type Props = {
  /** What the sheet has. Absent: only filters. */
  readonly name?: string
  /** What is filtered by now, in short. */
  readonly label: string
  /** What is chosen most often, above the sheet's button on a phone; the form has it as well. */
  readonly quick: ReactNode
  /** A form that is sent closes the sheet; one whose choices apply at once leaves it open. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** The form of a report: in its place on a desktop, in a sheet from below on a phone, where figures come first. */
export const FilterSheet = ({ name = reportText.filters, label, quick, children }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  const form = typeof children === 'function' ? children(close) : children
  if (!mobile) return form
  return (
    <>
      {quick === null ? null : <div className={css.filterQuick}>{quick}</div>}
      <button type="button" className={css.filterButton} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <b className={css.filterName}>{name}</b>
        <span className={css.filterNow}>{label}</span>
      </button>
      <Drawer
        open={open}
        placement="bottom"
        size="auto"
        title={name}
        closable={{ 'aria-label': appText.close }}
        styles={{ body: { padding: 0 } }}
        onClose={close}
      >
        {form}
      </Drawer>
    </>
  )
}
