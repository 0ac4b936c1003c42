import { setTimeout as sleep } from 'node:timers/promises'
import { sealPassword } from '@strata/contract/wrapper'
import { DEMO_PASSWORD } from '../../apps/server/src/demo/facts.ts'
import { DEMO_APP_SECRET } from '../../apps/server/src/platform/config.ts'
import { agentSession } from '../load/agent-session.ts'
import { offers, post } from '../load/bet-book.ts'
import { type Fault, moreBets, mustFlow, type Scene, seconds } from './fault.ts'

const CALLERS = 80
const BETS_A_CALL = 200
const LASTS_MS = 8_000
/** A caller that was shed comes again after this: sooner than it was told to. */
const SHED_PAUSE_MS = 500
const CALL_WITHIN_MS = 20_000
const SHED = 429
const GONE = 503
const RECOVERS_WITHIN_MS = 5_000
/** A page of a person still opens within this time. */
const PAGE_WITHIN_MS = 5_000

interface Flood {
  /** Bets by the status of their call; 0: no answer. */
  readonly bets: Map<number, number>
  /** Refused calls without the header that says when to come again. */
  mute: number
}

const add = (counts: Map<number, number>, key: number, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by)

/** Many more bets than the site takes, from callers that do not wait. */
async function flood({ site, book }: Scene, url: string): Promise<Flood> {
  const seen: Flood = { bets: new Map(), mute: 0 }
  const until = Date.now() + LASTS_MS
  const caller = async (at: number): Promise<void> => {
    while (Date.now() < until) {
      const all = await offers(site.pool)
      const offer = all[at % Math.max(1, all.length)]
      if (!offer) {
        await sleep(100)
        continue
      }
      const bets = Array.from({ length: BETS_A_CALL }, () => book.newBet(offer))
      const sent = await post(url, bets, CALL_WITHIN_MS).catch(() => undefined)
      add(seen.bets, sent?.status ?? 0, bets.length)
      for (const result of sent?.results ?? []) book.note(result)
      if (sent?.results) continue
      // A call that was shed was not begun: none of its bets may be there. Any other one is in doubt.
      for (const bet of bets)
        if (sent?.status === SHED) book.refused.add(bet.betNo)
        else book.unknown.set(bet.betNo, bet)
      if ((sent?.status === SHED || sent?.status === GONE) && sent.retryAfter === null) seen.mute += 1
      await sleep(SHED_PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, at) => caller(at)))
  return seen
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

const slowest = (times: readonly number[]): number => Math.max(0, ...times)

export const overload: Fault = {
  name: 'overload',
  title: 'More bets come than the site can take',
  how: `${CALLERS} callers with ${BETS_A_CALL} bets a call for ${seconds(LASTS_MS)}; meanwhile a board and sign-ins`,
  apis: 1,
  workers: 1,
  limitMs: 150_000,
  async run(scene) {
    const { site, book, load } = scene
    const { url } = site.of('api')[0] ?? { url: '' }
    const headers = { ...(await agentSession(site.pool)), 'content-type': 'application/json' }
    let isOver = false
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
    const pages = Promise.all([visit(board, () => isOver), visit(signIn, () => isOver)])
    const seen = await flood(scene, url)
    isOver = true
    const [boards, signIns] = await pages
    load.mark()
    const recovered = await moreBets(book, 50, RECOVERS_WITHIN_MS)
    const [taken = 0, shed] = [seen.bets.get(200), (seen.bets.get(SHED) ?? 0) + (seen.bets.get(GONE) ?? 0)]
    if (shed === 0) throw new Error(`nothing was shed: ${JSON.stringify([...seen.bets])}`)
    if (seen.mute > 0) throw new Error(`${seen.mute} calls were shed without Retry-After`)
    if (boards.failed + signIns.failed > 0)
      throw new Error(`${boards.failed} boards and ${signIns.failed} sign-ins had no answer in time`)
    mustFlow(load, RECOVERS_WITHIN_MS)
    return {
      times: `${taken} bets taken, ${shed} shed; slowest board ${seconds(slowest(boards.times))}, slowest sign-in ${seconds(slowest(signIns.times))}; other callers' bets again after ${seconds(recovered)}`,
    }
  },
}
