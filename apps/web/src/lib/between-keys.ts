import { whenDrawn } from './when-drawn.ts'

/** After this long without a key nobody is typing. */
const TYPING_MS = 300
/** Work that begins this soon after a key's frame is done before the next key of a quick hand. */
const FRESH_MS = 60
/** How long work waits for the next key at most. */
const MAX_WAIT_MS = 250

type Ports = {
  readonly now: () => number
  /** Runs a function later; the result cancels it. */
  readonly later: (ms: number, run: () => void) => () => void
  /** Runs a function when the next frame has been drawn. */
  readonly drawn: (run: () => void) => void
}

const PORTS: Ports = {
  now: () => performance.now(),
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  drawn: whenDrawn,
}

export type BetweenKeys = {
  readonly pressed: () => void
  /** Runs work at once, or while keys are pressed when the next one is answered; the result cancels what waits. */
  readonly run: (work: () => void) => () => void
}

/**
 * While somebody presses keys, the moment after the frame that answers one is the farthest from the next: work that
 * would hold up a key begins there.
 */
export const createBetweenKeys = (ports: Ports = PORTS): BetweenKeys => {
  let pressedAt = Number.NEGATIVE_INFINITY
  let isAnswering = false
  const waiting = new Set<() => void>()
  return {
    pressed: () => {
      pressedAt = ports.now()
      isAnswering = true
      ports.drawn(() => {
        isAnswering = false
        // What begins may wait for a next key: those are not of this drawing.
        const due = [...waiting]
        for (const go of due) go()
      })
    },
    run: (work) => {
      const since = ports.now() - pressedAt
      if (!isAnswering && (since <= FRESH_MS || since > TYPING_MS)) {
        work()
        return () => {}
      }
      const go = (): void => {
        stop()
        work()
      }
      const callOff = ports.later(MAX_WAIT_MS, go)
      const stop = (): void => {
        callOff()
        waiting.delete(go)
      }
      waiting.add(go)
      return stop
    },
  }
}

/** For the whole page: one hand, one pair of keys. */
const page = createBetweenKeys()
let listens = false

/** Runs work between the keys that are pressed on this page; the result cancels what waits. */
export const runBetweenKeys = (work: () => void): (() => void) => {
  if (!listens) window.addEventListener('keydown', page.pressed, { capture: true })
  listens = true
  return page.run(work)
}
