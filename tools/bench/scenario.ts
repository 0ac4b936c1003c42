import { loadavg } from 'node:os'
import type { PeriodItem } from '@strata/domain/book/scenario'
import { type GameCode, type Play, playsOfGame } from '@strata/domain/games/catalogue'
import { listedItems } from '@strata/domain/games/item'
import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { money } from '@strata/domain/money'
import type { Caller } from '../../apps/server/src/access/session/caller.ts'
import { SPECIAL_PLAYS } from '../../apps/server/src/book/boards/special-number-board.ts'
import { rebuildExposures } from '../../apps/server/src/book/exposures/store-rebuild.ts'
import { askOutlook, PERIOD_THREADS, type PeriodTask } from '../../apps/server/src/book/scenario/period-work.ts'
import { scenarioOf } from '../../apps/server/src/book/scenario/scenario.ts'
import { ThreadPool } from '../../apps/server/src/platform/threads.ts'
import { type BenchRow, FIRST, median, randomFrom, startBenchCluster, WORLD } from './engine-world.ts'
import { depsOn } from './intake-deps.ts'
import { fillOpenPeriod } from './rebuild.ts'

const ORDERS = 100_000
const RULES = { lunarYear: 2026, options: DEFAULT_OPTIONS }
/** Combinations per play that people bet on repeatedly. */
const POPULAR = 150
/** New threads, each asked for one period. */
const FIRST_RUNS = 5

const pick = (below: (n: number) => number, universe: readonly string[], count: number): string => {
  const chosen = new Set<string>()
  while (chosen.size < count) chosen.add(universe[below(universe.length)] ?? '')
  return universe.filter((code) => chosen.has(code)).join('+')
}

const SIDES = ['DA', 'XIAO', 'DAN', 'SHUANG', 'RED', 'BLUE', 'GREEN']

const itemOf = (below: (n: number) => number, play: Play): string => {
  const { form } = play
  if (form.kind === 'one') return listedItems(play)[below(listedItems(play).length)] ?? ''
  if (form.kind === 'digits') return String(below(10 ** form.length)).padStart(form.length, '0')
  if (form.kind === 'pick') return pick(below, form.universe, form.min + below(form.max - form.min + 1))
  const balls = pick(below, ['1', '2', '3', '4', '5', '6'], 2 + below(4)).split('+')
  return balls.map((ball) => `ZM${ball}:${SIDES[below(SIDES.length)]}`).join('+')
}

/** A holder's items after 100,000 orders spread over every play of a game. */
const bookOf = (game: GameCode, seed: number): PeriodItem[] => {
  const below = randomFrom(seed)
  const plays = playsOfGame(game)
  const popular = plays.map((play) => Array.from({ length: POPULAR }, () => itemOf(below, play)))
  const items = new Map<string, { playCode: string; itemCode: string; ifLose: bigint; ifWin: bigint }>()
  for (let order = 0; order < ORDERS; order++) {
    const at = below(plays.length)
    const play = plays[at] as Play
    const itemCode = play.form.kind === 'one' ? itemOf(below, play) : (popular[at]?.[below(POPULAR)] ?? '')
    const stake = BigInt(10_000 * (1 + below(500)))
    const key = `${play.code} ${itemCode}`
    const item = items.get(key) ?? { playCode: play.code, itemCode, ifLose: 0n, ifWin: 0n }
    item.ifLose += stake
    item.ifWin -= stake * 9n
    items.set(key, item)
  }
  return [...items.values()].map((item) => ({ ...item, ifLose: money(item.ifLose), ifWin: money(item.ifWin) }))
}

const agentSeat: Caller = {
  account: { id: AccountId(1), name: 'bench', mainId: AccountId(1) },
  path: {
    id: FIRST.agent,
    merchantId: MerchantId(1),
    role: 3,
    name: 'bench',
    nickname: null,
    flyOutAllowed: false,
    lineage: [PathId(2), FIRST.general, FIRST.agent],
    statuses: [1],
  },
  merchantId: MerchantId(1),
  role: 3,
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
}

const load = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)}`

/** The scenario of the 49 special numbers over every play they decide: read from the database and calculated. */
async function benchDeciding(work: ThreadPool<PeriodTask, unknown>): Promise<BenchRow> {
  const cluster = await startBenchCluster()
  try {
    const { pool } = await cluster.fresh()
    await fillOpenPeriod(pool, ORDERS)
    const items = SPECIAL_PLAYS.flatMap((play) => listedItems(play).map((itemCode) => [play.code, itemCode] as const))
    await pool.query(
      `update orders set play = ($1::text[])[1 + id % $3], item = ($2::text[])[1 + id % $3] where merchant_id = 1 and period_id = $4`,
      [items.map(([play]) => play), items.map(([, item]) => item), items.length, WORLD.period],
    )
    await rebuildExposures(pool, WORLD.merchant, WORLD.period)
    await pool.query('vacuum analyze exposures')
    const deps = { ...depsOn(pool), work }
    const ask = async (): Promise<number> => {
      const from = performance.now()
      await scenarioOf(deps, agentSeat, { gameId: WORLD.game, outcomes: 'deciding' })
      return performance.now() - from
    }
    const first = await ask()
    const times: number[] = []
    for (let run = 0; run < 200; run++) times.push(await ask())
    const ms = median(times)
    return {
      what: `scenario of 6HC's 49 outcomes over all ${SPECIAL_PLAYS.length} plays they decide (${items.length} items), ${ORDERS.toLocaleString('en')} orders: median`,
      value: `${ms.toFixed(1)} ms`,
      reference: `first ${first.toFixed(0)} ms, ${load()}`,
      ratio: ms / 20,
      goal: '<= 20 ms',
      met: ms <= 20,
    }
  } finally {
    await cluster.stop()
  }
}

async function benchPeriod(
  work: ThreadPool<PeriodTask, unknown>,
  of: { readonly game: GameCode; readonly goalMs: number; readonly runs: number },
): Promise<BenchRow> {
  const { game, goalMs, runs } = of
  const items = bookOf(game, 17)
  const ask = async (): Promise<{ ms: number; draws: number }> => {
    const from = performance.now()
    const outlook = await askOutlook(work, { kind: 'outlook', game, rules: RULES, items }, 0)
    if (!outlook) throw new Error('the thread took too long')
    return { ms: performance.now() - from, draws: outlook.draws }
  }
  const first = await ask()
  const times: number[] = []
  const cpu = process.cpuUsage()
  for (let run = 0; run < runs; run++) times.push((await ask()).ms)
  const { user, system } = process.cpuUsage(cpu)
  const ms = median(times)
  const draws = first.draws.toLocaleString('en')
  return {
    what: `${game} in a thread: ${draws} draws over ${items.length} items of all plays (${ORDERS.toLocaleString('en')} orders), asked and answered: median`,
    value: `${ms.toFixed(0)} ms (CPU ${((user + system) / 1000 / runs).toFixed(0)} ms)`,
    reference: `first, with the thread started and the draws made, ${first.ms.toFixed(0)} ms, ${load()}`,
    ratio: ms / goalMs,
    goal: `<= ${goalMs} ms`,
    met: ms <= goalMs,
  }
}

/** How long the first person after a start waits for a whole period: in a new thread, with what the server warms up. */
async function benchFirst(script: URL, game: GameCode): Promise<BenchRow> {
  const items = bookOf(game, 17)
  const first = async (isWarm: boolean): Promise<number> => {
    const work = new ThreadPool<PeriodTask, unknown>({ ...PERIOD_THREADS, size: 1, timeLimitMs: 120_000, script })
    try {
      if (isWarm) await askOutlook(work, { kind: 'outlook', game, rules: RULES, items: [] }, 0)
      const from = performance.now()
      await askOutlook(work, { kind: 'outlook', game, rules: RULES, items }, 0)
      return performance.now() - from
    } finally {
      await work.close()
    }
  }
  const [warm, cold]: [number[], number[]] = [[], []]
  for (let run = 0; run < FIRST_RUNS; run++) {
    warm.push(await first(true))
    cold.push(await first(false))
  }
  const ms = median(warm)
  return {
    what: `${game} in a thread that was warmed up: the first whole period after a start, middle of ${FIRST_RUNS}`,
    value: `${ms.toFixed(0)} ms`,
    reference: `${median(cold).toFixed(0)} ms in a cold thread, ${load()}`,
    ratio: ms / median(cold),
    goal: '<= 300 ms',
    met: ms <= 300,
  }
}

/** Scenarios: the outcomes of one draw, and whole periods in a thread. */
export async function benchScenario(): Promise<BenchRow[]> {
  const script = new URL('../../apps/server/src/workers/period.ts', import.meta.url)
  const work = new ThreadPool<PeriodTask, unknown>({ ...PERIOD_THREADS, size: 1, timeLimitMs: 120_000, script })
  try {
    return [
      await benchDeciding(work),
      await benchPeriod(work, { game: '5M', goalMs: 300, runs: 15 }),
      await benchFirst(script, '5M'),
      await benchPeriod(work, { game: '6HC', goalMs: 2000, runs: 5 }),
    ]
  } finally {
    await work.close()
  }
}
