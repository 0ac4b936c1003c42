/**
 * Many board screens in one process. Each has one live stream and requests its board with the version it has, like the
 * page does (apps/web/src/features/book/board-state/use-board.ts). The parent process sends the seats and the play
 * whose changed rows are reported back.
 */

import { STREAM_BEAT } from '@strata/contract/stream-beat'
import { createConfirmer } from '../../apps/web/src/api/confirm.ts'
import { pollEveryMs } from '../../apps/web/src/api/line-keeper.ts'
import { createFrameReader } from '../../apps/web/src/api/stream.ts'
import { createPacer } from '../../apps/web/src/lib/pace.ts'

export interface Seat {
  readonly token: string
  readonly pathId: number
}

export interface Orders {
  readonly base: string
  readonly seats: readonly Seat[]
  readonly gameId: number
  readonly periodNo: string
  readonly groupId: number
  /** Only changed rows of this play are reported. */
  readonly playCode: string
}

/** A row that changed on a screen, and when. */
export interface Seen {
  readonly pathId: number
  readonly item: string
  readonly betCount: number
  readonly at: number
}

const PUSH_GAP_MS = 250
/** How many screens are opened at the same time. */
const AT_ONCE = 8

interface Answer {
  readonly version: number
  readonly rows: readonly { readonly playCode: string; readonly itemCode: string; readonly betCount: number }[]
}

class Screen {
  readonly #orders: Orders
  readonly #seat: Seat
  readonly #counts = new Map<string, number>()
  #version: number | undefined
  readonly #pacer = createPacer(PUSH_GAP_MS, () => void this.#ask())
  readonly #confirm = createConfirmer()
  #asking = false
  /** A change was reported, and its read has not begun. */
  #isAsked = false
  /** What is shown was read or confirmed then. */
  #shownAt = 0
  #poll: NodeJS.Timeout | undefined

  constructor(orders: Orders, seat: Seat) {
    this.#orders = orders
    this.#seat = seat
  }

  get #headers(): Record<string, string> {
    const { token, pathId } = this.#seat
    return { authorization: `Bearer ${token}`, agentpathsid: String(pathId), roletype: '2', 'x-auto': '1' }
  }

  async open(): Promise<void> {
    await this.#ask()
    const response = await fetch(`${this.#orders.base}/api/agent/realtime/stream`, { headers: this.#headers })
    if (!response.ok || !response.body) throw new Error(`stream: HTTP ${response.status}`)
    void this.#follow(response.body)
    // Real screens are opened at different times, so their polls start at random offsets.
    this.#show(Date.now(), Math.random())
  }

  /** Polls after a while without a read or a beat, as the page's query does. */
  #show(at: number, part = 1): void {
    this.#shownAt = at
    clearInterval(this.#poll)
    this.#poll = setInterval(() => void this.#ask(), pollEveryMs('live') * part)
  }

  #beat(): void {
    const shown = { status: 'success', fetchStatus: this.#asking ? 'fetching' : 'idle', isInvalidated: false } as const
    const until = this.#confirm({ ...shown, dataUpdatedAt: this.#shownAt }, { isAsked: this.#isAsked, now: Date.now() })
    if (until !== null) this.#show(until)
  }

  async #follow(body: ReadableStream<Uint8Array>): Promise<void> {
    const frames = createFrameReader()
    const text = new TextDecoder()
    for await (const chunk of body)
      for (const { event } of frames(text.decode(chunk, { stream: true }))) {
        if (event === STREAM_BEAT) this.#beat()
        if (event !== 'board') continue
        this.#isAsked = true
        this.#pacer.ask()
      }
  }

  async #ask(): Promise<void> {
    if (this.#asking) return this.#pacer.ask()
    this.#asking = true
    this.#isAsked = false
    const { base, gameId, periodNo, groupId, playCode: told } = this.#orders
    const since = this.#version === undefined ? {} : { sinceVersion: this.#version }
    const response = await fetch(`${base}/api/agent/RealTimeReport/common?isclick=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#headers },
      body: JSON.stringify({ gameId, periodNo, groupId, ...since }),
    })
    this.#asking = false
    const { data, message } = (await response.json()) as { data: Answer | null; message: string }
    if (!data) throw new Error(message)
    this.#version = data.version
    this.#show(Date.now())
    for (const { playCode, itemCode, betCount } of data.rows) {
      const item = `${playCode} ${itemCode}`
      if (playCode === told && this.#counts.get(item) !== betCount)
        process.send?.({ pathId: this.#seat.pathId, item, betCount, at: Date.now() } satisfies Seen)
      this.#counts.set(item, betCount)
    }
  }
}

process.on('message', (orders: Orders) => {
  void (async () => {
    const waiting = orders.seats.map((seat) => new Screen(orders, seat))
    const openSome = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await next.open()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, openSome))
    process.send?.('open')
  })()
})
