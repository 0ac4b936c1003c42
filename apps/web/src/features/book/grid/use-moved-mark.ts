import { type RefObject, useLayoutEffect, useRef } from 'react'

/** How long a mark stands. Marks go together with the next change after that, or a little later by themselves. */
const STANDS_MS = 1_200
const LATEST_MS = 1_600

/** So many at once fade; each of them is a layer for the browser, and too many layers would make a slow machine drop frames. */
export const MAX_FADING = 8

type Marked = Pick<HTMLElement, 'dataset'>

/**
 * Marks what has moved: a few fade, a tide stands and goes as one. Kept outside of what is drawn: hundreds of cells that
 * each drew or animated their own mark would cost more than all their figures.
 */
export class MovedMarks {
  /** When each is due to go, soonest first. */
  readonly #standing = new Map<Marked, number>()
  #arriving: Marked[] = []
  readonly #now: () => number
  readonly #later: (run: () => void, ms: number) => void

  constructor(now: () => number, later: (run: () => void, ms: number) => void) {
    this.#now = now
    this.#later = later
  }

  /** Those marked in one go are counted together. */
  mark(one: Marked): void {
    if (this.#arriving.length === 0) queueMicrotask(() => this.#show())
    this.#arriving.push(one)
  }

  #show(): void {
    const arriving = this.#arriving
    this.#arriving = []
    this.#clear()
    const due = this.#now() + STANDS_MS
    const fading = arriving.length <= MAX_FADING
    for (const one of arriving) {
      // Two names by turns, so that one that fades already begins again.
      one.dataset['moved'] = !fading ? 'tide' : one.dataset['moved'] === 'fade' ? 'fade-again' : 'fade'
      this.#standing.delete(one)
      this.#standing.set(one, due)
    }
    this.#later(() => this.#clear(), LATEST_MS)
  }

  #clear(): void {
    for (const [one, due] of this.#standing) {
      if (due > this.#now()) return
      delete one.dataset['moved']
      this.#standing.delete(one)
    }
  }
}

const marks = new MovedMarks(
  () => performance.now(),
  (run, ms) => void setTimeout(run, ms),
)

/** Marks its element whenever `moves` becomes another number. */
export const useMovedMark = <One extends HTMLElement>(moves: number | undefined): RefObject<One | null> => {
  const element = useRef<One>(null)
  const seen = useRef(moves)
  useLayoutEffect(() => {
    if (seen.current === moves) return
    seen.current = moves
    if (element.current && moves !== undefined) marks.mark(element.current)
  }, [moves])
  return element
}
