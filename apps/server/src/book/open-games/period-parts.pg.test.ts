import { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import { expect, it } from 'vitest'
import { runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { createSmallDatabase } from '../testing/small-database.ts'
import { settlePart } from './period-parts.ts'
import { sharePeriods } from './share-periods.ts'

const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 2, 1)
const { rows } = await raw.query<{ id: number; day: string }>('select id, day::text from periods order by id limit 1')
const periodId = PeriodId(rows[0]?.id ?? 0)
const merchantId = MerchantId(1)

it('a part of a period is settled revision by revision: none is left out, none is written twice', async () => {
  const period = { periodId, gameId: GameId(3), day: rows[0]?.day ?? '' }
  const share = () => runTx(pool, {}, (tx) => sharePeriods(tx, merchantId, [period]))
  const settle = (revision: number) =>
    runTx(pool, {}, (tx) => settlePart(tx, { merchantId, periodId, settledVersion: 1, revision }))
  expect(await share()).toEqual(new Set())
  await expect(settle(2)).rejects.toThrow('does not follow')
  await settle(1)
  expect(await share()).toEqual(new Set([periodId]))
  await expect(settle(1)).rejects.toThrow('does not follow')
  await settle(2)
})
