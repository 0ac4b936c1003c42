/** The live stream: server-sent events read over fetch, because EventSource can send no headers. */

import { STREAM_BEAT } from '@strata/contract/stream-beat'

export type StreamFrame = { readonly event: string; readonly id: string | null; readonly data: string }

/**
 * Splits received text into frames of the event-stream format. A beat is a frame of its own kind; other comments only show
 * that the connection works.
 */
export const createFrameReader = (): ((chunk: string) => StreamFrame[]) => {
  let rest = ''
  return (chunk) => {
    rest += chunk
    const blocks = rest.replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => readFrame(block))
  }
}

const readFrame = (block: string): StreamFrame[] => {
  if (block === STREAM_BEAT) return [{ event: STREAM_BEAT, id: null, data: '' }]
  let event = 'message'
  let id: string | null = null
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const value = line.slice(colon + 1).replace(/^ /, '')
    const field = line.slice(0, colon)
    if (field === 'event') event = value
    else if (field === 'id') id = value
    else if (field === 'data') data.push(value)
  }
  return data.length === 0 ? [] : [{ event, id, data: data.join('\n') }]
}

/**
 * Wait before the next attempt: doubles up to ten seconds, half of it random, so that clients do not all reconnect
 * at once after a restart.
 */
export const reconnectDelayMs = (attempt: number, chance: number): number => {
  const ceiling = Math.min(10_000, 500 * 2 ** Math.min(attempt, 6))
  return Math.round(ceiling / 2 + (ceiling / 2) * chance)
}

export type StreamState = 'connecting' | 'live' | 'down' | 'paused' | 'ended'

export type StreamPorts = {
  readonly open: (init: { readonly headers: Record<string, string>; readonly signal: AbortSignal }) => Promise<Response>
  readonly onFrame: (frame: StreamFrame) => void
  readonly onState: (state: StreamState) => void
  /** Bytes arrived: the connection works. */
  readonly onAlive: () => void
  readonly onUnauthorized: () => void
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly chance: () => number
}

export type LiveStream = { readonly start: () => void; readonly pause: () => void; readonly stop: () => void }

/** A connection silent for longer is treated as broken: the server sends at least a comment every few seconds. */
export const SILENCE_MS = 40_000

/**
 * Keeps one stream open: reconnects with growing waits and the last event's id, until it is stopped or the server
 * says that the session ended.
 */
export const createStream = (ports: StreamPorts): LiveStream => {
  let running: AbortController | null = null
  let lastId: string | null = null

  const readOnce = async (signal: AbortSignal): Promise<'closed' | 'ended' | 'unauthorized'> => {
    const attempt = new AbortController()
    const giveUp = (): void => attempt.abort()
    signal.addEventListener('abort', giveUp, { once: true })
    let silence = setTimeout(giveUp, SILENCE_MS)
    try {
      const headers: Record<string, string> = { Accept: 'text/event-stream' }
      if (lastId !== null) headers['Last-Event-ID'] = lastId
      const response = await ports.open({ headers, signal: attempt.signal })
      if (response.status === 401) return 'unauthorized'
      // A refusal is sent as an envelope.
      const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true
      if (!response.ok || !response.body || !isStream) return 'closed'
      ports.onState('live')
      const frames = createFrameReader()
      const text = response.body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      const reader = text.getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return 'closed'
        clearTimeout(silence)
        silence = setTimeout(giveUp, SILENCE_MS)
        ports.onAlive()
        for (const frame of frames(value)) {
          if (frame.id !== null) lastId = frame.id
          ports.onFrame(frame)
          if (frame.event === 'session-ended') return 'ended'
        }
      }
    } catch {
      return 'closed'
    } finally {
      clearTimeout(silence)
      signal.removeEventListener('abort', giveUp)
      attempt.abort()
    }
  }

  const run = async (signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      ports.onState('connecting')
      const openedAt = Date.now()
      const outcome = await readOnce(signal)
      if (signal.aborted) return
      if (outcome === 'unauthorized' || outcome === 'ended') {
        running = null
        ports.onState('ended')
        if (outcome === 'unauthorized') ports.onUnauthorized()
        return
      }
      ports.onState('down')
      if (Date.now() - openedAt > 10_000) attempt = 0
      await ports.wait(reconnectDelayMs(attempt, ports.chance()), signal)
    }
  }

  const halt = (state: StreamState): void => {
    running?.abort()
    running = null
    ports.onState(state)
  }

  return {
    start: () => {
      if (running) return
      running = new AbortController()
      void run(running.signal)
    },
    pause: () => halt('paused'),
    stop: () => halt('ended'),
  }
}
