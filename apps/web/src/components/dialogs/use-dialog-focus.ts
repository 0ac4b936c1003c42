import { type KeyboardEvent, type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import { enterPressesMain, enterTargetOf, firstField, mainButton } from './dialog-keys.ts'

/** By dialog: who had the focus when it opened, nearest first. */
const openersOf = new WeakMap<Element, readonly HTMLElement[]>()

/** What was focused or pressed last: a button that is disabled while it works loses the focus. */
let lastUsed: HTMLElement | null = null
const note = ({ target }: Event): void => {
  const used = target instanceof Element ? target.closest<HTMLElement>('button, a, input, select, [tabindex]') : null
  if (used) lastUsed = used
}
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', note, true)
}

/** Who has the focus now. Of a step of a dialog also who opened the step before, which is about to go. */
export const openersNow = (): readonly HTMLElement[] => {
  const active = document.activeElement
  const at = active instanceof HTMLElement && active !== document.body ? active : lastUsed
  if (at === null) return []
  const around = at.closest('[role=dialog]')
  return [at, ...((around && openersOf.get(around)) ?? [])]
}

/** Gives the focus back, unless something outside of the closing panel has taken it. */
export const giveBack = (openers: readonly HTMLElement[], closing: Element | null = null): void => {
  const at = document.activeElement
  if (at !== null && at !== document.body && at.isConnected && closing?.contains(at) !== true) return
  const opener = openers.find((one) => one.isConnected && one.checkVisibility())
  // A button that has nothing left to do, such as that of a bar after its save, is disabled: what is around it.
  const holder = opener?.matches(':disabled') ? opener.closest<HTMLElement>('[tabindex]') : opener
  // What opened it may be gone: then Tab goes on in the page, not at the top of the menu.
  const to = holder ?? document.querySelector<HTMLElement>('main')
  to?.focus({ preventScroll: true })
}

/** Notes who opened the panel around an element: what is opened inside it gives the focus back to them, too. */
export const noteOpeners = (element: HTMLElement | null, openers: readonly HTMLElement[]): void => {
  const panel = element?.closest('[role=dialog]')
  if (panel) openersOf.set(panel, openers)
}

/** Puts the focus on the drawer around an element, so that Tab and Escape are its own. */
export const focusInside = (element: HTMLElement | null, openers: readonly HTMLElement[]): void => {
  const panel = element?.closest<HTMLElement>('[role=dialog]')
  if (!panel) return
  noteOpeners(element, openers)
  if (panel.contains(document.activeElement)) return
  if (!panel.hasAttribute('tabindex')) panel.tabIndex = -1
  panel.focus({ preventScroll: true })
}

const focusFirst = (box: HTMLElement): boolean => {
  const field = firstField(box)
  field?.focus()
  if (field instanceof HTMLInputElement && field.type !== 'radio' && field.type !== 'checkbox') field.select()
  return field !== null
}

/** Fields that are shown or enabled once their data is there get the focus, unless a key or button was pressed before. */
const waitForField = (box: HTMLElement): (() => void) => {
  const untouched = (): boolean => document.activeElement === box || document.activeElement === mainButton(box)
  const observer = new MutationObserver(() => {
    if (!untouched() || focusFirst(box)) stop()
  })
  function stop(): void {
    observer.disconnect()
    box.removeEventListener('keydown', stop)
    box.removeEventListener('pointerdown', stop)
  }
  observer.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  box.addEventListener('keydown', stop)
  box.addEventListener('pointerdown', stop)
  return stop
}

type DialogFocus = {
  /** The element around the dialog's content. */
  readonly box: RefCallback<HTMLDivElement>
  readonly onOpened: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
}

/**
 * The first field has the focus, without fields the main button; Enter presses the main button; what opened the
 * dialog gets the focus back.
 */
export const useDialogFocus = (): DialogFocus => {
  const [openers] = useState(openersNow)
  const shown = useRef<HTMLDivElement>(null)
  const stop = useRef<(() => void) | null>(null)
  const place = useCallback((own: HTMLDivElement): void => {
    if (!own.isConnected) return
    const at = document.activeElement
    // A dialog may itself have chosen one of its buttons.
    if (at !== own && own.contains(at) && !at?.matches('.ant-modal-close')) return
    stop.current?.()
    if (focusFirst(own)) return
    const main = mainButton(own)
    if (main && !main.matches(':disabled')) main.focus()
    else own.focus()
    stop.current = waitForField(own)
  }, [])
  // At once and not when it has opened: quick keys go on to the next step of the dialog before that.
  const box = useCallback(
    (own: HTMLDivElement | null): void => {
      shown.current = own
      if (own === null) return
      const panel = own.closest('[role=dialog]')
      if (panel) openersOf.set(panel, openers)
      // Behind the effects of the kit, which focus the close button, and before the next key can arrive.
      queueMicrotask(() => place(own))
    },
    [openers, place],
  )
  useEffect(
    () => () => {
      stop.current?.()
      giveBack(openers)
    },
    [openers],
  )
  const onOpened = (): void => {
    if (shown.current) place(shown.current)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { target, currentTarget } = event
    // A dialog above this one is a child of it for React only.
    if (event.key !== 'Enter' || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.repeat && target.tagName !== 'TEXTAREA') {
      // A key held down must not answer the question that its first press has asked.
      event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (!enterPressesMain(enterTargetOf(target))) return
    event.preventDefault()
    mainButton(currentTarget)?.click()
  }
  return { box, onOpened, onKeyDown }
}
