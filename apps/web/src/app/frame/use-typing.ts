import { useEffect, useState } from 'react'
import { whenDrawn } from '../../lib/when-drawn.ts'

/** A hand that has pressed no key for so long rests. */
const RESTS_MS = 2_000

/** Whether somebody presses keys on this page: from the first one until none has come for two seconds. */
export const useTyping = (): boolean => {
  const [typing, setTyping] = useState(false)
  useEffect(() => {
    let pressedAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      const left = pressedAt + RESTS_MS - performance.now()
      timer = left > 0 ? setTimeout(look, left) : undefined
      if (left <= 0) setTyping(false)
    }
    const onKey = (): void => {
      pressedAt = performance.now()
      if (timer !== undefined) return
      timer = setTimeout(look, RESTS_MS)
      // The key is answered first. A hidden page draws when it is shown again, perhaps long after.
      whenDrawn(() => setTyping(timer !== undefined))
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      clearTimeout(timer)
    }
  }, [])
  return typing
}
