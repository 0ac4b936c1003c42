import type { LiveStream } from './stream.ts'

/** A tab hidden for longer closes its connection, because browsers allow only six per host. */
export const HIDDEN_PAUSE_MS = 10_000

type Ports = {
  readonly stream: LiveStream
  readonly isSignedIn: () => boolean
  readonly isHidden: () => boolean
  /** Called when the network is gone, so that it shows at once and not after 40 s of silence. */
  readonly onCut: () => void
  /** Runs a function later; the result cancels it. */
  readonly later: (ms: number, run: () => void) => () => void
}

/** Decides when the live stream is open: while somebody is signed in, the tab is visible and there is a network. */
export const createLineKeeper = ({ stream, isSignedIn, isHidden, onCut, later }: Ports) => {
  let callOff = (): void => {}
  const follow = (): void => {
    callOff()
    callOff = () => {}
    if (isHidden()) callOff = later(HIDDEN_PAUSE_MS, stream.pause)
    else if (isSignedIn()) stream.start()
  }
  return {
    /** Called when the tab was shown or hidden, the network is back, or somebody has signed in. */
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

/**
 * With a live stream pages still ask this often, so that the shown age of figures is correct; without one they
 * poll.
 */
const CHECK_MS = 4_000
const POLL_MS = 2_000
export const pollEveryMs = (state: LineState): number => (state === 'live' ? CHECK_MS : POLL_MS)
