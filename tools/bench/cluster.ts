/** `npm run bench -- --cluster URL`: the same work on one PostgreSQL and on a cluster of the same machine. */
import { loadavg } from 'node:os'
import { addDays, type Day } from '@strata/domain/calendar'
import { type MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { createIntake, INTAKE_LIMITS } from '../../apps/server/src/intake/intake.ts'
import { Refusal } from '../../apps/server/src/platform/refusal.ts'
import { delivery } from '../../apps/server/src/reports/delivery/delivery.ts'
import { foldMerchantPeriod, postDue } from '../../apps/server/src/settlement/settle/settle.ts'
import { clusterSites, type Site, spreadMerchants } from './cluster-sites.ts'
import { betMaker, createWorld, median, readQuotes } from './engine-world.ts'
import { depsOn } from './intake-deps.ts'
import { callerOf } from './reports.ts'
import { addDrawnPeriod, addGame, addOrders, addTree } from './settlement.ts'

const MERCHANTS = 4
const CALL = 500
/** Calls of each merchant that wait for answers: while one is written, the next is there. */
const OUTSTANDING = 2
const WARM_CALLS = 2
const MONTH_DAYS = 30
const READS = 40
const FIRST_DAY = '2026-01-01' as Day
const NOW = Date.UTC(2026, 1, 1, 4)

interface Figure {
  readonly what: string
  readonly one: string
  readonly all: string
  readonly ratio: number
}

/** What some work took on a site: wall time, and the processor time and WAL of each machine, the coordinator's first. */
interface Took {
  readonly ms: number
  readonly cpu: readonly number[]
  readonly wal: readonly number[]
}

async function took(site: Site, work: () => Promise<unknown>): Promise<Took> {
  const before = await site.used()
  const from = performance.now()
  await work()
  const ms = performance.now() - from
  const after = await site.used()
  return {
    ms,
    cpu: after.map(({ cpu }, at) => cpu - (before[at]?.cpu ?? 0)),
    wal: after.map(({ wal }, at) => wal - (before[at]?.wal ?? 0)),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The cost of one unit of work: of one PostgreSQL, or of the coordinator and of the machines with the rows. */
function costsOf(took: Took, count: number): { coordinator: number; rows: number; wal: number } {
  const [first = 0, ...others] = took.cpu
  const us = (seconds: number): number => (seconds * 1e6) / count
  return others.length === 0
    ? { coordinator: 0, rows: us(first), wal: sum(took.wal) / count }
    : { coordinator: us(first), rows: us(sum(others)), wal: sum(took.wal) / count }
}

const shown = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1))

function costFigures(what: string, one: Took, all: Took, count: number): Figure[] {
  const [a, b] = [costsOf(one, count), costsOf(all, count)]
  const line = (name: string, x: number, y: number, unit: string): Figure => ({
    what: `${what}: ${name}`,
    one: `${shown(x)} ${unit}`,
    all: `${shown(y)} ${unit}`,
    ratio: y / x,
  })
  return [
    line('processor of the machines with the rows', a.rows, b.rows, 'us'),
    { what: `${what}: processor of the coordinator`, one: '', all: `${shown(b.coordinator)} us`, ratio: Number.NaN },
    line('WAL', a.wal, b.wal, 'B'),
  ]
}

async function placeBets(site: Site, merchants: readonly MerchantId[], calls: number): Promise<Took> {
  await createWorld(site.pool, merchants)
  const intake = createIntake(depsOn(site.pool), { ...INTAKE_LIMITS, maxBatch: CALL })
  const quotes = await readQuotes(site.pool)
  const makers = merchants.map((_merchant, at) => betMaker(at + 1, quotes))
  let placed = 0
  const send = async (count: number): Promise<void> => {
    const lanes = merchants.flatMap((merchant, at) => Array.from({ length: OUTSTANDING }, () => ({ merchant, at })))
    await Promise.all(
      lanes.map(async ({ merchant, at }) => {
        for (let call = 0; call < count / OUTSTANDING; call++) {
          const bets = Array.from({ length: CALL }, () => makers[at]?.(placed++)).filter((bet) => bet !== undefined)
          const refused = (await intake.create(merchant, bets)).find((result) => !result.accepted)
          if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`)
        }
      }),
    )
  }
  await send(WARM_CALLS)
  const done = await took(site, () => send(calls))
  await intake.drain()
  return done
}

type Part = (sites: readonly [Site, Site], merchants: readonly MerchantId[], orders: number) => Promise<Figure[]>

const bets: Part = async ([one, all], merchants, orders) => {
  const calls = Math.max(OUTSTANDING, Math.ceil(orders / CALL / merchants.length / OUTSTANDING) * OUTSTANDING)
  const count = calls * CALL * merchants.length
  const [a, b] = [await placeBets(one, merchants, calls), await placeBets(all, merchants, calls)]
  const perSecond = (of: Took): number => (count / of.ms) * 1000
  return [
    {
      what: `bets a second, ${merchants.length} merchants, calls of ${CALL}, ${count.toLocaleString('en')} bets`,
      one: shown(perSecond(a)),
      all: shown(perSecond(b)),
      ratio: perSecond(b) / perSecond(a),
    },
    ...costFigures('a bet', a, b, count),
  ]
}

const deps = ({ pool }: Site) => ({ pool, clock: () => NOW })

async function settle(site: Site, merchants: readonly MerchantId[], period: number): Promise<void> {
  await Promise.all(
    merchants.map(async (merchant) => {
      await foldMerchantPeriod(deps(site), merchant, PeriodId(period))
      await postDue(deps(site), merchant, PeriodId(period))
    }),
  )
}

const settlement: Part = async (sites, merchants, orders) => {
  const each = Math.floor(orders / merchants.length)
  const all: Took[] = []
  for (const site of sites) {
    await addGame(site.pool)
    await addDrawnPeriod(site.pool, 1, FIRST_DAY)
    for (const merchant of merchants) {
      await addTree(site.pool, merchant)
      await addOrders(site.pool, { merchant, period: 1, day: FIRST_DAY, firstId: 0 }, each)
    }
    await site.pool.query('vacuum analyze orders, wallets, paths')
    all.push(await took(site, () => settle(site, merchants, 1)))
  }
  const [a, b] = all as [Took, Took]
  return [
    {
      what: `settlement of ${orders.toLocaleString('en')} orders in ${merchants.length} merchants at once`,
      one: `${shown(a.ms)} ms`,
      all: `${shown(b.ms)} ms`,
      ratio: b.ms / a.ms,
    },
    ...costFigures('an order settled', a, b, orders),
  ]
}

/** A month of settled days; each merchant has as many orders on each. */
async function makeMonth(site: Site, merchants: readonly MerchantId[], orders: number): Promise<void> {
  const each = Math.max(1, Math.floor(orders / merchants.length / MONTH_DAYS))
  await addGame(site.pool)
  for (const merchant of merchants) await addTree(site.pool, merchant)
  for (let day = 0; day < MONTH_DAYS; day++) {
    const made = { period: day + 1, day: addDays(FIRST_DAY, day), firstId: day * 1_000_000 }
    await addDrawnPeriod(site.pool, made.period, made.day)
    for (const merchant of merchants) await addOrders(site.pool, { ...made, merchant }, each)
    await settle(site, merchants, made.period)
  }
  await site.pool.query('vacuum analyze rollup_paths, rollup_plays, settled_days')
}

/** Middle time of the head's list of merchants for the month, and its sums. */
async function readMonth({ pool }: Site): Promise<{ ms: number; summary: string }> {
  const head = callerOf(0, PathId(1), 'head')
  const month = { from: FIRST_DAY, to: addDays(FIRST_DAY, MONTH_DAYS - 1) }
  const request = { pageIndex: 1, pageSize: 100, state: 'settled', ...month } as const
  const times: number[] = []
  let summary = ''
  for (let read = 0; read <= READS; read++) {
    const from = performance.now()
    const answer = await delivery(pool, head, request, NOW)
    if (answer instanceof Refusal) throw new Error(`refused: ${answer.name}`)
    if (read > 0) times.push(performance.now() - from)
    summary = JSON.stringify(answer.summary, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
  }
  return { ms: median(times), summary }
}

const month: Part = async (sites, merchants, orders) => {
  const found: { ms: number; summary: string }[] = []
  for (const site of sites) {
    await makeMonth(site, merchants, orders)
    found.push(await readMonth(site))
  }
  const [a, b] = found as [(typeof found)[0], (typeof found)[0]]
  if (a.summary !== b.summary) throw new Error(`the sites differ: ${a.summary} and ${b.summary}`)
  return [
    {
      what: `the head's delivery of a month, ${merchants.length} merchants, equal on both`,
      one: `${shown(a.ms)} ms`,
      all: `${shown(b.ms)} ms`,
      ratio: b.ms / a.ms,
    },
  ]
}

const PARTS: Readonly<Record<string, Part>> = { bets, settlement, month }

/**
 * Prints a table of each part.
 * @param orders bets, settled orders and orders of the month
 */
export async function runCluster(coordinator: string, orders: number, only: string | undefined): Promise<void> {
  const names = only?.split(',') ?? Object.keys(PARTS)
  const unknown = names.filter((name) => !(name in PARTS))
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}`)
  for (const name of names) {
    const { one, all } = await clusterSites(coordinator)
    try {
      const merchants = await spreadMerchants(all.pool, MERCHANTS)
      process.stdout.write(`\n| ${name} | ${one.name} | ${all.name} | ratio |\n|---|---:|---:|---:|\n`)
      for (const figure of (await PARTS[name]?.([one, all], merchants, orders)) ?? []) {
        const ratio = Number.isNaN(figure.ratio) ? '' : figure.ratio.toFixed(2)
        process.stdout.write(`| ${figure.what} | ${figure.one} | ${figure.all} | ${ratio} |\n`)
      }
      const load = loadavg().map((value) => value.toFixed(1))
      process.stdout.write(`load of the machine: ${load.join(' ')}\n`)
    } finally {
      await one.end()
      await all.end()
    }
  }
}
