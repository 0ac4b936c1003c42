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

/** Shows a line of text above everything. A text that is already shown is not shown twice. */
export const showToast = (kind: ToastKind, text: string): void => {
  const ground = place()
  const selector = `.toast-${kind}`
  for (const shown of ground.querySelectorAll(selector)) if (shown.textContent === text) return
  const toast = document.createElement('div')
  toast.className = `toast toast-${kind}`
  toast.setAttribute('role', kind === 'success' ? 'status' : 'alert')
  toast.textContent = text
  ground.append(toast)
  setTimeout(() => toast.remove(), TOAST_MS[kind])
}
