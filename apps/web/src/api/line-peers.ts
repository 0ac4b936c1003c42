/** What tabs of one browser tell each other about their streams. */
type News =
  | { readonly kind: 'ask'; readonly id: string; readonly from: string }
  | { readonly kind: 'here'; readonly id: string }
  | { readonly kind: 'gone' | 'ended' }

type Channel = {
  readonly post: (news: News) => void
  readonly listen: (hear: (news: News) => void) => void
}

type Ports = {
  readonly channel: Channel
  /** Whether this tab has a stream. */
  readonly isOpen: () => boolean
  readonly newId: () => string
  readonly later: (ms: number, run: () => void) => () => void
}

/** How long to wait for another tab's answer. */
export const ANSWER_MS = 300

/**
 * The other tabs of this browser. At least one of all must hear that the session has ended, and tells the others.
 */
export const createPeers = ({ channel, isOpen, newId, later }: Ports) => {
  const own = newId()
  let giving = false
  /** Of two tabs that would give their streams up at once, the one with the smaller name keeps its own. */
  const answers = (from: string): boolean => {
    if (!isOpen()) return false
    if (giving && own > from) return false
    giving = false
    return true
  }
  const waiting = new Map<string, (found: boolean) => void>()
  const onGone = new Set<() => void>()
  const onEnded = new Set<() => void>()
  channel.listen((news) => {
    if (news.kind === 'ask' && answers(news.from)) channel.post({ kind: 'here', id: news.id })
    if (news.kind === 'here') waiting.get(news.id)?.(true)
    if (news.kind === 'gone') for (const told of onGone) told()
    if (news.kind === 'ended') for (const told of onEnded) told()
  })
  const anyOther = (): Promise<boolean> =>
    new Promise((resolve) => {
      const id = newId()
      const finish = (found: boolean): void => {
        callOff()
        waiting.delete(id)
        resolve(found)
      }
      const callOff = later(ANSWER_MS, () => finish(false))
      waiting.set(id, finish)
      channel.post({ kind: 'ask', id, from: own })
    })
  return {
    /** Whether another tab has a stream. */
    anyOther,
    /** Whether another tab keeps its stream, so that this one may give its own up. */
    otherKeeps: async (): Promise<boolean> => {
      giving = true
      const found = await anyOther()
      const may = found && giving
      giving = false
      return may
    },
    /** This tab has given its stream up. */
    gone: (): void => channel.post({ kind: 'gone' }),
    /** The server has ended the session that all tabs share. */
    ended: (): void => channel.post({ kind: 'ended' }),
    onGone: (told: () => void): void => void onGone.add(told),
    onEnded: (told: () => void): (() => void) => {
      onEnded.add(told)
      return () => onEnded.delete(told)
    },
  }
}
export type Peers = ReturnType<typeof createPeers>

/** The channel of this browser's tabs; without one a tab is alone. */
export const tabChannel = (): Channel => {
  if (typeof BroadcastChannel === 'undefined') return { post: () => {}, listen: () => {} }
  const line = new BroadcastChannel('strata-line')
  return {
    post: (news) => line.postMessage(news),
    listen: (hear) => line.addEventListener('message', ({ data }: MessageEvent<News>) => hear(data)),
  }
}
