import type { DrawerProps } from 'antd'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { latePart, useLate } from '../kit/late.ts'
import { focusInside, giveBack, noteOpeners, openersNow } from './use-dialog-focus.ts'

const DRAWER = latePart(async () => (await import('../kit/kit-drawer.tsx')).KitDrawer)

/**
 * The kit's drawer, loaded when it is first opened and mounted from then on. One with a mask has the focus while it
 * is open and then gives it back.
 */
export const Drawer = (props: DrawerProps & { readonly open: boolean }): ReactNode => {
  const { open, mask, children } = props
  const [opened, setOpened] = useState(open)
  const [openers, setOpeners] = useState<readonly HTMLElement[] | null>(() => (open ? openersNow() : null))
  const KitDrawer = useLate(DRAWER, opened)
  const inside = useRef<HTMLSpanElement>(null)
  if (open && !opened) setOpened(true)
  if (open && openers === null) setOpeners(openersNow())
  if (!open && openers !== null) setOpeners(null)
  useEffect(() => {
    if (openers === null) return undefined
    // It still slides out, with the focus in it.
    const place = inside
    return () => giveBack(openers, place.current?.closest('[role=dialog]') ?? null)
  }, [openers])
  return KitDrawer ? (
    <KitDrawer
      {...props}
      afterOpenChange={(isOpen) => {
        props.afterOpenChange?.(isOpen)
        if (!isOpen) return
        if (mask === false) noteOpeners(inside.current, openers ?? [])
        else focusInside(inside.current, openers ?? [])
      }}
    >
      <span ref={inside} hidden />
      <Suspense fallback={null}>{children}</Suspense>
    </KitDrawer>
  ) : null
}
