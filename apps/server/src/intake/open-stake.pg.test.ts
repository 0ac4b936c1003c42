import type { BetAnswer, BetSlip, Quote } from '@strata/domain/book/intake'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmallDatabase, NOW, SMALL } from '../book/testing/small-database.ts'
import { row } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { takeBets } from './decide-batch.ts'
import { betMaker, intakeProcess, memories, quoteOf, told } from './testing/intake-process.ts'

const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 12, 2)

/** Each is a process of its own: nothing but the database is shared. */
const processOf = () => intakeProcess(pool, () => NOW, memories())
const one = processOf()

let quote: Quote = '1'
const make = betMaker('o')
const bet = (stake: string, account = 'mem0001'): BetSlip => make({ account, odds: quote, stake })
const take = (slips: readonly BetSlip[], by = one): Promise<readonly BetAnswer[]> => takeBets(by, SMALL.merchant, slips)
const open = async (): Promise<bigint> =>
  (await row<{ sum: bigint }>(raw, 'select sum(open_stake)::bigint as sum from wallets where merchant_id = 1')).sum
const limit = (yuan: number | null) =>
  raw.query('update merchants set max_open = $1, open_bound = null where id = 1', [
    yuan === null ? null : yuan * 10_000,
  ])

beforeAll(async () => {
  quote = await quoteOf(one, SMALL.merchant, bet('1'))
})
beforeEach(() => limit(null))

describe('the open stake of a merchant', () => {
  test('is limited over all members, within a batch and over batches', async () => {
    const before = Number((await open()) / 10_000n)
    await limit(before + 100)
    expect(told(await take([bet('60'), bet('50', 'mem0004'), bet('40', 'mem0005')]))).toEqual([
      'accepted',
      'aboveMaxOpen',
      'accepted',
    ])
    expect(told(await take([bet('1')]))).toEqual(['aboveMaxOpen'])
    expect(await open()).toBe(BigInt(before + 100) * 10_000n)
  })

  test('has room again after a settlement lowered it, though the bound was written before', async () => {
    const before = Number((await open()) / 10_000n)
    await limit(before + 10)
    expect(told(await take([bet('10', 'mem0006')]))).toEqual(['accepted'])
    expect(told(await take([bet('5')]))).toEqual(['aboveMaxOpen'])
    await raw.query('update wallets set open_stake = open_stake - 100000 where merchant_id = 1 and path_id = 106')
    expect(told(await take([bet('5')]))).toEqual(['accepted'])
  })

  test('is never passed by bets of several processes at the same moment', async () => {
    const before = Number((await open()) / 10_000n)
    await limit(before + 95)
    const all = [one, processOf(), processOf(), processOf()]
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const by = all[index % all.length]
        return take([bet('10', `mem000${4 + (index % 5)}`)], by)
      }),
    )
    const kinds = answers.flatMap(told)
    expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(9)
    expect(kinds.filter((kind) => kind === 'aboveMaxOpen')).toHaveLength(15)
    expect(await open()).toBe(BigInt(before + 90) * 10_000n)
  })

  test('costs a merchant without a limit no statement', async () => {
    const sent: string[] = []
    const watched = new Proxy(pool, {
      get(target, name, receiver) {
        if (name !== 'connect') return Reflect.get(target, name, receiver)
        return async () => {
          const client = await target.connect()
          const query = client.query.bind(client)
          client.query = ((...all: Parameters<typeof query>) => {
            const [what] = all as unknown as [string | { name?: string; text: string }]
            sent.push(typeof what === 'string' ? what : (what.name ?? what.text))
            return query(...all)
          }) as typeof client.query
          return client
        }
      },
    })
    expect(told(await take([bet('1')], { ...processOf(), pool: watched }))).toEqual(['accepted'])
    expect(sent).toContain('tree-lock')
    expect(sent).not.toContain('ledger-open-stake')
    expect(sent).not.toContain('tree-open-bound')
  })
})

describe('outside its lease', () => {
  const lease = (from: string | null, until: string | null) =>
    raw.query('update merchants set lease_from = $1, lease_until = $2 where id = 1', [from, until])

  test.each([
    [null, '2026-05-19', 'leaseOver'],
    [null, '2026-05-20', 'accepted'],
    ['2026-05-21', null, 'leaseOver'],
    ['2026-05-20', '2026-05-20', 'accepted'],
  ])('from %s until %s a bet is %s', async (from, until, expected) => {
    await lease(from, until)
    expect(told(await take([bet('1')]))).toEqual([expected])
    await lease(null, null)
  })

  test('a bet that was accepted before is still answered with its order', async () => {
    const slip = bet('1')
    expect(told(await take([slip]))).toEqual(['accepted'])
    await lease(null, '2026-05-19')
    expect(told(await take([{ ...slip, callId: slip.callId + 1_000 }]))).toEqual(['repeated'])
    await lease(null, null)
  })
})
