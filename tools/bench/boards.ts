import { AccountId, GroupId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import type { Caller } from '../../apps/server/src/access/session/caller.ts'
import { itemBoard, specialBoard } from '../../apps/server/src/book/boards/board.ts'
import { BoardCache } from '../../apps/server/src/book/boards/board-cache.ts'
import { rebuildExposures } from '../../apps/server/src/book/exposures/store-rebuild.ts'
import { type BenchRow, betMaker, FIRST, partOf, readQuotes, startBenchCluster, WORLD } from './engine-world.ts'
import { intakeThread } from './intake.ts'
import { depsOn } from './intake-deps.ts'
import { watchedLine } from './processors.ts'
import { fillOpenPeriod } from './rebuild.ts'

const RATE = 5_000
const SECONDS = 15
/** Code that was just loaded runs slowly. A real server has run for a long time, so the first seconds do not count. */
const WARM_SECONDS = 3

export const callerOf = (pathId: PathId, role: Role, lineage: PathId[]): Caller => ({
  account: { id: AccountId(1), name: 'bench', mainId: AccountId(1) },
  path: {
    id: pathId,
    merchantId: MerchantId(1),
    role,
    name: 'bench',
    nickname: null,
    flyOutAllowed: false,
    lineage,
    statuses: [1],
  },
  merchantId: MerchantId(1),
  role,
  roleType: 2,
  permissionIds: new Set(),
  isSub: false,
  owesPasswords: false,
  owesValidator: false,
  status: 1,
  sessionId: 1,
  tokenHash: '',
  ip: '',
  reach: 'any',
  paths: [],
  targets: new Map(),
})

/** Reads boards of every level while bets come in, with `count` orders in the period. */
export async function benchBoards(count = 1_000_000): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  try {
    const { pool } = await cluster.fresh()
    await fillOpenPeriod(pool, count)
    await rebuildExposures(pool, WORLD.merchant, WORLD.period)
    await pool.query('vacuum analyze exposures')
    const deps = depsOn(pool)
    // As in compose.ts, boards have a cache and use the server's connections, not those of intake.
    const boards = { ...deps, pool, cache: new BoardCache({ ...deps, pool }) }
    const intake = intakeThread(pool)
    const make = betMaker(5, await readQuotes(pool))
    const seats = [
      callerOf(WORLD.merchantPath, 1, [PathId(2)]),
      callerOf(FIRST.general, 2, [PathId(2), FIRST.general]),
      callerOf(FIRST.agent, 3, [PathId(2), FIRST.general, FIRST.agent]),
    ]
    const request = { gameId: WORLD.game, amount: 'net' as const }
    const read = async (index: number): Promise<number> => {
      const seat = seats[index % seats.length] as Caller
      const from = performance.now()
      await (index % 2 === 0
        ? specialBoard(boards, seat, request)
        : itemBoard(boards, seat, { ...request, groupId: GroupId(301) }, 'common'))
      return performance.now() - from
    }
    for (let index = 0; index < 60; index++) await read(index)
    const alone: number[] = []
    for (let index = 0; index < 300; index++) alone.push(await read(index))
    const beside: number[] = []
    // The shortest round trip to the database beside the same bets. No board can be faster.
    const bare: number[] = []
    let placed = 0
    let running = true
    const began = performance.now()
    const pending: Promise<unknown>[] = []
    const feed = (async () => {
      while (running) {
        const due = Math.floor(((performance.now() - began) / 1000) * RATE)
        if (due > placed) {
          const bets = Array.from({ length: due - placed }, () => make(placed++))
          // Answers are dropped, because a server does not hold them after sending.
          pending.push(intake.create(WORLD.merchant, bets).then(() => undefined))
        }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await Promise.all(pending)
    })()
    await new Promise((resolve) => setTimeout(resolve, WARM_SECONDS * 1000))
    const processors = watchedLine(cluster.pid())
    while (performance.now() - began < (WARM_SECONDS + SECONDS) * 1000) {
      beside.push(await read(beside.length))
      const from = performance.now()
      await pool.query({ name: 'bench-bare', text: 'select 1' })
      bare.push(performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const note = processors()
    running = false
    await feed
    const rate = Math.round(placed / ((performance.now() - began) / 1000))
    const p99 = partOf(beside, 0.99)
    return [
      {
        what: `boards (special numbers, common) with ${count.toLocaleString('en')} orders in the period, beside ${rate} bets/s: p99`,
        value: `${p99.toFixed(1)} ms`,
        reference: `alone p50 ${partOf(alone, 0.5).toFixed(1)} ms, p99 ${partOf(alone, 0.99).toFixed(1)} ms; beside the bets a bare "select 1" p99 ${partOf(bare, 0.99).toFixed(1)} ms, a board p50 ${partOf(beside, 0.5).toFixed(1)} ms`,
        ratio: p99 / 15,
        goal: '<= 15 ms',
        met: p99 <= 15,
        notes: [note],
      },
    ]
  } finally {
    await cluster.stop()
  }
}
