import './undo-toast.css'

/** How long a change can be taken back. */
export const UNDO_MS = 10_000

let shown: HTMLElement | null = null

const place = (): HTMLElement => {
  const existing = document.querySelector<HTMLElement>('.undo-toasts')
  if (existing) return existing
  const made = document.createElement('div')
  made.className = 'undo-toasts'
  // There before its text, so that screen readers say what is put into it.
  made.setAttribute('role', 'status')
  document.body.append(made)
  return made
}

/** Says what was changed, with a button that takes it back; a later change takes the place of an earlier one. */
export const showUndo = (words: { readonly text: string; readonly button: string }, undo: () => void): void => {
  shown?.remove()
  const toast = document.createElement('p')
  toast.className = 'undo-toast'
  const text = document.createElement('span')
  text.textContent = words.text
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'link-button'
  button.textContent = words.button
  const leave = (): void => toast.remove()
  button.addEventListener('click', () => {
    leave()
    undo()
  })
  toast.append(text, button)
  place().append(toast)
  shown = toast
  setTimeout(leave, UNDO_MS)
}
