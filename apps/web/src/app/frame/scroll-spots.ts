/** How far a page is scrolled, px: the window, and by their labels the parts that scroll by themselves. */
export type Spot = {
  readonly top: number
  readonly inner: Readonly<Record<string, readonly [left: number, top: number]>>
}

const START: Spot = { top: 0, inner: {} }
const spots = new Map<string, Spot>()

export const spotOf = (path: string): Spot | undefined => spots.get(path)
export const allSpots = (): Readonly<Record<string, Spot>> => Object.fromEntries(spots)
/** What was noted before a reload; what is known since is newer. */
export const takeSpots = (stored: Readonly<Record<string, Spot>>): void => {
  for (const [path, spot] of Object.entries(stored)) if (!spots.has(path)) spots.set(path, spot)
}

/** Notes every scroll of a page until the returned function is called. */
export const noteSpots = (path: string): (() => void) => {
  const note = ({ target }: Event): void => {
    const spot = spots.get(path) ?? START
    if (target === document) spots.set(path, { ...spot, top: window.scrollY })
    if (!(target instanceof HTMLElement) || !target.closest('#content')) return
    const label = target.getAttribute('aria-label')
    if (label !== null)
      spots.set(path, { ...spot, inner: { ...spot.inner, [label]: [target.scrollLeft, target.scrollTop] } })
  }
  document.addEventListener('scroll', note, { capture: true, passive: true })
  return () => document.removeEventListener('scroll', note, { capture: true })
}

const partOf = (label: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`#content [aria-label="${CSS.escape(label)}"]`)

/** Scrolls there as far as the page allows so far; true when it has arrived. */
export const goToSpot = ({ top, inner }: Spot): boolean => {
  window.scrollTo(0, top)
  const arrived = Object.entries(inner).map(([label, [left, down]]) => {
    const part = partOf(label)
    part?.scrollTo(left, down)
    return part !== null && Math.abs(part.scrollTop - down) < 2
  })
  return Math.abs(window.scrollY - top) < 2 && arrived.every(Boolean)
}
