import * as noticesCalls from '@strata/contract/calls/notices'
import type { LiveEventData, LiveEventName } from '@strata/contract/live'
import { STREAM_BEAT } from '@strata/contract/stream-beat'
import { create } from 'zustand'
import { API_BASE, api, endSession } from './api.ts'
import { callUrl } from './base.ts'
import { createLineKeeper } from './line-keeper.ts'
import { createPeers, tabChannel } from './line-peers.ts'
import { isTabLocked, onTabLock } from './other-tabs.ts'
import { isSignedIn } from './session.ts'
import { createStream, type LiveStream, type StreamFrame, type StreamState } from './stream.ts'

type Line = {
  readonly state: StreamState
  /** Epoch ms of the last bytes; 0 before the first. */
  readonly aliveAt: number
  /** When the stream broke; null while it is open. */
  readonly downSince: number | null
}

/** The state of the live stream, for the dot, the bar and the pages' own polling. */
export const useLine = create<Line>(() => ({ state: 'connecting', aliveAt: 0, downSince: null }))

type Listener = (data: never) => void
const listeners = new Map<LiveEventName, Set<Listener>>()

/** Calls back for every event of a kind until the returned function is called. */
export const onLive = <N extends LiveEventName>(event: N, listener: (data: LiveEventData<N>) => void): (() => void) => {
  const set = listeners.get(event) ?? new Set<Listener>()
  listeners.set(event, set)
  set.add(listener as Listener)
  return () => set.delete(listener as Listener)
}

const livings = new Set<(again: boolean) => void>()

/** Calls back whenever the stream opens, including the first time: events sent before are lost. */
export const onLiving = (listener: (again: boolean) => void): (() => void) => {
  livings.add(listener)
  return () => livings.delete(listener)
}

/** Calls back when the stream opens again after a break: events sent meanwhile may be lost. */
export const onResumed = (listener: () => void): (() => void) =>
  onLiving((again) => {
    if (again) listener()
  })

const beats = new Set<() => void>()

/** Calls back whenever the server says that all events until now were sent. */
export const onBeat = (listener: () => void): (() => void) => {
  beats.add(listener)
  return () => beats.delete(listener)
}

const deliver = (frame: StreamFrame): void => {
  if (frame.event === STREAM_BEAT) {
    for (const listener of beats) listener()
    return
  }
  const set = listeners.get(frame.event as LiveEventName)
  if (!set || set.size === 0) return
  const data = JSON.parse(frame.data) as never
  for (const listener of set) listener(data)
}

let lived = false

const note = (state: StreamState): void => {
  if (state === 'live') {
    for (const listener of livings) listener(lived)
    lived = true
  }
  useLine.setState((line) => {
    if (state === 'live') return { state, aliveAt: Date.now(), downSince: null }
    if (state === 'down') return { state, downSince: line.downSince ?? Date.now() }
    return state === 'connecting' ? { state } : { state, downSince: null }
  })
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
    // When the network is back, the wait ends early.
    window.addEventListener('online', () => resolve(), { once: true })
  })

/** The path below whose board is on screen, or null. */
let seat: number | null = null
let reopen = (): void => {}

/** Opens the stream again, also after the server has ended it. */
export const reopenLine = (): void => reopen()

/** Opens the stream again for the seat of a path below, or for none. The server sends missed events afterwards. */
export const watchSeat = (of: number | null): void => {
  if (seat === of) return
  seat = of
  reopen()
}

const makeStream = (): LiveStream =>
  createStream({
    open: ({ headers, signal }) =>
      fetch(callUrl(API_BASE, noticesCalls.realtimeStream, { seat: seat ?? undefined }), {
        headers: { ...api.headers(), ...headers, 'X-Auto': '1' },
        credentials: 'include',
        cache: 'no-store',
        signal,
      }),
    onFrame: deliver,
    onState: note,
    onAlive: () => useLine.setState({ aliveAt: Date.now() }),
    onUnauthorized: endSession,
    wait: sleep,
    chance: Math.random,
  })

const later = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** The other tabs of this browser; made with the first stream. */
let peers: ReturnType<typeof createPeers> | null = null
const peersOf = (): ReturnType<typeof createPeers> => {
  peers ??= createPeers({
    channel: tabChannel(),
    isOpen: () => useLine.getState().state === 'live',
    newId: () => `${Date.now()}-${Math.random()}`,
    later,
  })
  return peers
}

/** Tells the other tabs that the session is over; they ask the server themselves. */
export const tellEnd = (): void => peersOf().ended()

/** Calls back when another tab was told that the session is over. */
export const onToldEnd = (told: () => void): (() => void) => peersOf().onEnded(told)

/** Opens the stream for as long as the app runs; of hidden tabs only one keeps it. */
export const startLive = (): (() => void) => {
  const stream = makeStream()
  const keeper = createLineKeeper({
    stream,
    isSignedIn: () => isSignedIn() && !isTabLocked(),
    isHidden: () => document.visibilityState === 'hidden',
    onCut: () => note('down'),
    peers: peersOf(),
    later,
  })
  const leave = (): void => peersOf().gone()
  document.addEventListener('visibilitychange', keeper.follow)
  window.addEventListener('pagehide', leave)
  window.addEventListener('offline', keeper.cut)
  window.addEventListener('online', keeper.follow)
  // A silent stream would be reopened with the other account's session.
  const offLock = onTabLock(keeper.stop)
  keeper.follow()
  reopen = () => {
    stream.pause()
    keeper.follow()
  }
  return () => {
    reopen = () => {}
    offLock()
    document.removeEventListener('visibilitychange', keeper.follow)
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('offline', keeper.cut)
    window.removeEventListener('online', keeper.follow)
    keeper.stop()
  }
}
