import { Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

/** Opens without animation: a quick press could hit the wrong button of a growing dialog. */
export const KitModal = (props: ModalProps): ReactNode => (
  <KitTheme>
    <Modal transitionName="" {...props} />
  </KitTheme>
)
