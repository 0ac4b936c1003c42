import type { BetAnswer, BetSlip, Quote } from '@strata/domain/book/intake'
import { GameId, type MerchantId } from '@strata/domain/ids'
import { GamesReader } from '../../book/open-games/read-open-games.ts'
import { PERIOD_NO } from '../../book/testing/small-database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db.ts'
import { LiveHub } from '../../platform/live.ts'
import { createLog } from '../../platform/log.ts'
import { SnapshotCache } from '../../tree/snapshot/merchant-snapshot.ts'
import { takeBets } from '../decide-batch.ts'
import type { IntakeDeps } from '../deps.ts'

/**
 * What one process takes bets with: nothing but the database is shared with another one. It remembers nothing between batches;
 * with `memories()` it does, as the server.
 */
export const intakeProcess = (pool: Pool, clock: Clock, over: Partial<IntakeDeps> = {}): IntakeDeps => ({
  pool,
  live: new LiveHub(createLog('silent')),
  clock,
  snapshots: new SnapshotCache(),
  openGames: new GamesReader(clock).open,
  ...over,
})

export const memories = (): Required<Pick<IntakeDeps, 'totalled' | 'lastGames'>> => ({
  totalled: new Map(),
  lastGames: new Map(),
})

/** Makes bets on one item of the small database, each with a number of its own that begins with `prefix`. */
export function betMaker(prefix: string): (over?: Partial<BetSlip>) => BetSlip {
  let count = 0
  return (over = {}) => ({
    callId: ++count,
    betNo: `${prefix}${count}`,
    account: 'mem0001',
    gameId: GameId(3),
    periodNo: PERIOD_NO,
    playCode: 'TM_LM',
    itemCode: 'DA',
    pankou: undefined,
    odds: '9999',
    stake: '100',
    ...over,
  })
}

/** The odds of a bet, taken from the refusal that carries them. */
export async function quoteOf(deps: IntakeDeps, merchantId: MerchantId, slip: BetSlip): Promise<Quote> {
  const [answer] = await takeBets(deps, merchantId, [{ ...slip, odds: '9999' }])
  if (answer?.kind !== 'refused' || answer.quote === undefined)
    throw new Error(`no quote of ${slip.playCode} ${slip.itemCode}`)
  return answer.quote
}

/** What became of bets: the refusal, or the kind of another answer. */
export const told = (answers: readonly BetAnswer[]): string[] =>
  answers.map((answer) => (answer.kind === 'refused' ? answer.refusal : answer.kind))
