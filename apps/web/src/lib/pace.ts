export type Pacer = { readonly ask: () => void; readonly stop: () => void }

type Ports = {
  readonly now: () => number
  /** Runs a function later; the result cancels it. */
  readonly later: (ms: number, run: () => void) => () => void
}

const PORTS: Ports = {
  now: Date.now,
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Runs at once when asked, but at most once per gap: requests during the gap run once at its end. */
export const createPacer = (gapMs: number, run: () => void, ports: Ports = PORTS): Pacer => {
  let ranAt = Number.NEGATIVE_INFINITY
  let callOff: (() => void) | null = null
  const go = (): void => {
    callOff = null
    ranAt = ports.now()
    run()
  }
  return {
    ask: () => {
      if (callOff) return
      const left = ranAt + gapMs - ports.now()
      if (left <= 0) go()
      else callOff = ports.later(left, go)
    },
    stop: () => {
      callOff?.()
      callOff = null
    },
  }
}
