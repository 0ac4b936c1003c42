import { Drawer, type DrawerProps } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

/** No name, no transition. */
const AT_ONCE = {}

/** Opens without animation: in a drawer that slides in, a quick press would miss its target. */
export const KitDrawer = (props: DrawerProps): ReactNode => (
  <KitTheme>
    <Drawer motion={AT_ONCE} {...props} />
  </KitTheme>
)
