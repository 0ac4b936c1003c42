import { MerchantId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { resetCredit } from './credit-reset.ts'

const { pool, raw } = await createTestDatabase()

test('a reset goes on from the mark of an older process, which knows no merchants of marks', async () => {
  const mark = { day: '2027-01-15', previous: null, through: null }
  await raw.query(`insert into job_marks (name, value, at) values ('credit-reset:7', $1, 1)`, [mark])
  await resetCredit(pool, MerchantId(7), { at: 2, day: '2027-01-16' })
  const marks = await raw.query('select merchant_id, name, value from job_marks')
  const now = { day: '2027-01-16', previous: '2027-01-15', through: null }
  expect(marks.rows).toEqual([{ merchant_id: 7, name: 'credit-reset:7', value: now }])
})
