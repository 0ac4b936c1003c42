/** A bounded load of signed bets whose callers behave as a game platform should: what has no answer is sent again. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { type Bet, type BetBook, Contradiction, type Offer, offers } from '../load/bet-book.ts'

const CALLERS = 6
const BETS_A_CALL = 5
/** Pause of a caller between two calls: a third of what two processors can take. */
const PAUSE_MS = 60
/** A caller gives up waiting after this and sends the same bets again. */
const CALL_WITHIN_MS = 6_000
const AGAIN_MS = 200
/** Bets of a period that closes this soon are not offered, so that a late answer is no reason to refuse. */
const SPARE_MS = 4_000
const WRONG_EVERY = 20

export interface LoadStats {
  /** Longest time without any acknowledged bet while something could be bet on. */
  silenceMs: number
  /** Longest time between two acknowledgements, whatever the reason. */
  pauseMs: number
  /** Calls that were sent again, and of their bets those that were refused although they were right. */
  again: number
  refusedAgain: string[]
  /** Answers by status; 0: none. */
  readonly statuses: Map<number, number>
}

export interface Load {
  readonly stats: LoadStats
  /** Acknowledgements begin to count again from now. */
  mark(): void
  /** When the last bet was acknowledged. */
  readonly lastAt: number
  stop(): Promise<void>
}

const isWrong = (bet: Bet): boolean => bet['odds'] === '1.0001'

export function startLoad(url: string, pool: Pool, book: BetBook, callers = CALLERS): Load {
  const stats: LoadStats = { silenceMs: 0, pauseMs: 0, again: 0, refusedAgain: [], statuses: new Map() }
  let [isStopped, known, lastAt, lastOfferAt] = [false, [] as Offer[], Date.now(), Date.now()]
  const offered = (): Offer[] => known.filter((offer) => offer.closeAt > Date.now() + SPARE_MS)
  const watch = async (): Promise<void> => {
    while (!isStopped) {
      known = await offers(pool).catch(() => known)
      if (offered().length === 0) lastOfferAt = Date.now()
      await sleep(250)
    }
  }
  const acknowledged = (): void => {
    const now = Date.now()
    stats.pauseMs = Math.max(stats.pauseMs, now - lastAt)
    stats.silenceMs = Math.max(stats.silenceMs, now - Math.max(lastAt, lastOfferAt))
    lastAt = now
  }
  const once = async (bets: readonly Bet[], { closeAt }: Offer, isAgain: boolean): Promise<boolean> => {
    const before = book.acknowledged.size
    const status = await book.send(url, bets, CALL_WITHIN_MS).catch((error: unknown) => {
      if (error instanceof Contradiction) throw error
      return 0
    })
    stats.statuses.set(status, (stats.statuses.get(status) ?? 0) + 1)
    if (status !== 200) return false
    if (book.acknowledged.size > before) acknowledged()
    const refused = bets.filter((bet) => !isWrong(bet) && book.refused.has(bet.betNo))
    // A period that closed while a call was repeated is a reason of the business.
    if (isAgain && Date.now() < closeAt) stats.refusedAgain.push(...refused.map(({ betNo }) => betNo))
    return true
  }
  const caller = async (at: number): Promise<void> => {
    while (!isStopped) {
      const offer = offered()[at % Math.max(1, offered().length)]
      await sleep(offer ? PAUSE_MS : 50)
      if (!offer) continue
      const bets = Array.from({ length: BETS_A_CALL }, () => book.newBet(offer, WRONG_EVERY))
      for (let isAgain = false; !(await once(bets, offer, isAgain)); isAgain = true) {
        if (isStopped) break
        stats.again += 1
        await sleep(AGAIN_MS)
      }
    }
  }
  const running = [watch(), ...Array.from({ length: callers }, (_, at) => caller(at))]
  return {
    stats,
    mark() {
      acknowledged()
      Object.assign(stats, { silenceMs: 0, pauseMs: 0 })
    },
    get lastAt() {
      return lastAt
    },
    async stop() {
      isStopped = true
      await Promise.all(running)
      acknowledged()
    },
  }
}
