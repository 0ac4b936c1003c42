import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sealPassword } from '@strata/contract/wrapper'
import { DEMO_PASSWORD } from '../../apps/server/src/demo/facts.ts'
import { DEMO_APP_SECRET } from '../../apps/server/src/platform/config.ts'
import { agentSession } from '../load/agent-session.ts'
import { type Bet, type BetBook, offers, post } from '../load/bet-book.ts'
import { type Fault, moreBets, mustFlow, type Scene, seconds, until } from './fault.ts'
import type { FloodOrder, FloodReport } from './flood.ts'
import type { Site } from './site.ts'

const TIMES = 10
const BETS_A_CALL = 200
const GENERATORS = 2
/** Of each generator. */
const CONNECTIONS = 1_000
const MEASURED_MS = 4_000
const MEASURING_CALLERS = 8
const LASTS_MS = 8_000
const CALL_WITHIN_MS = 20_000
const SHED = 429
const GONE = 503
const RECOVERS_WITHIN_MS = 5_000
/** Between two periods nothing can be bet on. */
const NEXT_PERIOD_MS = 30_000
/** A page of a person still opens within this time. */
const PAGE_WITHIN_MS = 5_000
/** The period on sale must last until the flood is over. */
const PERIOD_LEFT_MS = MEASURED_MS + LASTS_MS + 2_000
const FLOOD = join(import.meta.dirname, 'flood.ts')

/** Bets a second that are taken when nobody sends more than that: each caller waits for its answer. */
async function measure({ site, book }: Scene, url: string): Promise<number> {
  const from = performance.now()
  const before = book.acknowledged.size
  const caller = async (at: number): Promise<void> => {
    while (performance.now() - from < MEASURED_MS) {
      const all = await offers(site.pool)
      const offer = all[at % Math.max(1, all.length)]
      if (!offer) throw new Error('nothing can be bet on')
      const bets: Bet[] = Array.from({ length: BETS_A_CALL }, () => book.newBet(offer))
      for (const bet of bets) book.unknown.set(bet.betNo, bet)
      const sent = await post(url, bets, CALL_WITHIN_MS).catch(() => undefined)
      for (const result of sent?.results ?? []) book.note(result)
    }
  }
  await Promise.all(Array.from({ length: MEASURING_CALLERS }, (_, at) => caller(at)))
  return (1000 * (book.acknowledged.size - before)) / (performance.now() - from)
}

/** One generator in a process of its own. */
function generate(order: FloodOrder): Promise<FloodReport> {
  return new Promise((resolve, reject) => {
    const child = fork(FLOOD, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.once('message', (report) => resolve(report as FloodReport))
    child.once('exit', (code) => reject(new Error(`a generator ended with ${code}`)))
    child.send(order)
  })
}

const sumOf = (reports: readonly FloodReport[], of: (report: FloodReport) => number): number =>
  reports.reduce((sum, report) => sum + of(report), 0)

/** Notes every bet of the flood: those of a call that was shed were not begun, so none of them may be there. */
function noteFlood(book: BetBook, reports: readonly FloodReport[]): void {
  for (const { accepted, refused, shed } of reports) {
    for (const [betNo, orderNo] of accepted) book.note({ betNo, accepted: true, orderNo })
    for (const betNo of refused) book.refused.add(betNo)
    for (const call of shed) for (let at = 0; at < BETS_A_CALL; at += 1) book.refused.add(`${call}${at}`)
  }
}

async function flood({ site, book }: Scene, url: string, betsPerSecond: number): Promise<FloodReport[]> {
  const callsPerSecond = (TIMES * betsPerSecond) / BETS_A_CALL / GENERATORS
  const known = await offers(site.pool)
  const all = Array.from({ length: GENERATORS }, (_, at) =>
    generate({
      url,
      prefix: `${book.prefix}f${at}-`,
      betsACall: BETS_A_CALL,
      callsPerSecond,
      lastsMs: LASTS_MS,
      connections: CONNECTIONS,
      offers: known,
    }),
  )
  const reports = await Promise.all(all)
  noteFlood(book, reports)
  return reports
}

/** Until a call with bets is answered and not shed. Its period may be over meanwhile: a refusal is an answer. */
function recovery({ site, book }: Scene, url: string): Promise<number> {
  return until('a call with bets is answered', RECOVERS_WITHIN_MS, async () => {
    const [offer] = await offers(site.pool)
    if (!offer) return false
    const bets = [book.newBet(offer)]
    for (const bet of bets) book.unknown.set(bet.betNo, bet)
    const sent = await post(url, bets, RECOVERS_WITHIN_MS).catch(() => undefined)
    for (const result of sent?.results ?? []) book.note(result)
    return sent?.results !== null && sent !== undefined
  })
}

/** A period that stays open for the whole flood: between two periods nothing could be taken. */
async function freshPeriod({ pool }: Site): Promise<void> {
  await until('a period with enough time left', 60_000, async () => {
    const [first] = await offers(pool)
    return first !== undefined && first.closeAt - Date.now() > PERIOD_LEFT_MS
  })
}

/** Opens a page again and again; the times of its answers. */
async function visit(ask: () => Promise<number>, isOver: () => boolean): Promise<{ times: number[]; failed: number }> {
  const times: number[] = []
  let failed = 0
  while (!isOver()) {
    const from = performance.now()
    const status = await ask().catch(() => 0)
    if (status === 200) times.push(performance.now() - from)
    else failed += 1
    await sleep(200)
  }
  return { times, failed }
}

const p99 = (times: readonly number[]): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0
}

/** What a person does meanwhile: a board, and a sign-in. */
async function persons(site: Site, url: string) {
  const headers = { ...(await agentSession(site.pool)), 'content-type': 'application/json' }
  const board = async (): Promise<number> => {
    const signal = AbortSignal.timeout(PAGE_WITHIN_MS)
    const answer = await fetch(`${url}/api/agent/RealTimeReport/TodayWinLose`, { headers, signal })
    await answer.arrayBuffer()
    return answer.status
  }
  const signIn = async (): Promise<number> => {
    const password = sealPassword({ password: DEMO_PASSWORD, appSecret: DEMO_APP_SECRET, nowMs: Date.now() })
    const answer = await fetch(`${url}/api/common/account/agentlogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'agent003', password }),
      signal: AbortSignal.timeout(PAGE_WITHIN_MS),
    })
    const { code } = (await answer.json()) as { code: number }
    return code
  }
  return { board, signIn }
}

type Pages = { readonly times: number[]; readonly failed: number }

function judge(reports: readonly FloodReport[], boards: Pages, signIns: Pages): void {
  const calls = JSON.stringify(reports.map((report) => report.calls))
  if (sumOf(reports, ({ shed }) => shed.length) === 0) throw new Error(`nothing was shed: ${calls}`)
  const mute = sumOf(reports, (report) => report.mute)
  if (mute > 0) throw new Error(`${mute} calls were shed without Retry-After`)
  const silent = sumOf(reports, (report) => report.calls[0] ?? 0)
  if (silent > 0) throw new Error(`${silent} calls had no answer: ${calls}`)
  if (boards.failed + signIns.failed > 0)
    throw new Error(
      `${boards.failed} of ${boards.times.length + boards.failed} boards and ${signIns.failed} of ${signIns.times.length + signIns.failed} sign-ins had no answer in time; ${calls}`,
    )
}

export const overload: Fault = {
  name: 'overload',
  title: 'Ten times as many bets come as the site can take',
  how: `${GENERATORS} generators in processes of their own send ${TIMES} times the bets that were taken before, at a fixed rate for ${seconds(LASTS_MS)}, ${BETS_A_CALL} a call, on up to ${GENERATORS * CONNECTIONS} connections; meanwhile boards and sign-ins`,
  apis: 1,
  workers: 1,
  limitMs: 200_000,
  async run(scene) {
    const { site, book, load } = scene
    const { url } = site.of('api')[0] ?? { url: '' }
    const { board, signIn } = await persons(site, url)
    await freshPeriod(site)
    const usual = await measure(scene, url)
    let isOver = false
    const pages = Promise.all([visit(board, () => isOver), visit(signIn, () => isOver)])
    const reports = await flood(scene, url, usual).finally(() => {
      isOver = true
    })
    const [boards, signIns] = await pages
    load.mark()
    const recovered = await recovery(scene, url)
    judge(reports, boards, signIns)
    await moreBets(book, 50, NEXT_PERIOD_MS)
    mustFlow(load, RECOVERS_WITHIN_MS)
    const [sent, unsent] = [sumOf(reports, (one) => one.sent), sumOf(reports, (one) => one.unsent)]
    const taken = sumOf(reports, ({ accepted }) => accepted.length)
    const shedTimes = reports.flatMap((report) => report.shedTimes)
    const gone = sumOf(reports, (report) => report.calls[GONE] ?? 0)
    const shed = sumOf(reports, (report) => report.calls[SHED] ?? 0)
    const rate = (bets: number): number => Math.round((1000 * bets) / LASTS_MS)
    return {
      times: `${Math.round(usual)} bets a second were taken before; ${rate(sent * BETS_A_CALL)} a second were sent (${unsent} of ${sent + unsent} calls found no connection), ${rate(taken)} taken; ${shed + gone} calls shed with Retry-After, p99 ${seconds(p99(shedTimes))}; p99 of ${boards.times.length} boards ${seconds(p99(boards.times))}, of ${signIns.times.length} sign-ins ${seconds(p99(signIns.times))}, none failed; a call with bets is answered again after ${seconds(recovered)}`,
    }
  },
}
