import type { BetSlip, IntakeRefusal, Quote } from '@strata/domain/book/intake'
import { GameId, GroupId, MerchantId, PathId } from '@strata/domain/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { rebuildExposures, verifyExposures } from '../book/exposures/store-rebuild.ts'
import { createSmallDatabase, NOW, PERIODS, SMALL } from '../book/testing/small-database.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { row, rows } from '../platform/db.ts'
import { createLog } from '../platform/log.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { takeBets } from './decide-batch.ts'
import type { IntakeDeps } from './deps.ts'
import { createIntake } from './intake.ts'
import { QueueFull } from './queue.ts'
import { betMaker, intakeProcess, quoteOf } from './testing/intake-process.ts'

const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 12, 3)

let clock = NOW
beforeEach(() => {
  clock = NOW
})
const log = createLog('silent')
const deps = intakeProcess(pool, () => clock)

const TM_LM_DA = '1.916'
const make = betMaker('b')
const bet = (over: Partial<BetSlip> = {}): BetSlip => make({ odds: quotes['DA'] ?? TM_LM_DA, ...over })
const take = (...slips: BetSlip[]) => takeBets(deps, SMALL.merchant, slips)

/** Current quotes, taken from the refusal that carries them. */
const quotes: Record<string, Quote> = {}
async function learn(playCode: string, itemCode: string, gameId = 3): Promise<Quote> {
  const quote = await quoteOf(deps, SMALL.merchant, bet({ gameId: GameId(gameId), playCode, itemCode }))
  quotes[itemCode] = quote
  return quote
}
await learn('TM_LM', 'DA')

const proveBooks = async (merchantId: MerchantId = SMALL.merchant): Promise<void> => {
  expect(await verifyExposures(pool, merchantId)).toBeNull()
  expect(await verifyLedger(pool, merchantId)).toBeNull()
}

describe('a bet', () => {
  test('is stored with its chain, charged and counted', async () => {
    const [answer] = await take(bet())
    expect(answer).toMatchObject({ kind: 'accepted', balanceAfter: 999_000_000n })
    const [order] = await rows(raw, 'select * from orders where merchant_id = 1')
    const shares = { s_h: 3000, s_m: 2000, s_g: 2000, s_a: 3000, r_m: 2500, r_g: 2000, r_a: 1500, r_b: 1000 }
    expect(order).toMatchObject({ bettor: 101, m: 11, g: 12, a: 13, stake: 1_000_000n, ...shares })
    const wallet = await row(raw, 'select balance, open_stake from wallets where merchant_id = 1 and path_id = 101')
    expect(wallet).toEqual({ balance: 999_000_000n, open_stake: 1_000_000n })
    await proveBooks()
  })

  test('of a member directly under the merchant or the general agent skips levels', async () => {
    const answers = await take(bet({ account: 'mem0012' }), bet({ account: 'MEM0011' }))
    expect(answers.map((answer) => answer.kind)).toEqual(['accepted', 'accepted'])
    const found = await rows(
      raw,
      'select bettor, m, g, a, s_h, s_m, s_g, s_a, r_g, r_a from orders where bettor > 110 order by 1',
    )
    expect(found).toEqual([
      { bettor: PathId(111), m: 11, g: 12, a: null, s_h: 5500, s_m: 2000, s_g: 2500, s_a: 0, r_g: 2000, r_a: 1000 },
      { bettor: PathId(112), m: 11, g: null, a: null, s_h: 6000, s_m: 4000, s_g: 0, s_a: 0, r_g: 1000, r_a: 1000 },
    ])
    await proveBooks()
  })
})

describe('refusals', () => {
  test('come in the written order when there are several faults', async () => {
    const faults: readonly (readonly [IntakeRefusal, Partial<BetSlip>])[] = [
      ['stakeWrong', { stake: '1.234' }],
      ['unknownMember', { account: 'nobody' }],
      ['disabled', { account: 'mem0002' }],
      ['gameOff', { account: 'mem0003' }],
      ['maintenance', { gameId: GameId(1) }],
      ['periodClosed', { periodNo: 'none' }],
      ['unknownItem', { itemCode: 'NONE' }],
      ['pankouWrong', { pankou: 'A' }],
      ['oddsChanged', { odds: '5' }],
      ['aboveMaxStake', { stake: '199999' }],
    ]
    await raw.query(`update paths set status = 2 where merchant_id = 1 and id = 102`)
    await raw.query(`update link_terms set enabled = false where merchant_id = 1 and path_id = 103`)
    await raw.query(`update merchants set config_version = config_version + 1 where id = 1`)
    await raw.query(`update games set maintenance = '{"from": 0}' where id = 1`)
    // All faults from each step on at once: the first of them is reported. Account faults exclude each other.
    for (let first = 0; first < faults.length; first++) {
      const together = faults.slice(first).reverse()
      const slip = bet(Object.assign({}, ...together.map(([, over]) => over)))
      expect((await take(slip))[0], faults[first]?.[0]).toMatchObject({ kind: 'refused', refusal: faults[first]?.[0] })
    }
    await raw.query(`update games set maintenance = null where id = 1`)
  })

  test('a game that does not exist is an unknown item, not one in maintenance', async () => {
    expect((await take(bet({ gameId: GameId(99) })))[0]).toMatchObject({ kind: 'refused', refusal: 'unknownItem' })
  })

  test('limits of one bet, of the item in total, and of the balance', async () => {
    await raw.query(`update wallets set balance = balance - 849000000 where merchant_id = 1 and path_id = 104`)
    await raw.query(`update ledger_entries set amount = 151000000 where merchant_id = 1 and path_id = 104`)
    const refusal = async (over: Partial<BetSlip>) => {
      const [answer] = await take(bet({ account: 'mem0004', ...over }))
      return answer?.kind === 'refused' ? answer.refusal : answer?.kind
    }
    expect(await refusal({ stake: '0.99' })).toBe('belowMinStake')
    expect(await refusal({ stake: '100000.01' })).toBe('aboveMaxStake')
    expect(await refusal({ stake: '15100.01' })).toBe('balanceTooLow')
    expect(await refusal({ stake: '15100' })).toBe('accepted')
    expect(await refusal({ stake: '1' })).toBe('balanceTooLow')
    await raw.query(`update wallets set balance = 5000000000 where merchant_id = 1 and path_id = 105`)
    expect(await refusal({ account: 'mem0005', stake: '100000' })).toBe('accepted')
    const many = await take(...['60000', '40000', '0.01', '1'].map((stake) => bet({ account: 'mem0005', stake })))
    expect(many.map((one) => (one.kind === 'refused' ? one.refusal : one.kind))).toEqual([
      'accepted',
      'accepted',
      'belowMinStake',
      'aboveMaxItem',
    ])
    // The limit of the item comes first, also where totals are read only after a first look.
    await raw.query(`update wallets set balance = 0 where merchant_id = 1 and path_id = 105`)
    expect(await refusal({ account: 'mem0005', stake: '1' })).toBe('aboveMaxItem')
    await raw.query(`update wallets set balance = 1000000000 - open_stake where merchant_id = 1 and path_id = 105`)
    await raw.query(
      `update wallets set balance = 151000000 - open_stake, quota = 151000000 where merchant_id = 1 and path_id = 104`,
    )
    await raw.query(
      `update ledger_entries set amount = -151000000 where merchant_id = 1 and transaction_id = 104 and path_id = -3`,
    )
    await proveBooks()
  })

  test('a frozen ancestor freezes its members', async () => {
    const change = async (status: number) => {
      await raw.query('update paths set status = $1 where merchant_id = 1 and id = 13', [status])
      await raw.query('update merchants set config_version = config_version + 1 where id = 1')
    }
    await change(4)
    expect((await take(bet()))[0]).toMatchObject({ refusal: 'frozen' })
    expect((await take(bet({ account: 'mem0011' })))[0]).toMatchObject({ kind: 'accepted' })
    await change(1)
  })

  test('the clock under the lock decides; a batch that commits too late is judged again by the later clock', async () => {
    clock = NOW + 60_000
    expect((await take(bet()))[0]).toMatchObject({ refusal: 'periodClosed' })
    const times = [NOW + 59_999, NOW + 65_000, NOW + 65_000]
    const late: IntakeDeps = { ...deps, clock: () => times.shift() ?? NOW + 65_000 }
    const before = await row(raw, 'select count(*)::integer as n from orders')
    expect((await takeBets(late, SMALL.merchant, [bet()]))[0]).toMatchObject({ refusal: 'periodClosed' })
    expect(await row(raw, 'select count(*)::integer as n from orders')).toEqual(before)
  })

  test('a settled period accepts no bet', async () => {
    await raw.query('update merchant_periods set settled_version = 1 where merchant_id = 1 and period_id = 3')
    expect((await take(bet()))[0]).toMatchObject({ refusal: 'periodClosed' })
    await raw.query('update merchant_periods set settled_version = 0 where merchant_id = 1 and period_id = 3')
  })
})

describe('bet numbers', () => {
  test('the same bet again returns the first order and changes nothing; another bet under its number is refused', async () => {
    const slip = bet()
    const [first] = await take(slip)
    const [again] = await take({ ...slip, callId: 9 })
    expect(first?.kind === 'accepted' && again).toMatchObject({
      kind: 'repeated',
      orderId: first?.kind === 'accepted' ? first.order.id : 0n,
    })
    expect((await take({ ...slip, stake: '100.00', pankou: 'C' }))[0]?.kind).toBe('repeated')
    for (const other of [
      { stake: '101' },
      { account: 'mem0006' },
      { itemCode: 'XIAO' },
      { odds: '9' },
      { periodNo: 'x' },
    ])
      expect((await take({ ...slip, ...other }))[0]).toMatchObject({ refusal: 'duplicateMismatch' })
    clock = NOW + 60_000
    expect((await take(slip))[0]?.kind).toBe('repeated')
    await proveBooks()
  })

  test('a refused number may be sent again; within one call the first bet with the number decides', async () => {
    const slip = bet({ stake: '0.5' })
    expect((await take(slip))[0]).toMatchObject({ refusal: 'belowMinStake' })
    expect((await take({ ...slip, stake: '5' }))[0]?.kind).toBe('accepted')
    const one = bet({ stake: '0.5' })
    const answers = await take(
      one,
      { ...one, stake: '5' },
      { ...one, callId: 77, stake: '5' },
      { ...one, callId: 77, stake: '5' },
    )
    expect(answers.map((answer) => (answer.kind === 'refused' ? answer.refusal : answer.kind))).toEqual([
      'belowMinStake',
      'duplicateMismatch',
      'accepted',
      'repeated',
    ])
  })
})

/** Bets with fractions on several items and both games for merchant `id`, the same for each. */
async function mixedBets(): Promise<BetSlip[]> {
  const items: [GameId, string, string, Quote][] = []
  for (const [gameId, play, item] of [
    [3, 'TM_LM', 'DA'],
    [3, 'TM_LM', 'XIAO'],
    [3, 'LM_3Z2', '01+02+03'],
    [3, 'GG', 'ZM1:DA+ZM4:RED'],
    [3, 'ZX', 'MA'],
    [1, 'B1_LM', 'DA'],
  ] as const) {
    const [answer] = await take(bet({ gameId: GameId(gameId), playCode: play, itemCode: item, odds: '9999' }))
    if (answer?.kind === 'refused' && answer.quote !== undefined) items.push([GameId(gameId), play, item, answer.quote])
    else
      throw new Error(
        `${play} ${item}: ${JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`,
      )
  }
  return Array.from({ length: 300 }, (_, i) => {
    const [gameId, playCode, itemCode, odds] = items[(i * 7) % items.length] as (typeof items)[number]
    const account = `mem00${String(6 + (i % 7)).padStart(2, '0')}`
    const over = { gameId, playCode, itemCode, odds, account, stake: `${1 + ((i * 37) % 900)}.${10 + (i % 90)}` }
    return { ...bet(over), callId: i, betNo: `mix${i}` }
  })
}

const automaticJson = JSON.stringify([
  {
    groupId: GroupId(302),
    enabled: true,
    holdLimit: '5000000',
    unit: '10000',
    mode: 'stake',
    maxLoss: null,
    items: [],
  },
  {
    groupId: GroupId(315),
    enabled: true,
    holdLimit: null,
    unit: '70000',
    mode: 'loss',
    maxLoss: '300000000',
    items: [],
  },
])

describe('batches', () => {
  test('one by one and all at once give the same orders, amounts, holders and exposures', async () => {
    for (const merchantId of [2, 3]) {
      for (const path of [11, 12, 13])
        await raw.query(
          `insert into replenishment_settings (merchant_id, path_id, game_id, accept_limits, auto)
           values ($1, $2, 3, '{"302": "200000000"}', $3)`,
          [merchantId, path, automaticJson],
        )
    }
    const bets = await mixedBets()
    for (const slip of bets) await takeBets(deps, MerchantId(2), [slip])
    await takeBets(deps, MerchantId(3), bets)
    const orders = (merchantId: MerchantId) =>
      rows(
        raw,
        `select o.kind, o.taker, o.bettor, o.m, o.g, o.a, o.play, o.item, o.pankou, o.stake, o.odds, o.odds_tiers,
                o.pay_top, o.lu_b, o.balance_after, o.bet_no, c.bet_no as cause
           from orders o left join orders c on c.merchant_id = o.merchant_id and c.id = o.cause
          where o.merchant_id = $1 order by o.id`,
        [merchantId],
      )
    const exposures = (merchantId: MerchantId) =>
      rows(
        raw,
        `select path_id, play, item, pankou, bet_count, held, in_amount, out_amount, through, if_lose, if_win, pay_win
           from exposures where merchant_id = $1 order by 1, 2, 3, 4`,
        [merchantId],
      )
    const apart = await orders(MerchantId(2))
    expect(apart.length).toBeGreaterThan(350)
    expect(new Set(apart.map((order) => `${order['kind']} ${order['taker']}`)).size).toBeGreaterThan(2)
    expect(await orders(MerchantId(3))).toEqual(apart)
    expect(await exposures(MerchantId(3))).toEqual(await exposures(MerchantId(2)))
    for (const merchantId of [2, 3]) {
      await proveBooks(MerchantId(merchantId))
      const before = await exposures(MerchantId(merchantId))
      for (const periodId of Object.values(PERIODS)) await rebuildExposures(pool, MerchantId(merchantId), periodId)
      expect(await exposures(MerchantId(merchantId))).toEqual(before)
    }
  })

  test('a bet that makes the batch fail is refused alone, in its place, and the others are accepted', async () => {
    const intake = createIntake({ ...deps, log })
    await raw.query(`alter table order_keys add constraint poison check (bet_no <> 'poison')`)
    const wire = ['p1', 'p2', 'poison', 'bad\u0000', 'p3'].map((betNo) => ({ ...bet(), betNo }))
    const results = await intake.create(SMALL.merchant, wire)
    await raw.query('alter table order_keys drop constraint poison')
    expect(results.map((result) => [result.betNo, result.accepted || result.code])).toEqual([
      ['p1', true],
      ['p2', true],
      ['poison', 500],
      ['bad\u0000', 40001],
      ['p3', true],
    ])
    await proveBooks()
  })

  test('a full queue sheds whole calls; accepted calls are answered', async () => {
    const limits = { maxBatch: 2, minAhead: 2, maxWaiting: 4, maxWaitingPerLane: 4, maxRunning: 1 }
    const intake = createIntake({ ...deps, log }, limits)
    const calls = Array.from({ length: 4 }, () => intake.create(SMALL.merchant, [bet(), bet()]))
    const settled = await Promise.allSettled(calls)
    expect(settled.map((call) => call.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    for (const call of settled) if (call.status === 'rejected') expect(call.reason).toBeInstanceOf(QueueFull)
    await intake.drain()
  })
})
