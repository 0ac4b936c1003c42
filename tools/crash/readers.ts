/** Other uses of connections during a round: boards, reports, exports and streams of a signed-in agent of the demo. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { agentSession } from '../load/agent-session.ts'

const TIMEOUT_MS = 20_000

/** Business refusals have status 200. Without a database the status is 503. */
const EXPECTED = new Set([200, 503])

export interface Readers {
  /** Counts of wrong answers by call and status. `gone`: there was no answer. */
  readonly wrong: ReadonlyMap<string, number>
  stop(): Promise<void>
}

type Ask = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }

const asks = (day: string, round: number): readonly Ask[] => [
  { method: 'GET', path: '/api/agent/RealTimeReport/TodayWinLose' },
  { method: 'POST', path: '/api/agent/RealTimeReport/roll', body: {} },
  { method: 'POST', path: '/api/common/report/delivery/query', body: { from: day, to: day, state: 'settled' } },
  { method: 'POST', path: '/api/common/report/order/query', body: { from: day, to: day } },
  // A job writes the file in a thread, even if the request gets the file within five seconds.
  {
    method: 'POST',
    path: '/api/common/report/order/query',
    body: { from: day, to: day, export: round % 2 === 0 ? 'csv' : 'xlsx' },
  },
]

/** Reads until stopped. `pool` is used only at the start, to find an agent and open a session. */
export async function startReaders(url: string, pool: Pool, day: string): Promise<Readers> {
  const headers = { ...(await agentSession(pool)), 'content-type': 'application/json' }
  const wrong = new Map<string, number>()
  const stopping = new AbortController()
  const isStopped = (): boolean => stopping.signal.aborted

  const read = async ({ method, path: target, body }: Ask): Promise<void> => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)])
    let status: number | 'gone'
    try {
      const answer = await fetch(url + target, {
        method,
        headers,
        signal,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      await answer.arrayBuffer()
      status = answer.status
    } catch {
      if (isStopped()) return
      status = 'gone'
    }
    if (status !== 'gone' && EXPECTED.has(status)) return
    const key = `${target} ${status}`
    wrong.set(key, (wrong.get(key) ?? 0) + 1)
  }
  const loop = async (at: number): Promise<void> => {
    for (let round = 0; !isStopped(); round++) {
      const all = asks(day, round)
      await read(all[(at + round) % all.length] as Ask)
      await sleep(50)
    }
  }
  const stream = async (): Promise<void> => {
    while (!isStopped()) {
      try {
        const answer = await fetch(`${url}/api/agent/realtime/stream`, { headers, signal: stopping.signal })
        if (!EXPECTED.has(answer.status)) wrong.set(`stream ${answer.status}`, 1)
        for await (const _part of answer.body ?? []) if (isStopped()) break
      } catch {
        // The connection was lost, or the readers were stopped.
      }
      await sleep(100)
    }
  }
  const running = [0, 1, 2, 3].map(loop).concat([stream(), stream()])
  return {
    wrong,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
