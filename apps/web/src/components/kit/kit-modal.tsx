import { Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

/** Opens without animation: in a dialog that grows, a quick press would hit the wrong button. */
export const KitModal = (props: ModalProps): ReactNode => (
  <KitTheme>
    <Modal transitionName="" {...props} />
  </KitTheme>
)
