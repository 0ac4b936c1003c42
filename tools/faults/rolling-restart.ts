import { agentSession } from '../load/agent-session.ts'
import { type Fault, moreBets, mustFlow, seconds, until } from './fault.ts'
import { openStreams } from './streams.ts'

/** Every period changes its state some times, so a worker has something to tell within this time. */
const EVENT_WITHIN_MS = 30_000
/** What a worker tells is on the streams of all servers within this time. */
const CROSSES_WITHIN_MS = 2_000
/** Longest time without a bet while one server after the other restarts. */
const FLOWS_MS = 3_000

export const rollingRestart: Fault = {
  name: 'rolling-restart',
  title: 'One server after the other restarts',
  how: '3 api and 2 workers behind a balancer, each stopped by SIGTERM and started again',
  apis: 3,
  workers: 2,
  limitMs: 240_000,
  isShort: true,
  async run({ site, book, load }) {
    const headers = await agentSession(site.pool)
    const before = site.of('api').map(({ url }) => url)
    const direct = openStreams(before, headers)
    const through = openStreams([site.balancer.url], headers)
    try {
      await until('three streams', 5_000, () => direct.opened === before.length)
      // Periods are opened, closed and settled by the workers alone.
      const heard = (): number[] => before.map((url) => direct.count(url, 'period'))
      await until('an event of a worker', EVENT_WITHIN_MS, () => heard().some((count) => count > 0))
      const crossed = await until('the same at all other servers', CROSSES_WITHIN_MS, () =>
        heard().every((count) => count > 0),
      )
      await direct.stop()
      load.mark()
      const from = performance.now()
      for (const member of site.members.slice()) {
        const told = through.count(site.balancer.url)
        await site.stop(member)
        await site.start(member.role)
        await moreBets(book, 20, 10_000)
        await until('events on the stream', 5_000, () => through.count(site.balancer.url) > told)
      }
      const took = performance.now() - from
      mustFlow(load, FLOWS_MS)
      const { silenceMs, again } = load.stats
      return {
        times: `all in ${seconds(took)}; longest pause ${seconds(silenceMs)}; ${again} calls sent again; live events of the workers are at every api within ${seconds(crossed)}`,
      }
    } finally {
      await Promise.all([direct.stop(), through.stop()])
    }
  },
}
