/**
 * `npm run soak -- --minutes 30`: half of the bets that this machine can take, with 200 boards open, and a look at memory,
 * delays, queues and tables every few seconds. `--write` puts the curves into docs/soak.svg. Fails when something that
 * must be flat has grown, and when a bet or a book is wrong at the end.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chanceOf } from '../../apps/server/src/demo/players.ts'
import { agentSession } from '../load/agent-session.ts'
import { BetBook, Contradiction, type Offer, offers } from '../load/bet-book.ts'
import { proveBets, proveBooks } from '../load/prove.ts'
import { type Panel, plot } from './plot.ts'
import { Site } from './site.ts'
import { type Sample, takeSample } from './soak-sample.ts'
import { openStreams } from './streams.ts'

const BETS_A_CALL = 20
const PEAK_CALLERS = 8
const PEAK_MS = 8_000
const STREAMS_A_SESSION = 4
const PAGE_EVERY_MS = 10_000
const SPARE_MS = 4_000
/** More than this at the end, compared with the middle of the run, is growth. */
const MAX_GROWTH = 1.3
const MAX_JOBS = 500

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    boards: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
})
const minutes = Math.min(600, Math.max(1, Number(values.minutes)))
const boards = Math.min(1_000, Math.max(0, Number(values.boards)))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const draw = chanceOf(Number(values.seed))
const book = new BetBook('soak-', (limit) => Math.floor(draw() * limit))

/** What can be bet on, looked at four times a second. */
function watchOffers(site: Site): { readonly now: () => readonly Offer[]; readonly stop: () => void } {
  let known: Offer[] = []
  const timer = setInterval(() => {
    offers(site.pool).then(
      (found) => {
        known = found
      },
      () => undefined,
    )
  }, 250)
  return { now: () => known.filter(({ closeAt }) => closeAt > Date.now() + SPARE_MS), stop: () => clearInterval(timer) }
}

type Offered = ReturnType<typeof watchOffers>

async function placeCall(site: Site, offered: Offered, at: number): Promise<void> {
  const all = offered.now()
  const offer = all[at % Math.max(1, all.length)]
  if (!offer) return
  const bets = Array.from({ length: BETS_A_CALL }, () => book.newBet(offer))
  await book.send(site.balancer.url, bets).catch((error: unknown) => {
    if (error instanceof Contradiction) throw error
  })
}

/** Bets a second that callers without a pause get through. */
async function peakOf(site: Site, offered: Offered): Promise<number> {
  while (offered.now().length === 0) await sleep(100)
  const [before, from] = [book.acknowledged.size, performance.now()]
  const caller = async (at: number): Promise<void> => {
    while (performance.now() - from < PEAK_MS) {
      if (offered.now().length === 0) await sleep(50)
      await placeCall(site, offered, at)
    }
  }
  await Promise.all(Array.from({ length: PEAK_CALLERS }, (_, at) => caller(at)))
  return (1000 * (book.acknowledged.size - before)) / (performance.now() - from)
}

/** Open pages: a stream each, and a call now and then. */
async function openBoards(site: Site) {
  const sessions = Math.ceil(boards / STREAMS_A_SESSION)
  const headers = await Promise.all(Array.from({ length: sessions }, () => agentSession(site.pool)))
  const { url } = site.balancer
  const streams = headers.map((own) => openStreams(Array<string>(STREAMS_A_SESSION).fill(url), own))
  let [slowest, failed, isOver] = [0, 0, false]
  const page = async (at: number): Promise<void> => {
    await sleep((PAGE_EVERY_MS * at) / Math.max(1, boards))
    while (!isOver) {
      const from = performance.now()
      const answer = await fetch(`${url}/api/agent/RealTimeReport/TodayWinLose`, {
        headers: headers[at % sessions] ?? {},
      }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.status !== 200) failed += 1
      slowest = Math.max(slowest, performance.now() - from)
      await sleep(PAGE_EVERY_MS)
    }
  }
  const pages = Array.from({ length: boards }, (_, at) => page(at))
  return {
    /** The slowest page since the last time. */
    slowestMs: () => {
      const found = slowest
      slowest = 0
      return found
    },
    failed: () => failed,
    stop: async () => {
      isOver = true
      await Promise.all([...pages, ...streams.map((stream) => stream.stop())])
    },
  }
}

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

/** What must be flat and is not. */
function growth(samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3)
  const of = (part: readonly Sample[], name: keyof Sample): number => average(part.map((sample) => sample[name]))
  const [middle, end] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
  const grown = (['apiMb', 'workerMb'] as const)
    .filter((name) => of(end, name) > MAX_GROWTH * of(middle, name))
    .map((name) => `${name} grew from ${of(middle, name).toFixed(0)} to ${of(end, name).toFixed(0)}`)
  const jobs = Math.max(...samples.map((sample) => sample.jobs))
  return jobs > MAX_JOBS ? [...grown, `${jobs} jobs waited`] : grown
}

const panels = (samples: readonly Sample[]): Panel[] => {
  const line = (name: string, of: keyof Sample) => ({ name, values: samples.map((sample) => sample[of]) })
  return [
    { title: 'bets a second', lines: [line('acknowledged', 'betsPerSecond')] },
    { title: 'slowest page, ms', lines: [line('page', 'pageMs')] },
    { title: 'memory, MB', lines: [line('api', 'apiMb'), line('worker', 'workerMb')] },
    { title: 'waiting', lines: [line('bets', 'waitingBets'), line('jobs', 'jobs'), line('fly-outs', 'undelivered')] },
    { title: 'tables, MB', lines: [line('orders', 'ordersMb'), line('that are bounded', 'smallMb')] },
  ]
}

async function soak(site: Site): Promise<string[]> {
  await site.ensure({ worker: 1, api: 1 })
  const offered = watchOffers(site)
  const peak = await peakOf(site, offered)
  const rate = peak / 2
  say(`peak ${peak.toFixed(0)} bets a second; ${minutes} minutes at ${rate.toFixed(0)} with ${boards} boards`)
  const pages = await openBoards(site)
  const samples: Sample[] = []
  const [from, until] = [Date.now(), Date.now() + minutes * 60_000]
  const everyMs = Math.max(3_000, (minutes * 60_000) / 200)
  const calls = new Set<Promise<void>>()
  let [sent, sampledAt, before] = [0, Date.now(), book.acknowledged.size]
  while (Date.now() < until) {
    for (const due = ((Date.now() - from) / 1000) * (rate / BETS_A_CALL); sent < due; sent++) {
      const call = placeCall(site, offered, sent).finally(() => calls.delete(call))
      calls.add(call)
    }
    if (Date.now() - sampledAt >= everyMs) {
      const betsPerSecond = (1000 * (book.acknowledged.size - before)) / (Date.now() - sampledAt)
      ;[sampledAt, before] = [Date.now(), book.acknowledged.size]
      samples.push(
        await takeSample(site, { minute: (Date.now() - from) / 60_000, betsPerSecond, pageMs: pages.slowestMs() }),
      )
    }
    await sleep(5)
  }
  await Promise.all(calls)
  offered.stop()
  await pages.stop()
  await book.sendAgain(site.balancer.url, 60_000)
  await proveBets(site.pool, book)
  await proveBooks(site.pool)
  const wrong = growth(samples)
  if (pages.failed() > 0) wrong.push(`${pages.failed()} pages failed`)
  const rates = average(samples.map((sample) => sample.betsPerSecond))
  const [first, last] = [samples[Math.floor(samples.length / 3)], samples.at(-1)]
  say(
    `${book.acknowledged.size} bets, ${rates.toFixed(0)} a second; api ${first?.apiMb.toFixed(0)} to ${last?.apiMb.toFixed(0)} MB, worker ${first?.workerMb.toFixed(0)} to ${last?.workerMb.toFixed(0)} MB; slowest page ${Math.max(...samples.map(({ pageMs }) => pageMs)).toFixed(0)} ms`,
  )
  const file = join(import.meta.dirname, '../../docs/soak.svg')
  const curve = plot(
    panels(samples),
    samples.map(({ minute }) => minute),
  )
  if (values.write) writeFileSync(file, curve)
  return wrong
}

const site = await Site.open()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void site.close().finally(() => process.exit(1)))
const wrong = await soak(site).finally(() => site.close())
for (const one of wrong) say(`FAIL  ${one}`)
say(wrong.length === 0 ? 'soak: all books balance, nothing grew' : 'soak: failed')
process.exit(wrong.length === 0 ? 0 : 1)
