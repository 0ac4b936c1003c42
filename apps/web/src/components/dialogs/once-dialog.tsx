import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

type Props = {
  readonly title: string
  /** That it cannot be shown again. */
  readonly note: string
  readonly footer: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A secret that is shown once: a made-up password, recovery codes. */
export const OnceDialog = ({ title, note, footer, onClose, children }: Props): ReactNode => (
  <Dialog title={title} width={460} isOnce onClose={onClose} footer={footer}>
    <p className="dialog-warn">{note}</p>
    {children}
  </Dialog>
)
