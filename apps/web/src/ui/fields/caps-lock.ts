import './caps-lock.css'
import { placeBeside } from '../pop-up/beside.ts'

let hint: HTMLElement | null = null

/** In the browser's top layer, so that it is seen over dialogs too. */
const makeHint = (text: string): HTMLElement => {
  const made = document.createElement('p')
  made.className = 'caps-hint'
  made.popover = 'manual'
  made.setAttribute('role', 'status')
  made.textContent = text
  return made
}

const hide = (): void => {
  hint?.remove()
  hint = null
}

const show = (field: HTMLElement, text: string): void => {
  if (hint?.isConnected) return
  hint = makeHint(text)
  // Within the dialog of the field: what is outside of a modal one is not read aloud.
  ;(field.closest('dialog') ?? document.body).append(hint)
  hint.showPopover()
  placeBeside(hint, field, 'left')
}

/** A password of digits alone is the same with and without Caps Lock. */
const isPassword = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement &&
  target.inputMode !== 'numeric' &&
  (target.type === 'password' || target.dataset['password'] !== undefined || target.closest('.entry-password') !== null)

const onKey = (event: KeyboardEvent, text: string): void => {
  if (!isPassword(event.target)) return
  // Some systems report the key's own press before it takes effect: its release tells the truth.
  if (event.key === 'CapsLock' && event.type === 'keydown') return
  if (event.getModifierState('CapsLock')) show(event.target, text)
  else hide()
}

let watching = false

/** Says beside every password field that Caps Lock is on, from the first key press in it until it is left. */
export const watchCapsLock = (text: string): void => {
  if (watching) return
  watching = true
  const follow = (event: KeyboardEvent): void => onKey(event, text)
  document.addEventListener('keydown', follow)
  document.addEventListener('keyup', follow)
  document.addEventListener('focusout', hide)
}
