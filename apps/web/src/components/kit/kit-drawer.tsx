import { Drawer, type DrawerProps } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

/** Without a name the kit animates nothing. */
const AT_ONCE = {}

/** Opens without animation: a quick press would miss a button that is still sliding. */
export const KitDrawer = (props: DrawerProps): ReactNode => (
  <KitTheme>
    <Drawer motion={AT_ONCE} {...props} />
  </KitTheme>
)
