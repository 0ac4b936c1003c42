/** Live streams of a signed-in agent, as its open pages have them: a stream that ended is opened again. */

import { setTimeout as sleep } from 'node:timers/promises'

export interface Streams {
  /** Events so far, by the stream's address and the type of event. */
  count(url: string, type?: string): number
  readonly opened: number
  stop(): Promise<void>
}

export function openStreams(urls: readonly string[], headers: Record<string, string>): Streams {
  const stopping = new AbortController()
  const counts = new Map<string, number>()
  let opened = 0
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  const read = async (url: string): Promise<void> => {
    const decoder = new TextDecoder()
    const answer = await fetch(`${url}/api/agent/realtime/stream`, { headers, signal: stopping.signal })
    if (answer.status === 200) opened += 1
    let left = ''
    for await (const part of answer.body ?? []) {
      const lines = (left + decoder.decode(part, { stream: true })).split('\n')
      left = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('event: ')) continue
        add(url)
        add(`${url} ${line.slice('event: '.length)}`)
      }
    }
  }
  const running = urls.map(async (url) => {
    while (!stopping.signal.aborted) {
      await read(url).catch(() => undefined)
      if (!stopping.signal.aborted) await sleep(200)
    }
  })
  return {
    count: (url, type) => counts.get(type === undefined ? url : `${url} ${type}`) ?? 0,
    get opened() {
      return opened
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
