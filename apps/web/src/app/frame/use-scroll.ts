import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Where each visit of a page stood, px, by the history's own key. */
const kept = new Map<string, number>()

/** A page that is still loading is not tall enough yet: tried again for this long. */
const PATIENCE_MS = 5_000
const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Goes back to where the page stood as soon as it is tall enough, unless a hand was quicker. */
const restore = (top: number): (() => void) => {
  const until = performance.now() + PATIENCE_MS
  let frame = 0
  const stop = (): void => {
    cancelAnimationFrame(frame)
    for (const hand of HANDS) window.removeEventListener(hand, stop)
  }
  const attempt = (): void => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) < 2 || performance.now() > until) stop()
    else frame = requestAnimationFrame(attempt)
  }
  for (const hand of HANDS) window.addEventListener(hand, stop, { passive: true })
  attempt()
  return stop
}

/** A new page begins at its top; back and forward lead to where it was left. Filters of one page do not move it. */
export const useScroll = (): void => {
  const { key, pathname } = useLocation()
  const kind = useNavigationType()
  const before = useRef<string | null>(null)
  useEffect(() => {
    window.history.scrollRestoration = 'manual'
  }, [])
  useLayoutEffect(() => {
    const came = before.current
    before.current = pathname
    // A page that has just been loaded stands at its top: moving it there would have it laid out before it is drawn.
    if (came === null) return undefined
    if (kind === 'POP') return restore(kept.get(key) ?? 0)
    if (came !== pathname) window.scrollTo(0, 0)
    return undefined
  }, [key, kind, pathname])
  // Before the browser can tell of the new page's own position, which is not this one's.
  useLayoutEffect(() => {
    const note = (): void => void kept.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key])
}
