import { AccountId } from '@strata/domain/ids'
import { describe, expect, it } from 'vitest'
import type { Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { oncePerRequest } from './once-per-request.ts'

const { pool, raw } = await createTestDatabase()
await raw.query('create table done (n integer); grant all on done to public')

const key = (requestId: string | undefined, content: unknown = { amount: '1' }, call = 'test.call') => ({
  accountId: AccountId(7),
  requestId,
  call,
  content,
  now: 1,
})
let made = 0
const work = async (tx: Tx): Promise<{ number: number }> => {
  made += 1
  await tx.query('insert into done values ($1)', [made])
  return { number: made }
}
const count = async () => (await raw.query<{ n: number }>('select count(*)::integer as n from done')).rows[0]?.n

describe('a request id', () => {
  it('gets the first answer again, however many requests arrive at once', async () => {
    const before = (await count()) ?? 0
    const answers = await Promise.all(Array.from({ length: 8 }, () => oncePerRequest(pool, key('twin'), work)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })

  it('belongs to one account, one call and one content', async () => {
    const first = await oncePerRequest(pool, key('one'), work)
    expect(await oncePerRequest(pool, key('one'), work)).toEqual(first)
    expect(await oncePerRequest(pool, key('one', { amount: '2' }), work)).toMatchObject({ name: 'requestMismatch' })
    expect(await oncePerRequest(pool, key('one', undefined, 'test.other'), work)).toMatchObject({
      name: 'requestMismatch',
    })
    expect(await oncePerRequest(pool, { ...key('one'), accountId: AccountId(8) }, work)).not.toEqual(first)
  })

  it('does not remember a refusal or anything of a refused request', async () => {
    const before = await count()
    const refused = await oncePerRequest(pool, key('again'), async (tx) => {
      await work(tx)
      return refuse('balanceTooLow')
    })
    expect(refused).toBeInstanceOf(Refusal)
    expect(await count()).toBe(before)
    expect(await oncePerRequest(pool, key('again'), work)).toHaveProperty('number')
  })

  it('is optional', async () => {
    const before = (await count()) ?? 0
    await oncePerRequest(pool, key(undefined), work)
    await oncePerRequest(pool, key(undefined), work)
    expect(await count()).toBe(before + 2)
  })
})
