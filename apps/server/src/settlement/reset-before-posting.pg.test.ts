import { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { expect, it } from 'vitest'
import { resetCredit } from '../ledger/credit-reset.ts'
import { row } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { settlePeriod } from './settle/settle.ts'
import { AT, DRAWS, settledWorld } from './testing/settled-world.ts'
import { DAY, putResult } from './testing/small-period.ts'

const { pool, raw } = await createTestDatabase()
await raw.query('create table orders_test partition of orders default')
const { deps, fresh, place, expectSound } = settledWorld({ pool, raw })

const MEMBER = PathId(100)

it.each([true, false])(
  'what the first period of a day pays stays, although the reset of that day comes late (resets on: %s)',
  async (isOn) => {
    const merchantId = MerchantId(fresh())
    const period = { id: fresh(), gameId: GameId(3) }
    const bet = { kind: 'member', bettor: 0, play: 'TMA', item: '07', stake: 1_000_000n } as const
    await place(merchantId, PeriodId(period.id), [{ ...bet, shares: [0, 0, 0], rates: [0, 0, 0, 0] }])
    await raw.query(`update merchants set fund_mode = 'credit', credit_reset = $2 where id = $1`, [merchantId, isOn])
    await raw.query(`update wallets set fund_mode = 'credit', quota = balance + open_stake where merchant_id = $1`, [
      merchantId,
    ])
    await raw.query('insert into job_marks (merchant_id, name, value, at) values ($1, $2, $3, 0)', [
      merchantId,
      `credit-reset:${merchantId}`,
      JSON.stringify({ day: '2026-03-01', previous: '2026-02-28', through: null }),
    ])
    // Lost the day before.
    const lost = 70_000n
    await raw.query(
      `with entry as (
         insert into ledger_entries (merchant_id, id, transaction_id, path_id, kind, amount, balance_after, day, at)
         values ($1, 1, 1, $2, 'payout', $3, 0, '2026-03-01', 0), ($1, 2, 1, -2, 'payout', -$3::bigint, null, '2026-03-01', 0))
       update wallets set balance = balance + $3::bigint where merchant_id = $1 and path_id = $2`,
      [merchantId, MEMBER, String(-lost)],
    )
    await putResult(raw, period, must(DRAWS[0], 'the draw with 07'))
    await settlePeriod(deps, merchantId, PeriodId(period.id))
    if (isOn) await resetCredit(pool, merchantId, { at: AT, day: DAY })
    const { quota, balance } = await row<{ quota: bigint; balance: bigint }>(
      raw,
      'select quota, balance from wallets where merchant_id = $1 and path_id = $2',
      [merchantId, MEMBER],
    )
    const paid = await row<{ paid: bigint }>(
      raw,
      `select sum(amount)::bigint as paid from ledger_entries
        where merchant_id = $1 and path_id = $2 and kind in ('payout', 'commission') and id > 2`,
      [merchantId, MEMBER],
    )
    expect(paid.paid).toBeGreaterThan(1_000_000n)
    expect(balance).toBe(quota - 1_000_000n + paid.paid - (isOn ? 0n : lost))
    await expectSound(merchantId)
  },
)
