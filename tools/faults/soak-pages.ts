/** Open pages of agents beside a soak: a stream each, and a call now and then. */

import { setTimeout as sleep } from 'node:timers/promises'
import { agentSession } from '../load/agent-session.ts'
import type { Site } from './site.ts'
import { openStreams } from './streams.ts'

const STREAMS_A_SESSION = 4
const PAGE_EVERY_MS = 10_000
/** A page that is told to come later comes later, and its time goes on. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504])
const LATER_MS = 1_000
const MAX_TRIES = 3

export interface PageSample {
  /** The middle one and the slowest one of the calls for a page. */
  readonly pageMs: number
  readonly slowestPageMs: number
}

export interface Pages {
  /** Calls that did not get their page, by their status; 0: no answer. */
  readonly failed: () => ReadonlyMap<number, number>
  /** Events on all streams so far. */
  readonly events: () => number
  /** Since the last look. */
  readonly look: () => PageSample
  readonly stop: () => Promise<void>
}

export async function openPages(site: Site, boards: number): Promise<Pages> {
  const sessions = Math.ceil(boards / STREAMS_A_SESSION)
  const headers = await Promise.all(Array.from({ length: sessions }, () => agentSession(site.pool)))
  const { url } = site.balancer
  const streams = headers.map((own) => openStreams(Array<string>(STREAMS_A_SESSION).fill(url), own))
  let [times, isOver] = [[] as number[], false]
  const failed = new Map<number, number>()
  const ask = async (own: Record<string, string>): Promise<number> => {
    const answer = await fetch(`${url}/api/agent/RealTimeReport/TodayWinLose`, { headers: own }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    return answer?.status ?? 0
  }
  const page = async (at: number): Promise<void> => {
    await sleep((PAGE_EVERY_MS * at) / Math.max(1, boards))
    while (!isOver) {
      const from = performance.now()
      let status = await ask(headers[at % sessions] ?? {})
      for (let again = 1; again < MAX_TRIES && LATER.has(status); again++) {
        await sleep(LATER_MS)
        status = await ask(headers[at % sessions] ?? {})
      }
      if (status !== 200) failed.set(status, (failed.get(status) ?? 0) + 1)
      times.push(performance.now() - from)
      await sleep(PAGE_EVERY_MS)
    }
  }
  const pages = Array.from({ length: boards }, (_, at) => page(at))
  return {
    failed: () => failed,
    events: () => streams.reduce((sum, stream) => sum + stream.count(url), 0),
    look: () => {
      const sorted = times.toSorted((a, b) => a - b)
      times = []
      return { pageMs: sorted[sorted.length >> 1] ?? 0, slowestPageMs: sorted.at(-1) ?? 0 }
    },
    stop: async () => {
      isOver = true
      await Promise.all([...pages, ...streams.map((stream) => stream.stop())])
    },
  }
}
