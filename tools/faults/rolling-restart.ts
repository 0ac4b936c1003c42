import { agentSession } from '../load/agent-session.ts'
import { type Fault, moreBets, mustFlow, seconds, until } from './fault.ts'
import { openStreams } from './streams.ts'

/** A bet that one server took is on the streams of the others within this time. */
const CROSSES_WITHIN_MS = 2_000
/** Longest time without a bet while one server after the other restarts. */
const FLOWS_MS = 3_000

export const rollingRestart: Fault = {
  name: 'rolling-restart',
  title: 'One server after the other restarts',
  how: '3 api and 2 workers behind a balancer, each stopped by SIGTERM and started again',
  apis: 3,
  workers: 2,
  limitMs: 120_000,
  isShort: true,
  async run({ site, book, load }) {
    const headers = await agentSession(site.pool)
    const before = site.of('api').map(({ url }) => url)
    const direct = openStreams(before, headers)
    const through = openStreams([site.balancer.url], headers)
    try {
      await until('three streams', 5_000, () => direct.opened === before.length)
      const counts = before.map((url) => direct.count(url, 'board'))
      // The load goes to all servers in turn; each stream hears the bets of all.
      const crossed = await until('events of other servers', CROSSES_WITHIN_MS, () =>
        before.every((url, at) => direct.count(url, 'board') > (counts[at] ?? 0)),
      )
      await direct.stop()
      load.mark()
      const from = performance.now()
      for (const member of site.members.slice()) {
        const heard = through.count(site.balancer.url)
        await site.stop(member)
        await site.start(member.role)
        await moreBets(book, 20, 10_000)
        await until('events on the stream', 5_000, () => through.count(site.balancer.url) > heard)
      }
      const took = performance.now() - from
      mustFlow(load, FLOWS_MS)
      const { silenceMs, again } = load.stats
      return {
        times: `all in ${seconds(took)}; longest pause ${seconds(silenceMs)}; ${again} calls sent again; live events cross in ${seconds(crossed)}`,
      }
    } finally {
      await Promise.all([direct.stop(), through.stop()])
    }
  },
}
