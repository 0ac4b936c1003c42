import { setTimeout as pause } from 'node:timers/promises'
import { takeBets } from '../../apps/server/src/intake/decide-batch.ts'
import type { Seen } from './board-readers.ts'
import { openScreens, PROBED_PLAY } from './board-screens.ts'
import { postgresCpu } from './cost.ts'
import { type BenchRow, betMaker, FIRST, partOf, readQuotes, startBenchCluster, WORLD } from './engine-world.ts'
import { depsOn } from './intake-deps.ts'
import { watchedLine } from './processors.ts'

const SCREENS = 500
/** The rate of the demo's game platform. */
const BETS_PER_SECOND = 5
const SECONDS = 15
const PROBES = 20

/** Like the tree: of every hundred screens one is the merchant's, ten are general agents', the rest are agents'. */
const PATHS = Array.from({ length: SCREENS }, (_, index) => {
  const kind = index % 100
  if (kind === 0) return WORLD.merchantPath
  return kind <= 10 ? FIRST.general + (kind % WORLD.generals) : FIRST.agent + (index % WORLD.agents)
})

/** Opens 500 boards beside the demo's rate of bets. Measures their processor time and how soon they show a bet. */
export async function benchConnectedBoards(): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  try {
    const { pool, live, clock, seen, close } = await openScreens(cluster, PATHS)
    const deps = { ...depsOn(pool), live, clock }
    const quotes = await readQuotes(pool)
    const make = betMaker(7, quotes)
    let count = 0
    const place = async (over: Partial<ReturnType<typeof make>> = {}): Promise<void> => {
      const [answer] = await takeBets(deps, WORLD.merchant, [{ ...make(count), callId: count++, ...over }])
      if (answer?.kind !== 'accepted') throw new Error(JSON.stringify(answer))
    }
    for (let bet = 0; bet < 20; bet++) await place()
    await pause(2_000)
    const cpu = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6 + postgresCpu(cluster.pid())
    const cpuBefore = cpu()
    const processors = watchedLine(cluster.pid())
    const from = performance.now()
    for (let bet = 0; bet < SECONDS * BETS_PER_SECOND; bet++) {
      const next = from + ((bet + 1) * 1000) / BETS_PER_SECOND
      await place()
      await pause(Math.max(0, next - performance.now()))
    }
    const seconds = (performance.now() - from) / 1000
    const cores = (cpu() - cpuBefore) / seconds
    const note = processors()
    const delays: number[] = []
    const watched = PATHS.find((pathId) => pathId >= FIRST.agent) ?? FIRST.agent
    for (let probe = 0; probe < PROBES; probe++) {
      // A member below an agent whose screen is open. Each probe has its own item.
      const itemCode = String(10 + probe).padStart(2, '0')
      const odds = quotes.get(`${PROBED_PLAY} ${itemCode}`)
      const index = seen.length
      await place({
        account: `mem${watched - FIRST.agent}`,
        playCode: PROBED_PLAY,
        itemCode,
        ...(odds === undefined ? {} : { odds }),
      })
      const accepted = Date.now()
      const shows = ({ pathId, item }: Seen): boolean => pathId === watched && item === `${PROBED_PLAY} ${itemCode}`
      const until = accepted + 3_000
      while (!seen.slice(index).some(shows) && Date.now() < until) await pause(5)
      delays.push((seen.slice(index).find(shows)?.at ?? until) - accepted)
      await pause(150)
    }
    await close()
    const p95 = partOf(delays, 0.95)
    return [
      {
        what: `${SCREENS} connected boards beside ${BETS_PER_SECOND} bets/s, server and database together`,
        value: `${cores.toFixed(2)} cores`,
        reference: 'bets included',
        ratio: cores / 0.5,
        goal: '< 0.5 cores',
        met: cores < 0.5,
        notes: [note],
      },
      {
        what: `a changed cell on a connected screen after the accepted bet, ${SCREENS} screens open: p95`,
        value: `${p95} ms`,
        reference: `p50 ${partOf(delays, 0.5)} ms, longest ${partOf(delays, 1)} ms`,
        ratio: p95 / 500,
        goal: '<= 500 ms',
        met: p95 <= 500,
      },
    ]
  } finally {
    await cluster.stop()
  }
}
