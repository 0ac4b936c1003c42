import { useEffect } from 'react'
import { lockScreen } from '../../api/screen-lock.ts'

/** When somebody last worked in any tab of this browser, epoch ms. */
const KEY = 'strata-active'
/** Written at most this often. */
const NOTE_MS = 5_000
const LOOK_MS = 5_000
const HANDS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

const lastActive = (): number => Number(window.localStorage.getItem(KEY)) || 0

/** Locks the screen after so many minutes without a key, a click or a movement in any tab; 0: never. */
export const useIdleLock = (minutes: number): void => {
  useEffect(() => {
    if (minutes === 0) return
    let noted = 0
    const note = (): void => {
      if (Date.now() - noted < NOTE_MS) return
      noted = Date.now()
      window.localStorage.setItem(KEY, `${noted}`)
    }
    const look = (): void => {
      if (Date.now() - Math.max(noted, lastActive()) >= minutes * 60_000) lockScreen()
    }
    note()
    for (const hand of HANDS) window.addEventListener(hand, note, { passive: true, capture: true })
    // A machine that was asleep locks as soon as it is looked at.
    document.addEventListener('visibilitychange', look)
    const timer = setInterval(look, LOOK_MS)
    return () => {
      for (const hand of HANDS) window.removeEventListener(hand, note, { capture: true })
      document.removeEventListener('visibilitychange', look)
      clearInterval(timer)
    }
  }, [minutes])
}
