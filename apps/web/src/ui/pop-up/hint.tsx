import './hint.css'
import { type PointerEvent, type ReactNode, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { placeBeside } from './beside.ts'

/** Time to move from the button to the hint, whose text can be selected. */
const LEAVE_MS = 150
/** Delay, so that a pointer passing over many figures opens nothing. */
const REST_MS = 100

type Props = {
  readonly children: ReactNode
  /** Called when it is first opened. */
  readonly hint: () => ReactNode
  readonly className?: string | undefined
}

/** A button that shows a hint on hover, focus and tap; Escape and a press elsewhere close it. */
export const Hint = ({ children, hint, className }: Props): ReactNode => {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    const shown = popup.current
    if (!open || !shown || !button.current) return
    placeBeside(shown, button.current, 'right')
    return () => {
      shown.style.visibility = ''
    }
  }, [open])
  const stay = (): void => clearTimeout(timer.current)
  const show = (): void => {
    stay()
    if (!popup.current?.matches(':popover-open')) popup.current?.showPopover()
  }
  const hide = (): void => popup.current?.hidePopover()
  const leave = (event: PointerEvent): void => {
    stay()
    if (event.pointerType === 'mouse') timer.current = setTimeout(hide, LEAVE_MS)
  }
  return (
    <>
      <button
        type="button"
        ref={button}
        className={className}
        aria-describedby={open ? id : undefined}
        onPointerEnter={(event) => {
          stay()
          if (event.pointerType === 'mouse') timer.current = setTimeout(show, REST_MS)
        }}
        onPointerLeave={leave}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
      </button>
      <div
        id={id}
        ref={popup}
        popover="auto"
        className="hint"
        role="tooltip"
        onToggle={(event: ToggleEvent) => setOpen(event.newState === 'open')}
        onPointerEnter={stay}
        onPointerLeave={leave}
      >
        {open ? hint() : null}
      </div>
    </>
  )
}
