import { whenDrawn } from './when-drawn.ts'

/** After this long without a key nobody is typing. */
const TYPING_MS = 300
/** Work that begins this soon after a key's frame is done before the next key of a quick hand. */
const FRESH_MS = 60
/** How long work waits for the next key at most. */
const MAX_WAIT_MS = 250
/** Large work gives way to other large work of the same gap, so it may have to wait for one key more. */
const MAX_WAIT_LARGE_MS = 500

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
  // One task later: what else follows the frame of a key is short, and comes before large work.
  drawn: (run) => whenDrawn(() => setTimeout(run)),
}

/** `large`: it fills most of the time between two keys of a slow machine, so there is one in a gap. */
type Size = 'small' | 'large'

export type BetweenKeys = {
  readonly pressed: () => void
  /** Runs work at once, or while keys are pressed when the next one is answered; the result cancels what waits. */
  readonly run: (work: () => void, size?: Size) => () => void
}

/**
 * While somebody presses keys, the moment after the frame that answers one is the farthest from the next: work that
 * would hold up a key begins there.
 */
export const createBetweenKeys = (ports: Ports = PORTS): BetweenKeys => {
  let pressedAt = Number.NEGATIVE_INFINITY
  let isAnswering = false
  /** Large work has begun since the last key. */
  let isFull = false
  const waiting = new Map<() => void, Size>()
  const fits = (size: Size): boolean => size === 'small' || !isFull
  return {
    pressed: () => {
      pressedAt = ports.now()
      isAnswering = true
      ports.drawn(() => {
        isAnswering = false
        isFull = false
        // What begins may wait for a next key: those are not of this drawing.
        const due = [...waiting]
        for (const [go, size] of due) if (fits(size)) go()
      })
    },
    run: (work, size = 'small') => {
      const begin = (): void => {
        isFull ||= size === 'large'
        work()
      }
      const since = ports.now() - pressedAt
      if (!isAnswering && (since > TYPING_MS || (since <= FRESH_MS && fits(size)))) {
        begin()
        return () => {}
      }
      const go = (): void => {
        stop()
        begin()
      }
      const callOff = ports.later(size === 'large' ? MAX_WAIT_LARGE_MS : MAX_WAIT_MS, go)
      const stop = (): void => {
        callOff()
        waiting.delete(go)
      }
      waiting.set(go, size)
      return stop
    },
  }
}

/** For the whole page: one hand, one pair of keys. */
const page = createBetweenKeys()
let listens = false

/** Runs work between the keys that are pressed on this page; the result cancels what waits. */
export const runBetweenKeys = (work: () => void, size?: Size): (() => void) => {
  if (!listens) window.addEventListener('keydown', page.pressed, { capture: true })
  listens = true
  return page.run(work, size)
}
