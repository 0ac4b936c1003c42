import { Drawer, type DrawerProps } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

/** No name, no transition. */
const AT_ONCE = {}

/** Stands at once where it stays: in one that slides into its place a quick press lands beside what was meant. */
export const KitDrawer = (props: DrawerProps): ReactNode => (
  <KitTheme>
    <Drawer motion={AT_ONCE} {...props} />
  </KitTheme>
)
