import { Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

/** Stands at once where it stays: in one that grows into its place a quick press takes the choice beside the one meant. */
export const KitModal = (props: ModalProps): ReactNode => (
  <KitTheme>
    <Modal transitionName="" {...props} />
  </KitTheme>
)
