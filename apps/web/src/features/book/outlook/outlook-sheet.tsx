import type { ComponentProps, ReactNode } from 'react'
import { Drawer } from '../../../components/dialogs/drawer.tsx'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { outlookText } from '../../../text/zh-CN/rooms/outlook.ts'
import css from './outlook.module.css'
import { OutlookPanel } from './outlook-panel.tsx'

/** The panel over the whole screen of a phone. */
export const OutlookSheet = ({
  onClose,
  ...panel
}: ComponentProps<typeof OutlookPanel> & { readonly onClose: () => void }): ReactNode => (
  <Drawer
    open
    title={outlookText.open}
    size="100%"
    closable={{ 'aria-label': appText.close }}
    onClose={onClose}
    destroyOnHidden
  >
    <div className={css.outlookSheet}>
      <OutlookPanel {...panel} />
    </div>
  </Drawer>
)
