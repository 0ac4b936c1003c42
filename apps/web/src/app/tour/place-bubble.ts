export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
export type Size = { readonly width: number; readonly height: number }

const GAP = 10
const EDGE = 8

/**
 * Where a bubble stands beside what it explains: below, above, right or left of it, wherever it has room; over its
 * lower end if it fills the window. Always within the window.
 */
export const placeBubble = (at: Box, bubble: Size, window: Size): { readonly left: number; readonly top: number } => {
  const within = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most - EDGE))
  const left = within(at.left, window.width - bubble.width)
  const top = within(at.top, window.height - bubble.height)
  const below = at.top + at.height + GAP
  if (below + bubble.height <= window.height - EDGE) return { left, top: within(below, window.height - bubble.height) }
  const above = at.top - GAP - bubble.height
  if (above >= EDGE) return { left, top: above }
  const right = at.left + at.width + GAP
  if (right + bubble.width <= window.width - EDGE) return { left: right, top }
  const before = at.left - GAP - bubble.width
  if (before >= EDGE) return { left: before, top }
  return { left, top: window.height - bubble.height - EDGE }
}
