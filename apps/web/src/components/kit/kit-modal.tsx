import { Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

export const KitModal = (props: ModalProps): ReactNode => (
  <KitTheme>
    <Modal {...props} />
  </KitTheme>
)
