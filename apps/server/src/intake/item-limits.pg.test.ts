import type { BetSlip, Quote } from '@strata/domain/book/intake'
import { MerchantId, PathId } from '@strata/domain/ids'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { findOrder, voidInBooks } from '../book/orders.ts'
import { createSmallDatabase, NOW, SMALL } from '../book/testing/small-database.ts'
import { runTx } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { takeBets } from './decide-batch.ts'
import type { IntakeDeps } from './deps.ts'
import { betMaker, intakeProcess, memories, quoteOf, told } from './testing/intake-process.ts'

const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 12, 3)

/** The limit of one member on one item in one period, in yuan: twenty times the stakes of these tests. */
const LIMIT = 200
/** A process of its own: nothing but the database is shared. */
const processOf = (over: Partial<IntakeDeps> = {}) => intakeProcess(pool, () => NOW, { ...memories(), ...over })

const quotes = new Map<string, Quote>()
const make = betMaker('i')
const bet = (account: string, itemCode: string, yuan: number): BetSlip =>
  make({ account, itemCode, odds: quotes.get(itemCode) ?? '9', stake: String(yuan) })
const ITEMS = ['DA', 'XIAO', 'DAN', 'SHUANG']

beforeAll(async () => {
  await raw.query(
    `update link_terms set plays = jsonb_set(plays, '{0,maxItem}', to_jsonb('${LIMIT * 10_000}'::text)) where path_id > 100`,
  )
  const probe = processOf()
  for (const item of ITEMS) quotes.set(item, await quoteOf(probe, SMALL.merchant, bet('mem0001', item, 1)))
})

test('a member who has more open than the limit of an item is judged by the item alone', async () => {
  const deps = processOf()
  const take = async (...slips: BetSlip[]) => told(await takeBets(deps, SMALL.merchant, slips))
  expect(await take(...ITEMS.map((item) => bet('mem0004', item, 150)))).toEqual(ITEMS.map(() => 'accepted'))
  expect([...(deps.totalled?.get(SMALL.merchant) ?? [])]).toEqual([PathId(104)])
  expect(await take(bet('mem0004', 'DA', 51), bet('mem0004', 'DA', 50), bet('mem0004', 'DA', 1))).toEqual([
    'aboveMaxItem',
    'accepted',
    'aboveMaxItem',
  ])
  expect(await take(bet('mem0004', 'XIAO', 50), bet('mem0005', 'DA', 200))).toEqual(['accepted', 'accepted'])
})

test('a voided order no longer counts', async () => {
  const deps = processOf()
  const [first] = await takeBets(deps, SMALL.merchant, [bet('mem0006', 'DA', 150), bet('mem0006', 'XIAO', 150)])
  if (first?.kind !== 'accepted') throw new Error('refused')
  const orderId = first.order.id
  expect(told(await takeBets(deps, SMALL.merchant, [bet('mem0006', 'DA', 60)]))).toEqual(['aboveMaxItem'])
  await runTx(pool, {}, async (tx) => {
    const found = await findOrder(tx, SMALL.merchant, orderId)
    if (!found) throw new Error('no order')
    const order = { merchantId: SMALL.merchant, orderId, reason: 'test', operator: 'test', batch: nextId(), at: NOW }
    await voidInBooks(tx, order, found, true)
  })
  expect(told(await takeBets(deps, SMALL.merchant, [bet('mem0006', 'DA', 200)]))).toEqual(['accepted'])
  expect(told(await takeBets(deps, SMALL.merchant, [bet('mem0006', 'DA', 1)]))).toEqual(['aboveMaxItem'])
})

test('any partition into batches, over two processes, accepts what counting by hand accepts', async () => {
  const bets = fc.array(
    fc.record({
      member: fc.constantFrom('mem0007', 'mem0008'),
      item: fc.constantFrom(...ITEMS),
      yuan: fc.integer({ min: 1, max: 120 }),
      endsBatch: fc.boolean(),
      other: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25 },
  )
  const both = [processOf(), processOf({ totalled: new Map() })] as const
  const staked = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(bets, async (wanted) => {
      const batches: (typeof wanted)[] = [[]]
      for (const one of wanted) {
        batches.at(-1)?.push(one)
        if (one.endsBatch) batches.push([])
      }
      for (const batch of batches) {
        const expected = batch.map(({ member, item, yuan }) => {
          const key = `${member} ${item}`
          const total = (staked.get(key) ?? 0) + yuan
          if (total > LIMIT) return 'aboveMaxItem'
          staked.set(key, total)
          return 'accepted'
        })
        const slips = batch.map(({ member, item, yuan }) => bet(member, item, yuan))
        expect(told(await takeBets(both[batch[0]?.other ? 1 : 0], SMALL.merchant, slips))).toEqual(expected)
      }
      if ([...staked.values()].every((yuan) => yuan > LIMIT - 5)) {
        staked.clear()
        await raw.query('delete from orders where bettor in (107, 108)')
        await raw.query('update wallets set balance = balance + open_stake, open_stake = 0 where path_id in (107, 108)')
      }
    }),
    { numRuns: 40 },
  )
})

/** Members 1 and 3 of a merchant have 300 yuan open, so their totals must be read; `room` more may be open in all. */
async function withOpen(merchant: MerchantId, room: number) {
  const held = ['mem0001', 'mem0003'].flatMap((account) => [bet(account, 'DA', 150), bet(account, 'XIAO', 150)])
  expect(told(await takeBets(processOf(), merchant, held))).toEqual(held.map(() => 'accepted'))
  const open = await raw.query('select sum(open_stake) as sum from wallets where merchant_id = $1', [merchant])
  const max = BigInt(open.rows[0]?.['sum']) + BigInt(room) * 10_000n
  await raw.query('update merchants set max_open = $2, open_bound = null where id = $1', [merchant, String(max)])
}

const ordersOf = async (merchant: MerchantId, betNo: string): Promise<unknown[]> => {
  const found = await raw.query<{ bettor: number }>(
    `select o.bettor from order_keys k join orders o on o.merchant_id = k.merchant_id and o.id = k.order_id
      where k.merchant_id = $1 and k.bet_no = $2`,
    [merchant, betNo],
  )
  return found.rows.map(({ bettor }) => bettor)
}

test('of two members with one number the second is judged by what became of the first in the end', async () => {
  const [merchant, betNo] = [MerchantId(2), 'shared']
  await withOpen(merchant, 300)
  const take = async (...slips: BetSlip[]) => told(await takeBets(processOf(), merchant, slips))
  const named = (slip: BetSlip, no: string): BetSlip => ({ ...slip, betNo: no })

  // The first is refused in the first round only; the second was accepted there.
  const late = [named(bet('mem0001', 'DAN', 20), betNo), named(bet('mem0002', 'DAN', 20), betNo)]
  expect(await take(...late)).toEqual(['accepted', 'duplicateMismatch'])
  expect(await ordersOf(merchant, betNo)).toEqual([101])

  // Refused in the end, it leaves the number to the second, but not within one call.
  const [over, free] = [named(bet('mem0001', 'DA', 60), 'freed'), named(bet('mem0003', 'DAN', 20), 'freed')]
  expect(await take(over, { ...free, callId: over.callId })).toEqual(['aboveMaxItem', 'duplicateMismatch'])
  expect(await take(over, free)).toEqual(['aboveMaxItem', 'accepted'])
  expect(await ordersOf(merchant, 'freed')).toEqual([103])
})

test('a member who is judged in the second round for the first time has the totals read as well', async () => {
  const merchant = MerchantId(3)
  await withOpen(merchant, 100)
  const [taker, first, second] = [bet('mem0001', 'SHUANG', 60), bet('mem0002', 'DA', 60), bet('mem0003', 'SHUANG', 30)]
  // In the first round the taker is refused, and the first of two with one number takes the room that is open.
  const slips = [taker, first, { ...second, betNo: first.betNo }]
  expect(told(await takeBets(processOf(), merchant, slips))).toEqual(['accepted', 'aboveMaxOpen', 'accepted'])
  expect(await ordersOf(merchant, first.betNo)).toEqual([103])
})
