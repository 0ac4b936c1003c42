import { flows, type Holding, passedWinLoss } from '@strata/domain/book'
import { payout } from '@strata/domain/games/payout'
import { divideHalfEven, type Money, money, odds, rate, share } from '@strata/domain/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rows } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { flowsInSql } from './fold/store-flows.ts'

const { raw } = await createTestDatabase()
const SEED = 20_260_303

/**
 * Up to 10^9 yuan. Many are near the limit of bigint products (400,000 yuan) or exactly half way between two results.
 */
const amounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 13n }),
  fc.bigInt({ min: 1n, max: 400_000n }).map((x) => x * 100n),
  fc.bigInt({ min: 3_999_999_990n, max: 4_000_000_010n }),
  fc.bigInt({ min: 1n, max: 2_000n }).map((x) => x * 5n),
)
const cut = fc.integer({ min: 0, max: 10_000 })
const cases = fc
  .record({
    x: amounts,
    p: fc.oneof(fc.constant(0n), amounts),
    cuts: fc.tuple(cut, cut, cut),
    rates: fc.tuple(cut, cut, cut, cut),
  })
  .map(({ x, p, cuts, rates: [m, g, a, b] }) => {
    const [one = 0, two = 0, three = 0] = cuts.toSorted((i, j) => i - j)
    const holding: Holding = {
      sH: share(BigInt(one)),
      sM: share(BigInt(two - one)),
      sG: share(BigInt(three - two)),
      sA: share(BigInt(10_000 - three)),
      rM: rate(BigInt(m)),
      rG: rate(BigInt(g)),
      rA: rate(BigInt(a)),
      rB: rate(BigInt(b)),
    }
    return { x: money(x), p: money(p), holding }
  })
const sample = fc.sample(cases, { seed: SEED, numRuns: 20_000 })
const column = (of: (one: (typeof sample)[number]) => bigint): string[] => sample.map((one) => String(of(one)))
const orders = `unnest($1::text[]::bigint[], $2::text[]::bigint[], $3::text[]::integer[], $4::text[]::integer[], $5::text[]::integer[],
  $6::text[]::integer[], $7::text[]::integer[], $8::text[]::integer[], $9::text[]::integer[])
  with ordinality as w (stake, payout, s_h, s_m, s_g, r_m, r_g, r_a, r_b, place)`
const values = [
  column((one) => one.x),
  column((one) => one.p),
  column((one) => one.holding.sH),
  column((one) => one.holding.sM),
  column((one) => one.holding.sG),
  column((one) => one.holding.rM),
  column((one) => one.holding.rG),
  column((one) => one.holding.rA),
  column((one) => one.holding.rB),
]
const expected = sample.map(({ x, p, holding }) => {
  const u = flows(holding, x, p, true)
  const w = passedWinLoss(holding, x, p)
  return [u.uM, u.uG, u.uA, u.uB, w.pwM, w.pwG, w.pwA]
})
type Figures = Record<'f_m' | 'f_g' | 'f_a' | 'f_b' | 'w_m' | 'w_g' | 'w_a', bigint>
const figures = (row: Figures): bigint[] => [row.f_m, row.f_g, row.f_a, row.f_b, row.w_m, row.w_g, row.w_a]

test('strata_flow and strata_part are the flows of the domain up to 10^9 yuan', async () => {
  const found = await rows<Figures>(
    raw,
    `select strata_flow(s_h::bigint, stake, payout, r_m::bigint, 1::bigint) as f_m,
            strata_flow((s_h + s_m)::bigint, stake, payout, r_g::bigint, 1::bigint) as f_g,
            strata_flow((s_h + s_m + s_g)::bigint, stake, payout, r_a::bigint, 1::bigint) as f_a,
            strata_flow(10000::bigint, stake, payout, r_b::bigint, 1::bigint) as f_b,
            strata_part(s_h::bigint, stake - payout) as w_m, strata_part((s_h + s_m)::bigint, stake - payout) as w_g,
            strata_part((s_h + s_m + s_g)::bigint, stake - payout) as w_a
       from ${orders} order by place`,
    values,
  )
  expect(found.map(figures)).toEqual(expected)
})

test('the flows that settlement writes inline are those of the domain', async () => {
  const found = await rows<Figures & { place: bigint }>(
    raw,
    `with w as (select w.*, 1::smallint as result from ${orders})
     ${flowsInSql('w', 'w.place')}`,
    values,
  )
  const sorted = found.toSorted((a, b) => Number(a.place - b.place))
  expect(sorted.map(figures)).toEqual(expected)
})

test('strata_half_even is divideHalfEven', async () => {
  const pairs = fc.sample(
    fc.tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.constantFrom(2n, 10n, 10_000n, 1_000_000_000n)),
    { seed: SEED, numRuns: 5_000 },
  )
  const found = await rows<{ q: bigint }>(
    raw,
    `select strata_half_even(n, d) as q from unnest($1::text[]::bigint[], $2::text[]::bigint[]) with ordinality as t (n, d, place)
      order by place`,
    [pairs.map(([n]) => String(n)), pairs.map(([, d]) => String(d))],
  )
  expect(found.map((row) => row.q)).toEqual(pairs.map(([n, d]) => divideHalfEven(n, d)))
})

const prices = fc.array(
  fc.integer({ min: 10_100, max: 90_000_000 }).map((x) => odds(BigInt(x))),
  { minLength: 6, maxLength: 6 },
)
const bets = fc
  .record({
    kind: fc.constantFrom('single' as const, 'tiers' as const, 'multi' as const, 'legs' as const),
    result: fc.constantFrom('win' as const, 'win' as const, 'lose' as const, 'refund' as const),
    // The largest payout is 10^9 yuan, whatever the odds.
    x: fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 5n })),
    prices,
    tier: fc.nat(1),
    hits: fc.integer({ min: 1, max: 5 }),
    pushed: fc.nat(63),
    cap: fc.option(fc.constantFrom(2_500_000_000n, 10_000n), { nil: null }),
  })
  .map((bet) => (bet.kind === 'legs' ? { ...bet, prices: bet.prices.map((p) => odds(10_000n + (p % 90_000n))) } : bet))

test('strata_payout is the payout of the domain for every kind of play', async () => {
  const list = fc.sample(bets, { seed: SEED, numRuns: 10_000 })
  const kinds = ['single', 'tiers', 'multi', 'legs']
  const wanted = list.map((bet) =>
    payout(
      money(bet.x),
      bet.prices,
      { result: bet.result, tier: bet.kind === 'tiers' ? bet.tier : 0, hits: bet.hits, pushedLegs: bet.pushed },
      bet.kind,
      bet.cap as Money | null,
    ),
  )
  const found = await rows<{ p: bigint }>(
    raw,
    `select strata_payout(kind::smallint, x, odds, tiers::bigint[], cap, result::smallint, tier::smallint, hits::smallint, pushed) as p
       from unnest($1::integer[], $2::text[]::bigint[], $3::text[]::bigint[], $4::text[], $5::text[]::bigint[], $6::integer[], $7::integer[],
                   $8::integer[], $9::integer[]) with ordinality
            as t (kind, x, odds, tiers, cap, result, tier, hits, pushed, place) order by place`,
    [
      list.map((bet) => kinds.indexOf(bet.kind)),
      list.map((bet) => String(bet.x)),
      list.map((bet) => String(bet.prices[0])),
      list.map((bet) => `{${bet.prices.join(',')}}`),
      list.map((bet) => (bet.cap === null ? null : String(bet.cap))),
      list.map((bet) => ['lose', 'win', 'refund'].indexOf(bet.result)),
      list.map((bet) => (bet.kind === 'tiers' ? bet.tier : 0)),
      list.map((bet) => bet.hits),
      list.map((bet) => bet.pushed),
    ],
  )
  expect(found.map((row) => row.p)).toEqual(wanted)
})
