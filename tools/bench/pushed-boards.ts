import { setTimeout as pause } from 'node:timers/promises'
import { openScreens, PROBED_PLAY } from './board-screens.ts'
import { type BenchRow, betMaker, FIRST, partOf, readQuotes, startBenchCluster, WORLD } from './engine-world.ts'
import { intakeThread, openLoop } from './intake.ts'

const RATE = 5_000
const SECONDS = 15
const PROBE_EVERY_MS = 60
const LONGEST_MS = 5_000

/** Screens of agents, their general agents and the merchant: one bet changes a row on all three levels. */
const AGENTS = Array.from({ length: 8 }, (_, index) => FIRST.agent + index)
const generalOf = (agent: number): number => FIRST.general + (agent % WORLD.generals)
const PATHS = [WORLD.merchantPath, ...AGENTS.map(generalOf), ...AGENTS]

interface Probe {
  readonly item: string
  readonly path: number
  /** The number of this bet among those on the item that came through the path. */
  readonly count: number
  /** When the bet was answered. */
  readonly acceptedAt: number
}

/**
 * How soon connected screens show a bet while thousands per second come in. Measured from the answer to the game
 * platform until the board that the page requests after the push arrives over HTTP. Bets are placed in the server's own
 * process.
 */
export async function benchPushedBoards(): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  try {
    const { pool, live, seen, close } = await openScreens(cluster, PATHS)
    const intake = intakeThread(pool, { live })
    const quotes = [...(await readQuotes(pool))]
    const isProbed = ([item]: readonly [string, unknown]): boolean => item.startsWith(`${PROBED_PLAY} `)
    const others = new Map(quotes.filter((quote) => !isProbed(quote)))
    const warm = betMaker(20, others)
    await openLoop(intake, (index) => ({ ...warm(index), betNo: `warm${index}` }), 1_000, 2)
    const probes: Probe[] = []
    const counts = new Map<string, number>()
    const place = async (index: number, [item, odds]: (typeof quotes)[number]): Promise<void> => {
      const agent = AGENTS[index % AGENTS.length] as number
      const bet = { account: `mem${agent - FIRST.agent}`, gameId: WORLD.game, stake: '20', odds }
      const [playCode = '', itemCode = ''] = item.split(' ')
      const { periodNo } = warm(0)
      const [answer] = await intake.create(WORLD.merchant, [
        { ...bet, periodNo, playCode, itemCode, betNo: `probe${index}` },
      ])
      if (!answer?.accepted) throw new Error(`refused: ${JSON.stringify(answer)}`)
      const acceptedAt = Date.now()
      for (const path of [agent, generalOf(agent), WORLD.merchantPath]) {
        const count = (counts.get(`${path} ${item}`) ?? 0) + 1
        counts.set(`${path} ${item}`, count)
        probes.push({ item, path, count, acceptedAt })
      }
    }
    const items = quotes.filter(isProbed)
    const feed = { from: performance.now(), ms: 0 }
    const fed = openLoop(intake, betMaker(21, others), RATE, SECONDS).then(() => {
      feed.ms = performance.now() - feed.from
    })
    const placing: Promise<void>[] = []
    for (let index = 0; performance.now() - feed.from < SECONDS * 1000; index++) {
      placing.push(place(index, items[index % items.length] as (typeof quotes)[number]))
      await pause(PROBE_EVERY_MS)
    }
    await Promise.all([fed, ...placing])
    await pause(LONGEST_MS)
    await close()
    // Only probes bet on these items, and bets are answered in order of arrival. So the count identifies the probe.
    const delays = probes.map(({ item, path, count, acceptedAt }) => {
      const shown = seen.find((row) => row.pathId === path && row.item === item && row.betCount >= count)
      return shown ? Math.max(0, shown.at - acceptedAt) : LONGEST_MS
    })
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => partOf(delays, part))
    const rate = Math.round((RATE * SECONDS * 1000) / feed.ms)
    return [
      {
        what: `a changed cell on a connected screen after the accepted bet, beside ${rate.toLocaleString('en')} bets/s: p95`,
        value: `${p95} ms`,
        reference: `p50 ${p50} ms, p99 ${p99} ms of ${delays.length}`,
        ratio: (p95 ?? LONGEST_MS) / 500,
        goal: '<= 500 ms',
        met: (p95 ?? LONGEST_MS) <= 500,
      },
    ]
  } finally {
    await cluster.stop()
  }
}
