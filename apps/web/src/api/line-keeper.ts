import type { LiveStream } from './stream.ts'

/** A tab hidden for longer gives its connection back: browsers allow six a host. */
export const HIDDEN_PAUSE_MS = 10_000

type Ports = {
  readonly stream: LiveStream
  readonly isSignedIn: () => boolean
  readonly isHidden: () => boolean
  /** The network is gone: said at once, not after forty silent seconds. */
  readonly onCut: () => void
  /** Runs something later; the answer calls it off. */
  readonly later: (ms: number, run: () => void) => () => void
}

/** Decides when the live line is open: while somebody is signed in, looks on and has a network. */
export const createLineKeeper = ({ stream, isSignedIn, isHidden, onCut, later }: Ports) => {
  let callOff = (): void => {}
  const follow = (): void => {
    callOff()
    callOff = () => {}
    if (isHidden()) callOff = later(HIDDEN_PAUSE_MS, stream.pause)
    else if (isSignedIn()) stream.start()
  }
  return {
    /** The tab was shown or hidden, the network is back, or somebody has signed in. */
    follow,
    cut: (): void => {
      stream.pause()
      onCut()
    },
    stop: (): void => {
      callOff()
      stream.stop()
    },
  }
}

type LineState = 'connecting' | 'live' | 'down' | 'paused' | 'ended'

/** With a living line pages still ask this often, so that the age of figures is known to be true; without one they poll. */
const CHECK_MS = 4_000
const POLL_MS = 2_000
export const pollEveryMs = (state: LineState): number => (state === 'live' ? CHECK_MS : POLL_MS)
