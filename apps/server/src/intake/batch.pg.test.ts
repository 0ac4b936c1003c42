import type { BetSlip } from '@strata/domain/book/intake'
import { expect, test } from 'vitest'
import { GamesReader } from '../book/open-games.ts'
import { verifyExposures } from '../book/store-rebuild.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { rows } from '../platform/db.ts'
import { LiveHub } from '../platform/live.ts'
import { createLog } from '../platform/log.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { SnapshotCache } from '../tree/snapshot.ts'
import { type IntakeDeps, takeBets } from './batch.ts'
import { createSmallDatabase, NOW, PERIOD_NO, SMALL } from './testing/small-database.ts'

const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw)

const clock = NOW
const deps: IntakeDeps = {
  pool,
  live: new LiveHub(createLog('silent')),
  clock: () => clock,
  snapshots: new SnapshotCache(),
  openGames: new GamesReader(() => clock).open,
}

let count = 0
const bet = (over: Partial<BetSlip> = {}): BetSlip => ({
  callId: 1,
  betNo: `b${++count}`,
  account: 'mem0001',
  gameId: 3,
  periodNo: PERIOD_NO,
  playCode: 'TM_LM',
  itemCode: 'DA',
  pankou: undefined,
  odds: '1.906',
  stake: '100',
  ...over,
})
const take = (...slips: BetSlip[]) => takeBets(deps, SMALL.merchant, slips)

test('a bet is stored with its chain, charged and counted, and the books are right', async () => {
  const quotes = await take(bet({ odds: '9' }))
  expect(quotes[0]).toMatchObject({ kind: 'refused', refusal: 'oddsChanged' })
  const quote = quotes[0]?.kind === 'refused' ? quotes[0].quote : undefined
  const [answer] = await take(bet({ odds: quote ?? '' }))
  expect(answer).toMatchObject({ kind: 'accepted', balanceAfter: 999_000_000n })
  const [order] = await rows(raw, 'select * from orders')
  expect(order).toMatchObject({
    bettor: 101,
    m: 11,
    g: 12,
    a: 13,
    stake: 1_000_000n,
    s_h: 3000,
    s_m: 2000,
    s_g: 2000,
    s_a: 3000,
  })
  expect(await verifyExposures(pool, SMALL.merchant)).toBeNull()
  expect(await verifyLedger(pool, SMALL.merchant)).toBeNull()
})
