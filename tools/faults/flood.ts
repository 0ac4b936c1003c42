/**
 * Sends signed bets at a fixed rate, whatever becomes of them: what is late is not waited for. Runs in a process of its own
 * (`tools/faults/overload.ts`), so that it takes nothing from the event loop that watches.
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PLATFORMS, memberName } from '../../apps/server/src/demo/facts.ts'
import { signRequest } from '../../apps/server/src/platform/signature.ts'
import type { Offer } from '../load/bet-book.ts'

const TARGET = '/api/rec/order/create'
const TICK_MS = 5
const CALL_WITHIN_MS = 15_000
const MEMBERS = 100

export interface FloodOrder {
  readonly url: string
  /** Begins every bet number of this process. */
  readonly prefix: string
  readonly betsACall: number
  readonly callsPerSecond: number
  readonly lastsMs: number
  /** So many calls at once at most; what is due beyond them is counted and not sent. */
  readonly connections: number
  readonly offers: readonly Offer[]
}

export interface FloodReport {
  /** Calls by HTTP status; 0: no answer. */
  readonly calls: Record<number, number>
  readonly accepted: readonly (readonly [betNo: string, orderNo: string])[]
  readonly refused: readonly string[]
  /** Begin of the bet numbers of calls that were shed, and of those without an answer. */
  readonly shed: readonly string[]
  readonly unknown: readonly string[]
  /** Calls that were shed without a word when to come again. */
  readonly mute: number
  readonly sent: number
  readonly unsent: number
  readonly shedTimes: readonly number[]
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

const bodyOf = (order: FloodOrder, call: string, { gameId, periodNo, odds }: Offer): string => {
  const bets = Array.from({ length: order.betsACall }, (_, at) => {
    const account = memberName(1 + (at % MEMBERS))
    return `{"betNo":"${call}${at}","account":"${account}","gameId":${gameId},"periodNo":"${periodNo}","playCode":"B1_LM","itemCode":"DA","odds":"${odds}","stake":"1.5"}`
  })
  return `{"bets":[${bets.join(',')}]}`
}

const textOf = async (response: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function post(order: FloodOrder, agent: Agent, rawBody: string): Promise<Answer> {
  const [platform] = DEMO_PLATFORMS
  const timestamp = String(Date.now())
  const signature = signRequest(platform.key, { timestamp, method: 'POST', target: TARGET, rawBody })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(rawBody),
    'x-merchant': platform.code,
    'x-timestamp': timestamp,
    'x-signature': signature,
  }
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(CALL_WITHIN_MS)
    const sent = request(order.url + TARGET, { method: 'POST', agent, headers, signal }, (response) => {
      const { statusCode = 0, headers: said } = response
      textOf(response).then((text) => resolve({ status: statusCode, retryAfter: said['retry-after'], text }), reject)
    })
    sent.on('error', reject)
    sent.end(rawBody)
  })
}

class Report implements FloodReport {
  readonly calls: Record<number, number> = {}
  readonly accepted: [string, string][] = []
  readonly refused: string[] = []
  readonly shed: string[] = []
  readonly unknown: string[] = []
  readonly shedTimes: number[] = []
  mute = 0
  sent = 0
  unsent = 0

  take(call: string, answer: Answer | undefined, tookMs: number): void {
    const status = answer?.status ?? 0
    this.calls[status] = (this.calls[status] ?? 0) + 1
    const results = status === 200 ? resultsOf(answer?.text ?? '') : null
    for (const { betNo, accepted, orderNo } of results ?? []) {
      if (accepted && orderNo !== undefined) this.accepted.push([betNo, orderNo])
      else this.refused.push(betNo)
    }
    if (results) return
    if (status === 429) this.shed.push(call)
    else this.unknown.push(call)
    if (status !== 429 && status !== 503) return
    this.shedTimes.push(Math.round(tookMs))
    if (answer?.retryAfter === undefined) this.mute += 1
  }
}

type Result = { readonly betNo: string; readonly accepted: boolean; readonly orderNo?: string }

const resultsOf = (text: string): readonly Result[] | null =>
  (JSON.parse(text) as { data: { results: Result[] } | null }).data?.results ?? null

async function flood(order: FloodOrder): Promise<FloodReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections })
  const report = new Report()
  const open = new Set<Promise<void>>()
  const once = async (offer: Offer, call: string): Promise<void> => {
    const from = performance.now()
    const answer = await post(order, agent, bodyOf(order, call, offer)).catch(() => undefined)
    report.take(call, answer, performance.now() - from)
  }
  const from = performance.now()
  for (let due = 0; performance.now() - from < order.lastsMs; await sleep(TICK_MS)) {
    const wanted = Math.floor(((performance.now() - from) / 1000) * order.callsPerSecond)
    for (; due < wanted; due += 1) {
      const now = Date.now()
      const offers = order.offers.filter(({ closeAt }) => closeAt > now)
      const offer = offers[due % Math.max(1, offers.length)]
      if (!offer || open.size >= order.connections) {
        report.unsent += 1
        continue
      }
      report.sent += 1
      const call = once(offer, `${order.prefix}${due}-`).finally(() => open.delete(call))
      open.add(call)
    }
  }
  await Promise.all(open)
  agent.destroy()
  return { ...report }
}

// Callers have processors of their own. Here they share them, so they come after the site.
setPriority(constants.priority.PRIORITY_LOW)
process.once('message', (order: FloodOrder) => {
  void flood(order).then((report) => process.send?.(report, () => process.exit(0)))
})
