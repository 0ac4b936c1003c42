import './panel-button.css'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { usePopover } from './use-popover.ts'

type Props = {
  /** The button's text, and the name of what it opens. */
  readonly name: string
  readonly disabled?: boolean
  /** Called while it is open. */
  readonly children: (close: () => void) => ReactNode
}

/**
 * A button that opens a panel of controls beside it. Escape, a press elsewhere and leaving it with Tab close it. It is
 * a browser popover: no table clips it, and it never lengthens the page.
 */
export const PanelButton = ({ name, disabled = false, children }: Props): ReactNode => {
  const { id, open, button, popover, onToggle, close } = usePopover('right')
  const leave = ({ relatedTarget: next }: FocusEvent): void => {
    if (next && next !== button.current && !popover.current?.contains(next)) close()
  }
  const closeOnEscape = (event: KeyboardEvent): void => {
    // The browser tells later that it has closed: a second Escape is for what stands under the panel.
    if (event.key !== 'Escape' || !popover.current?.matches(':popover-open')) return
    event.stopPropagation()
    close()
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button opened
    <span className="panel-button" onBlur={leave} onKeyDown={closeOnEscape}>
      <button
        type="button"
        className="ghost-button"
        ref={button}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
      >
        {name}
      </button>
      <div
        id={id}
        ref={popover}
        popover="auto"
        className="pop-box pop-panel"
        role="dialog"
        aria-label={name}
        onToggle={onToggle}
      >
        {open ? children(close) : null}
      </div>
    </span>
  )
}
