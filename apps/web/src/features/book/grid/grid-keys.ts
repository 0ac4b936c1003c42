/** Position of an item on the screen, px. */
export type Spot = { readonly key: string; readonly x: number; readonly y: number }

export type Way = 'up' | 'down' | 'left' | 'right'

/** The action of a key in a grid of items. */
export type GridKey =
  | { readonly kind: 'move'; readonly way: Way }
  | { readonly kind: 'first' | 'last' | 'open' }
  | { readonly kind: 'digit'; readonly digit: string }

const WAYS: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

export const gridKeyOf = (event: {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}): GridKey | null => {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const way = WAYS[event.key]
  if (way) return { kind: 'move', way }
  if (event.key === 'Home') return { kind: 'first' }
  if (event.key === 'End') return { kind: 'last' }
  if (event.key === 'Enter') return { kind: 'open' }
  return /^\d$/.test(event.key) ? { kind: 'digit', digit: event.key } : null
}

/** Distance sideways counts this many times, so that the key stays in its row or column if there is an item. */
const ASIDE = 4

/** The nearest item in a direction, across sections and columns; null at the edge. */
export const nextSpot = (spots: readonly Spot[], from: Spot, way: Way): Spot | null => {
  let best: Spot | null = null
  let least = Number.POSITIVE_INFINITY
  for (const spot of spots) {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y]
    const ahead = { up: -dy, down: dy, left: -dx, right: dx }[way]
    if (ahead < 1) continue
    const aside = Math.abs(way === 'up' || way === 'down' ? dx : dy)
    const cost = ahead + ASIDE * aside
    if (cost >= least) continue
    least = cost
    best = spot
  }
  return best
}
