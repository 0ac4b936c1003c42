/** Where an item stands on the screen, px. */
export type Spot = { readonly key: string; readonly x: number; readonly y: number }

export type Way = 'up' | 'down' | 'left' | 'right'

/** What a key asks of a grid of items. */
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

/** A step aside costs this many steps ahead: the way leads along its own line as long as there is one. */
const ASIDE = 4

/** The nearest item in a direction, whatever sections and columns lie between; null at the edge. */
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
