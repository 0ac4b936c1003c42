/** Plain DOM, because the sign-in entry and the app show the same toasts, and the entry must not load the kit. */
export type ToastKind = 'success' | 'warning' | 'error'

/** How long each kind is shown, from the product's error catalogue. */
export const TOAST_MS: Readonly<Record<ToastKind, number>> = { success: 1500, warning: 3000, error: 1000 }

const place = (): HTMLElement => {
  const existing = document.querySelector<HTMLElement>('.toasts')
  if (existing) return existing
  const made = document.createElement('div')
  made.className = 'toasts'
  document.body.append(made)
  return made
}

/** A note is there to be copied: while the pointer is over it, or it is selected, its toast stays. */
const isRead = (toast: HTMLElement): boolean =>
  toast.matches(':hover') || toast.contains(document.getSelection()?.anchorNode ?? null)

/**
 * Shows a line of text above everything, with a note in small letters below it. A text that is already shown is not
 * shown twice.
 */
export const showToast = (kind: ToastKind, text: string, note?: string): void => {
  const ground = place()
  const selector = `.toast-${kind}`
  for (const shown of ground.querySelectorAll(selector)) if (shown.firstChild?.textContent === text) return
  const toast = document.createElement('div')
  toast.className = `toast toast-${kind}`
  toast.setAttribute('role', kind === 'success' ? 'status' : 'alert')
  toast.textContent = text
  if (note !== undefined) {
    const small = document.createElement('small')
    small.textContent = note
    toast.append(small)
  }
  ground.append(toast)
  const leave = (): void => {
    if (isRead(toast)) setTimeout(leave, TOAST_MS[kind])
    else toast.remove()
  }
  setTimeout(leave, TOAST_MS[kind])
}
