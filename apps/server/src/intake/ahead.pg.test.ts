import type { BetAnswer, BetSlip, Quote } from '@strata/domain/book/intake'
import { MerchantId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyExposures } from '../book/exposures/store-rebuild.ts'
import { createSmallDatabase, NOW } from '../book/testing/small-database.ts'
import { rows } from '../platform/db.ts'
import { createLog } from '../platform/log.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { Ahead, type NextSettled } from './ahead.ts'
import { takeBets } from './decide-batch.ts'
import { createIntake, INTAKE_LIMITS, type WireBet } from './intake.ts'
import { betMaker, intakeProcess, memories, quoteOf } from './testing/intake-process.ts'

const log = createLog('silent')
const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 12, 2)
await raw.query(`alter table order_keys add constraint poison check (bet_no !~ '^poison')`)
// Limits that bets pass often, by stake and by loss: most batches send something up.
const auto = (holdLimit: string | null, maxLoss: string | null) =>
  JSON.stringify([
    { groupId: 302, enabled: true, unit: '10000', mode: maxLoss ? 'loss' : 'stake', holdLimit, maxLoss, items: [] },
  ])
for (const [path, settings] of [
  [11, auto('40000000', null)],
  [12, auto(null, '20000000')],
  [13, auto('5000000', null)],
] as const)
  await raw.query(
    `insert into replenishment_settings (merchant_id, path_id, game_id, accept_limits, auto)
     select id, $1, 3, '{"302": "200000000"}', $2 from merchants`,
    [path, settings],
  )

let clock = NOW
beforeEach(() => {
  clock = NOW
})

/** A process of its own. */
function processOf(isAhead: boolean) {
  const deps = intakeProcess(pool, () => clock, memories())
  const ahead = new Ahead(deps)
  return { deps: isAhead ? { ...deps, ahead } : deps, counts: ahead.counts }
}

/** The same happens to both: one decides every batch when its turn comes, the other ahead. */
const PLAIN = MerchantId(1)
const AHEAD = MerchantId(2)
const plain = processOf(false)
const ahead = processOf(true)
/** Another process, which takes bets of both merchants in between. */
const other = processOf(true)

const ITEMS = ['DA', 'XIAO', 'DAN']
const quotes = new Map<string, Quote>()
const make = betMaker('a')
const bet = (over: Partial<BetSlip> = {}): BetSlip =>
  make({ odds: quotes.get(over.itemCode ?? 'DA') ?? '9999', ...over })
for (const itemCode of ITEMS) quotes.set(itemCode, await quoteOf(plain.deps, PLAIN, bet({ itemCode })))

const told = (answers: readonly BetAnswer[]) =>
  answers.map((answer) =>
    answer.kind === 'accepted' ? answer.balanceAfter : answer.kind === 'refused' ? answer.refusal : answer.kind,
  )

/** All that bets write, by merchant, without the ids. */
async function books(merchantId: MerchantId) {
  const of = (text: string) => rows(raw, text, [merchantId])
  return {
    orders: await of(
      `select o.kind, o.taker, o.bettor, o.play, o.item, o.stake, o.odds, o.pay_top, o.lu_b, o.balance_after, o.bet_no, o.day,
              c.bet_no as cause
         from orders o left join orders c on c.merchant_id = o.merchant_id and c.id = o.cause
        where o.merchant_id = $1 order by o.id`,
    ),
    keys: await of('select bet_no, content_hash from order_keys where merchant_id = $1 order by 1'),
    wallets: await of('select path_id, balance, open_stake from wallets where merchant_id = $1 order by 1'),
    exposures: await of(
      `select path_id, play, item, pankou, bet_count, held, in_amount, out_amount, through, pending, if_lose, if_win, pay_win
         from exposures where merchant_id = $1 order by 1, 2, 3, 4`,
    ),
    bound: await of('select open_bound from merchants where id = $1'),
  }
}

const both = 'merchant_id in (1, 2)'
const newTerms = 'update merchants set config_version = config_version + 1'

/** What others do between two batches. Each changes what the next batch is decided by. */
const OTHERS: Readonly<Record<string, { readonly does: readonly string[]; readonly undoes?: readonly string[] }>> = {
  'a balance is less': { does: [`update wallets set balance = balance - 1 where ${both} and path_id = 101`] },
  'less is open': { does: [`update wallets set open_stake = open_stake - 1 where ${both} and path_id = 101`] },
  'a member is frozen': {
    does: [`update paths set status = 4 where ${both} and id = 101`, newTerms],
    undoes: [`update paths set status = 1 where ${both} and id = 101`, newTerms],
  },
  'an agent keeps less': {
    does: [
      `update replenishment_settings set auto = jsonb_set(auto, '{0,holdLimit}', '"1000000"') where ${both} and path_id = 13`,
      newTerms,
    ],
    undoes: [
      `update replenishment_settings set auto = jsonb_set(auto, '{0,holdLimit}', '"5000000"') where ${both} and path_id = 13`,
      newTerms,
    ],
  },
  'a period closes': {
    does: [`update periods set state = 'closed' where game_id = 3`],
    undoes: [`update periods set state = 'open' where game_id = 3`],
  },
  'a period closes earlier': {
    does: [`update periods set close_at = ${NOW} where game_id = 3`],
    undoes: [`update periods set close_at = ${NOW + 60_000} where game_id = 3`],
  },
  'a game is maintained': {
    does: [`update games set maintenance = '{"from": 0}' where id = 3`],
    undoes: ['update games set maintenance = null where id = 3'],
  },
  'odds change': {
    does: [
      `update prices set base = '"1.5"' where game_id = 3 and play = 'TM_LM' and price_key = 'DA'`,
      'update games set odds_version = odds_version + 1 where id = 3',
    ],
    undoes: [
      `update prices set base = to_jsonb(${`'${String(quotes.get('DA'))}'`}::text) where game_id = 3 and play = 'TM_LM' and price_key = 'DA' and pankou = 'C'`,
      'update games set odds_version = odds_version + 1 where id = 3',
    ],
  },
  'a play is stopped': {
    does: [`update games set stops = '{"TM_LM": true}' where id = 3`],
    undoes: [`update games set stops = '{}' where id = 3`],
  },
  'the lease ends': {
    does: [`update merchants set lease_until = '2026-05-01'`],
    undoes: ['update merchants set lease_until = null'],
  },
  'a limit on open stakes is set': {
    does: ['update merchants set max_open = (select sum(open_stake) + 1500000 from wallets where merchant_id = 1)'],
    undoes: ['update merchants set max_open = null, open_bound = null'],
  },
  'the period is settled': {
    does: [`update merchant_periods set settled_version = 1 where ${both}`],
    undoes: [`update merchant_periods set settled_version = 0 where ${both}`],
  },
  'an exposure moves': {
    does: [`update exposures set if_win = if_win - 10000 where ${both} and path_id = 12 and item = 'DA'`],
    undoes: [`update exposures set if_win = if_win + 10000 where ${both} and path_id = 12 and item = 'DA'`],
  },
}
const run = async (texts: readonly string[] = []): Promise<void> => {
  for (const text of texts) await raw.query(text)
}

interface Step {
  readonly slips: readonly BetSlip[]
  /** What happens before the batch. */
  readonly before?: () => Promise<void>
}

/** A batch that fails as a whole stores nothing. */
async function takeOrFail(work: Promise<readonly BetAnswer[]>) {
  try {
    return told(await work)
  } catch (error) {
    if (/poison/.test(String(error))) return 'failed'
    throw error
  }
}

/**
 * Takes the batches of both merchants in turn. While one is written, the next one of the second merchant is decided: in
 * turn, because it waits already, and because it comes a little later.
 */
async function walk(steps: readonly Step[]): Promise<void> {
  for (const [at, { slips, before }] of steps.entries()) {
    await before?.()
    const expected = await takeOrFail(takeBets(plain.deps, PLAIN, slips))
    const next: NextSettled = (onSettled) => {
      const following = steps[at + 1]?.slips
      if (!following) return
      if (at % 2 === 0) onSettled(following)
      else setImmediate(onSettled, following)
    }
    expect(await takeOrFail(takeBets(ahead.deps, AHEAD, slips, next))).toEqual(expected)
    // The next one is decided before anything else happens, as it is while a write takes its time.
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  expect(await books(AHEAD)).toEqual(await books(PLAIN))
}

const some = (n: number, over: Partial<BetSlip> = {}): BetSlip[] =>
  Array.from({ length: n }, (_, i) => bet({ itemCode: must(ITEMS[i % 2], 'an item'), ...over }))

describe('a batch that is decided ahead', () => {
  test('is used when nothing else has happened', async () => {
    await walk([{ slips: some(4) }, { slips: some(4) }])
    const { used } = { ...ahead.counts }
    await walk([{ slips: some(4) }, { slips: some(4) }, { slips: some(4) }])
    expect(ahead.counts.used).toBe(used + 2)
  })

  test.each(Object.keys(OTHERS))('is decided again when %s', async (name) => {
    const { does, undoes } = must(OTHERS[name], name)
    await walk([{ slips: some(4) }, { slips: some(4) }])
    const { begun, used } = { ...ahead.counts }
    await walk([{ slips: some(4) }, { slips: some(4), before: () => run(does) }])
    await run(undoes)
    expect(ahead.counts).toEqual({ begun: begun + 1, used })
  })

  test.each([
    ['the period closes meanwhile', NOW + 60_000],
    ['the business day ends meanwhile', NOW + 24 * 3_600_000],
  ])('is decided again when %s', async (_what, later) => {
    const { used } = { ...ahead.counts }
    const before = async (): Promise<void> => {
      clock = later
    }
    await walk([{ slips: some(4) }, { slips: some(4), before }])
    expect(ahead.counts.used).toBe(used)
  })

  test('knows what is open at most, and is decided again when that is something else', async () => {
    await run(['update merchants set max_open = 1000000000000000'])
    await walk([{ slips: some(4) }, { slips: some(4) }])
    const { used } = { ...ahead.counts }
    await walk([{ slips: some(4) }, { slips: some(4) }])
    expect(ahead.counts.used).toBe(used + 1)
    const before = () => run(['update merchants set open_bound = open_bound + 10000'])
    await walk([{ slips: some(4) }, { slips: some(4), before }])
    expect(ahead.counts.used).toBe(used + 1)
    await run(['update merchants set max_open = null, open_bound = null'])
  })

  test('is decided again when it repeats a number of the batch before', async () => {
    const { used } = { ...ahead.counts }
    const [first, ...rest] = some(3)
    const again = must(first, 'a bet')
    await walk([{ slips: [again, ...rest] }, { slips: [{ ...again, callId: 0 }, ...some(2)] }])
    expect(ahead.counts.used).toBe(used)
  })

  test('is decided again when the batch before failed', async () => {
    const { used } = { ...ahead.counts }
    await walk([{ slips: some(2) }, { slips: [...some(2), bet({ betNo: 'poison' })] }, { slips: some(3) }])
    expect(ahead.counts.used).toBe(used + 1)
  })

  test('is decided again when another process has taken a bet', async () => {
    const { used } = { ...ahead.counts }
    const before = async (): Promise<void> => {
      const slips = [bet()]
      for (const merchantId of [PLAIN, AHEAD]) await takeBets(other.deps, merchantId, slips)
    }
    await walk([{ slips: some(4) }, { slips: some(4), before }])
    expect(ahead.counts.used).toBe(used)
  })
})

test('any batches, failures and changes in between give the same books as one batch after another', async () => {
  const slips = fc
    .array(
      fc.record({
        account: fc.constantFrom('mem0001', 'mem0002', 'MEM0003', 'mem0011', 'mem0012', 'nobody'),
        itemCode: fc.constantFrom(...ITEMS, 'NONE'),
        stake: fc
          .integer({ min: 1, max: 40_000 })
          .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
        betNo: fc.oneof(
          { weight: 30, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.constantFrom('same1', 'same2') },
          { weight: 1, arbitrary: fc.constant('poison') },
        ),
      }),
      { minLength: 1, maxLength: 30 },
    )
    .map((all) => all.map(({ betNo, ...over }) => bet(betNo === null ? over : { ...over, betNo })))
  const happening = fc.option(fc.constantFrom(...Object.keys(OTHERS), 'other'), { freq: 3 })
  const steps = fc.array(fc.record({ slips, happening, undone: fc.boolean() }), { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const undo = new Set<string>()
      const undoAll = async (): Promise<void> => {
        for (const name of undo) await run(OTHERS[name]?.undoes)
        undo.clear()
      }
      await walk(
        all.map(({ slips: own, happening: name, undone }) => ({
          slips: own,
          async before() {
            if (undone) await undoAll()
            const first = own.filter(({ betNo }) => betNo !== 'poison').slice(0, 1)
            if (name === 'other') for (const id of [PLAIN, AHEAD]) await takeBets(other.deps, id, first)
            else if (name !== null && !undo.has(name)) {
              await run(OTHERS[name]?.does)
              undo.add(name)
            }
          },
        })),
      )
      await undoAll()
    }),
    { numRuns: 25 },
  )
  // Both ways were gone often enough to tell.
  expect(ahead.counts.used).toBeGreaterThan(10)
  expect(ahead.counts.begun - ahead.counts.used).toBeGreaterThan(10)
  const moved = (merchantId: MerchantId) => verifyExposures(pool, merchantId)
  expect([await moved(PLAIN), await moved(AHEAD)]).toEqual([null, null])
}, 120_000)

test('full batches of a queue are decided ahead, small ones when their turn comes', async () => {
  const guess = vi.spyOn(Ahead.prototype, 'guess')
  const { deps } = processOf(false)
  const intake = createIntake({ ...deps, log }, { ...INTAKE_LIMITS, maxBatch: 10, minAhead: 10 })
  const call = (bets: number): WireBet[] => some(bets, { account: 'mem0004', stake: '1' })
  const calls = [10, 10, 10, 4].map((size) => intake.create(PLAIN, call(size)))
  const results = (await Promise.all(calls)).flat()
  expect(results.map((result) => result.accepted)).toEqual(results.map(() => true))
  const isAhead = guess.mock.results.map(({ value }) => value !== undefined)
  expect(guess.mock.calls.map(([slips], at) => [slips.length, isAhead[at]])).toEqual([
    [10, false],
    [10, true],
    [10, true],
    [4, false],
  ])
  guess.mockRestore()
})
