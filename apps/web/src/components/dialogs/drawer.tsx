import type { DrawerProps } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { focusInside, giveBack, openersNow } from './use-dialog-focus.ts'

const KitDrawer = lazy(async () => ({ default: (await import('../kit/kit-drawer.tsx')).KitDrawer }))

/**
 * The kit's drawer, loaded when it is first opened and mounted from then on. One with a mask has the focus while it
 * is open and then gives it back.
 */
export const Drawer = (props: DrawerProps & { readonly open: boolean }): ReactNode => {
  const { open, mask, children } = props
  const [opened, setOpened] = useState(open)
  const [openers, setOpeners] = useState<readonly HTMLElement[] | null>(() => (open ? openersNow() : null))
  const inside = useRef<HTMLSpanElement>(null)
  if (open && !opened) setOpened(true)
  if (open && openers === null) setOpeners(openersNow())
  if (!open && openers !== null) setOpeners(null)
  useEffect(() => (openers === null ? undefined : () => giveBack(openers)), [openers])
  return opened ? (
    <Suspense fallback={null}>
      <KitDrawer
        {...props}
        afterOpenChange={(isOpen) => {
          props.afterOpenChange?.(isOpen)
          if (isOpen && mask !== false) focusInside(inside.current, openers ?? [])
        }}
      >
        <span ref={inside} hidden />
        {children}
      </KitDrawer>
    </Suspense>
  ) : null
}
