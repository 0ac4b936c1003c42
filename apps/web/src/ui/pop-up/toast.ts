/** Plain DOM on purpose: the sign-in entry and the app show the same toasts, and the entry carries no kit. */
export type ToastKind = 'success' | 'warning' | 'error'

/** How long each kind stays, from the product's error catalogue. */
export const TOAST_MS: Readonly<Record<ToastKind, number>> = { success: 1500, warning: 3000, error: 1000 }

const place = (): HTMLElement => {
  const existing = document.querySelector<HTMLElement>('.toasts')
  if (existing) return existing
  const made = document.createElement('div')
  made.className = 'toasts'
  document.body.append(made)
  return made
}

/** Shows a line of text above everything. The same text already on screen is not stacked a second time. */
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
