import './hint.css'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { usePopover } from './use-popover.ts'

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
  const { id, open, button, popover, onToggle, close } = usePopover('right')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = (): void => clearTimeout(timer.current)
  const show = (): void => {
    stay()
    if (!popover.current?.matches(':popover-open')) popover.current?.showPopover()
  }
  const leave = (event: PointerEvent): void => {
    stay()
    if (event.pointerType === 'mouse') timer.current = setTimeout(close, LEAVE_MS)
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
        onBlur={close}
        onClick={show}
      >
        {children}
      </button>
      <div
        id={id}
        ref={popover}
        popover="auto"
        className="pop-box hint"
        role="tooltip"
        onToggle={onToggle}
        onPointerEnter={stay}
        onPointerLeave={leave}
      >
        {open ? hint() : null}
      </div>
    </>
  )
}
