import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Scroll position (px) of each visit of a page, by the history's key. */
const positions = new Map<string, number>()

/** A loading page may not be tall enough yet: restoring is tried for this long. */
const PATIENCE_MS = 5_000
const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Restores the position as soon as the page is tall enough, unless the user scrolls first. */
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

/** A new page starts at its top; back and forward restore the position. Changing a filter does not scroll. */
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
    // A page that was just loaded is at its top already: scrolling there would force an extra layout before the
    // first paint.
    if (came === null) return undefined
    if (kind === 'POP') return restore(positions.get(key) ?? 0)
    if (came !== pathname) window.scrollTo(0, 0)
    return undefined
  }, [key, kind, pathname])
  // Must run before the browser reports the new page's position under the old key.
  useLayoutEffect(() => {
    const note = (): void => void positions.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key])
}
