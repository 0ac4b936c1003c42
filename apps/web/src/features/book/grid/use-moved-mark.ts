import { type RefObject, useLayoutEffect, useRef } from 'react'

/** How long a mark lasts. Expired marks are removed together with the next change, or a little later by a timer. */
const STANDS_MS = 1_200
const LATEST_MS = 1_600

/**
 * At most this many marks fade at once: each fading mark is a browser layer, and many layers make a slow machine
 * drop frames.
 */
export const MAX_FADING = 8

type Marked = Pick<HTMLElement, 'dataset'>

/**
 * Marks changed cells: a few fade, many stay at full strength and end together. Works outside of React: hundreds of
 * cells that each render or animate their own mark would cost more than all their figures.
 */
export class MovedMarks {
  /** When each mark expires, soonest first. */
  readonly #standing = new Map<Marked, number>()
  #arriving: Marked[] = []
  readonly #now: () => number
  readonly #later: (run: () => void, ms: number) => void

  constructor(now: () => number, later: (run: () => void, ms: number) => void) {
    this.#now = now
    this.#later = later
  }

  /** Cells marked in the same tick are counted together. */
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
      // Alternates two animation names, so that a fading mark restarts.
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

/** Marks its element whenever `moves` changes. */
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
