import { MerchantId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { completeDirectory, findMerchantByCode, insertMerchant, isHostTaken, readLogo } from './store-merchants.ts'

const { pool, raw } = await createTestDatabase()

test('a code and a host name one merchant, also of merchants that an older process made', async () => {
  await insertMerchant(pool, { id: MerchantId(1), code: 'one', name: '一', fundMode: 'cash', at: 0 })
  expect(await findMerchantByCode(pool, 'one')).toBe(1)
  await expect(
    insertMerchant(pool, { id: MerchantId(2), code: 'one', name: '二', fundMode: 'cash', at: 0 }),
  ).rejects.toThrow(/unique/)
  await raw.query(
    `insert into merchants (id, code, name, fund_mode, logo, host, created_at) values (3, 'old', '旧', 'cash', 'picture', 'old.test', 0)`,
  )
  expect(await findMerchantByCode(pool, 'old')).toBeUndefined()
  await completeDirectory(pool)
  await completeDirectory(pool)
  expect(await findMerchantByCode(pool, 'old')).toBe(3)
  expect(await isHostTaken(pool, 'old.test', MerchantId(1))).toBe(true)
  expect(await isHostTaken(pool, 'old.test', MerchantId(3))).toBe(false)
  expect(await readLogo(pool, { code: null, host: 'old.test' })).toBe('picture')
  expect(await readLogo(pool, { code: 'one', host: 'old.test' })).toBe('')
  expect(await readLogo(pool, { code: 'none', host: 'old.test' })).toBe('')
})
