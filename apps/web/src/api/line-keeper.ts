import type { Peers } from './line-peers.ts'
import type { LiveStream } from './stream.ts'

/**
 * A tab hidden for longer closes its connection if another tab has one, because browsers allow only six per host. The
 * last one keeps it: somebody must hear that the session has ended.
 */
export const HIDDEN_PAUSE_MS = 10_000

type Ports = {
  readonly stream: LiveStream
  readonly isSignedIn: () => boolean
  readonly isHidden: () => boolean
  /** Called when the network is gone, so that it shows at once and not after 40 s of silence. */
  readonly onCut: () => void
  /** The other tabs of this browser. */
  readonly peers: Pick<Peers, 'anyOther' | 'otherKeeps' | 'gone' | 'onGone'>
  /** Runs a function later; the result cancels it. */
  readonly later: (ms: number, run: () => void) => () => void
}

/** Decides when the live stream is open: while somebody is signed in, the tab is visible and there is a network. */
export const createLineKeeper = ({ stream, isSignedIn, isHidden, onCut, peers, later }: Ports) => {
  let callOff = (): void => {}
  let turn = 0
  let stopped = false
  /** Gives the stream up if another tab keeps one. */
  const yieldLine = async (): Promise<void> => {
    turn += 1
    const own = turn
    if ((await peers.otherKeeps()) && own === turn && isHidden()) stream.pause()
  }
  /** The tab that had the stream is gone: one of the hidden ones takes it. */
  const takeLine = async (): Promise<void> => {
    turn += 1
    const own = turn
    if (!(await peers.anyOther()) && own === turn && isHidden() && isSignedIn() && !stopped) stream.start()
  }
  peers.onGone(() => {
    if (isHidden() && !stopped) void takeLine()
  })
  const follow = (): void => {
    callOff()
    callOff = () => {}
    turn += 1
    if (isHidden()) callOff = later(HIDDEN_PAUSE_MS, () => void yieldLine())
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
      stopped = true
      stream.stop()
      peers.gone()
    },
  }
}

type LineState = 'connecting' | 'live' | 'down' | 'paused' | 'ended'

/**
 * With a live stream pages still ask after this time without a beat or a read, so that the shown age of figures is correct;
 * without one they poll.
 */
const CHECK_MS = 3_500
const POLL_MS = 2_000
export const pollEveryMs = (state: LineState): number => (state === 'live' ? CHECK_MS : POLL_MS)
