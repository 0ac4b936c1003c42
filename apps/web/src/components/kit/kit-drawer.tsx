import { Drawer, type DrawerProps } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

export const KitDrawer = (props: DrawerProps): ReactNode => (
  <KitTheme>
    <Drawer {...props} />
  </KitTheme>
)
