import { type ReactNode, useEffect } from 'react'
import { canLock, lockScreen } from '../../api/screen-lock.ts'
import { lockText } from '../../text/zh-CN/app/lock.ts'

/** Locks the screen; so does Alt+L. */
export const LockButton = (): ReactNode => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event
      if (!altKey || ctrlKey || metaKey || shiftKey || code !== 'KeyL') return
      event.preventDefault()
      lockScreen()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  if (!canLock()) return null
  return (
    <button type="button" title={lockText.buttonTitle} aria-keyshortcuts="Alt+L" onClick={lockScreen}>
      {lockText.button}
    </button>
  )
}
