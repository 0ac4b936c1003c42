import './save-bar.css'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  /** What a save will change, then the problems. */
  readonly status: ReactNode
  readonly children: ReactNode
}

const isSaveKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Ctrl+S presses the main button of the bar from any field, unless a dialog stands over the page. */
const useSaveKey = () => {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isSaveKey(event)) return
      // The browser's own saves the page.
      event.preventDefault()
      const over = [...document.querySelectorAll('[role="dialog"], dialog[open]')]
      if (event.repeat || over.some((one) => one.checkVisibility())) return
      // What is being typed into a cell is taken first.
      document.activeElement?.closest<HTMLElement>('[role="gridcell"]')?.focus()
      setTimeout(() => bar.current?.querySelector<HTMLButtonElement>('.plain-button:enabled')?.click())
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return bar
}

/** After a save its button is disabled and would lose the focus to the top of the page: the bar holds it. */
const useHeldFocus = (bar: ReturnType<typeof useSaveKey>) => {
  const isIn = useRef(false)
  useEffect(() => {
    const { activeElement } = document
    if (isIn.current && (activeElement === null || activeElement === document.body))
      bar.current?.focus({ preventScroll: true })
  })
  return {
    onFocus: () => {
      isIn.current = true
    },
    onBlur: ({ relatedTarget }: { readonly relatedTarget: EventTarget | null }) => {
      if (relatedTarget !== null) isIn.current = false
    },
  }
}

/** The bar at the bottom of an edit page: says what a save will do, and its buttons. */
export const SaveBar = ({ status, children }: Props): ReactNode => {
  const bar = useSaveKey()
  return (
    <footer className="save-bar" ref={bar} tabIndex={-1} aria-keyshortcuts="Control+S" {...useHeldFocus(bar)}>
      <p role="status">{status}</p>
      <div>{children}</div>
    </footer>
  )
}
