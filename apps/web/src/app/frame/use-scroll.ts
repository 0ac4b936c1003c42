import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { goToSpot, noteSpots, type Spot, spotOf } from './scroll-spots.ts'

/** Scroll position (px) of each visit of a page, by the history's key. */
const positions = new Map<string, number>()

/** A loading page may not be tall enough yet: restoring is tried for this long. */
const PATIENCE_MS = 5_000
const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Restores the position as soon as the page is tall enough, unless the user scrolls first. */
const restore = (spot: Spot): (() => void) => {
  const until = performance.now() + PATIENCE_MS
  let frame = 0
  const stop = (): void => {
    cancelAnimationFrame(frame)
    for (const hand of HANDS) window.removeEventListener(hand, stop)
  }
  const attempt = (): void => {
    if (goToSpot(spot) || performance.now() > until) stop()
    else frame = requestAnimationFrame(attempt)
  }
  for (const hand of HANDS) window.addEventListener(hand, stop, { passive: true })
  attempt()
  return stop
}

/** What a link says that leads back to a page as it was left. */
export const AS_LEFT = { asLeft: true } as const
const isAsLeft = (state: unknown): boolean => typeof state === 'object' && state !== null && 'asLeft' in state

/**
 * A new page starts at its top; back, forward and a kept tab restore the position. Changing a filter does not scroll.
 */
export const useScroll = (): void => {
  const { key, pathname, state } = useLocation()
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
    if (kind === 'POP') return restore({ top: positions.get(key) ?? 0, inner: {} })
    if (came === pathname) return undefined
    const left = isAsLeft(state) ? spotOf(pathname) : undefined
    if (left) return restore(left)
    window.scrollTo(0, 0)
    return undefined
  }, [key, kind, pathname, state])
  useLayoutEffect(() => noteSpots(pathname), [pathname])
  // Must run before the browser reports the new page's position under the old key.
  useLayoutEffect(() => {
    const note = (): void => void positions.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key])
}
