import type { DrawerProps } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const KitDrawer = lazy(async () => ({ default: (await import('../kit/kit-drawer.tsx')).KitDrawer }))

/** The kit's drawer, loaded when it is first opened and mounted from then on. */
export const Drawer = (props: DrawerProps & { readonly open: boolean }): ReactNode => {
  const [opened, setOpened] = useState(props.open)
  if (props.open && !opened) setOpened(true)
  return opened ? (
    <Suspense fallback={null}>
      <KitDrawer {...props} />
    </Suspense>
  ) : null
}
