import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flows, profits } from '../book/book.ts'
import { foldExposures, netOf } from '../book/exposure.ts'
import { discountedOdds, type FlyOutOrder, type Order } from '../book/order.ts'
import { GAMES, playsOfGame } from '../games/catalogue.ts'
import { defaultOdds, parseOdds } from '../games/price.ts'
import { PathId } from '../ids.ts'
import { money, type Odds, share, yuan } from '../money/money.ts'
import { PANKOU } from '../pankou.ts'
import { openBatch } from './batch.ts'
import type { AcceptType } from './routing.ts'
import {
  AGENT,
  autoStake,
  GENERAL,
  HEAD,
  HOLDERS,
  itemOf,
  MERCHANT,
  ownRate,
  payoutOf,
  type SenderSettings,
  SmallWorld,
  slip,
} from './testing/small-world.ts'

const SEED = 20_261_121
const outside = (connector: 'record' | 'http', holdLimit: number) => ({
  auto: autoStake(holdLimit, 1),
  discount: share(200n),
  rate: ownRate(PathId(AGENT)),
  maxPerItem: null,
  connector,
})
const isFlyOut = (order: Order): order is FlyOutOrder => order.kind === 'flyout'

const oddsOf = (...texts: string[]) =>
  texts.map((text) => {
    const parsed = parseOdds(text)
    if (!parsed.ok) throw new Error(text)
    return parsed.value
  }) as unknown as readonly [Odds, ...Odds[]]

describe('the odds of an outside book', () => {
  it.each([
    [
      ['20.8', '109'],
      ['20.592', '107.91'],
    ],
    [
      ['53', '33'],
      ['52.47', '32.67'],
    ],
    [
      ['1.965', '1.965', '2.7'],
      ['1.9453', '1.9453', '2.673'],
    ],
  ])('of %j at a discount of 1%% are %j', (quote, cut) => {
    expect(discountedOdds(oddsOf(...quote), share(100n))).toEqual(oddsOf(...cut))
  })

  it('are cut in each tier of every play on every pankou, rounded down, in the same order', () => {
    const quotes = GAMES.flatMap(({ code }) =>
      playsOfGame(code).flatMap((play) =>
        play.prices.flatMap(({ key }) => PANKOU.map((pankou) => defaultOdds(play, key, pankou, 2026))),
      ),
    )
    expect(new Set(quotes.map((quote) => quote.length))).toEqual(new Set([1, 2]))
    fc.assert(
      fc.property(fc.constantFrom(...quotes), fc.bigInt(0n, 9_999n), (quote, part) => {
        const cut = discountedOdds(quote as unknown as readonly [Odds, ...Odds[]], share(part))
        expect(cut).toHaveLength(quote.length)
        for (const [at, odds] of quote.entries()) {
          const exact = odds * (10_000n - part)
          const rest = exact - BigInt(cut[at] as Odds) * 10_000n
          expect(rest >= 0n && rest < 10_000n).toBe(true)
        }
      }),
      { seed: SEED, numRuns: 500 },
    )
  })
})

describe('where an excess goes', () => {
  // Shares of the worked example: of a stake of 1,000 the agent holds 300 and the head 300.
  it.each<[string, Partial<SenderSettings>, [number, string, bigint][]]>([
    ['type 4 flies out', { acceptType: 4 }, [[AGENT, 'flyout', yuan(300)]]],
    ['type 3 goes up, whatever the fly-out settings', { acceptType: 3 }, [[AGENT, 'replenishment', yuan(300)]]],
    ['type 0 stays', { acceptType: 0 }, []],
    ['type 4 without an outside book stays', { acceptType: 4, flyOut: null }, []],
    ['a fly-out that is off stays', { acceptType: 4, flyOut: { ...outside('http', 0), auto: null } }, []],
  ])('%s', (_name, settings, expected) => {
    const world = new SmallWorld({ [AGENT]: { auto: autoStake(0, 1), flyOut: outside('http', 0), ...settings } })
    const { orders } = world.take([slip('1', 'mem1', 'W a', '1000')])
    const sent = orders.flatMap((order) => (order.kind === 'member' ? [] : [[order.bettor, order.kind, order.stake]]))
    expect(sent).toEqual(expected)
  })

  it('of the head flies out too, including what it took from below', () => {
    const world = new SmallWorld({
      [MERCHANT]: { acceptType: 1, auto: autoStake(0, 1) },
      [HEAD]: { flyOut: outside('record', 100) },
    })
    const { orders } = world.take([slip('1', 'mem1', 'W a', '1000')])
    const out = orders.filter(isFlyOut)
    // 300 of its own and the merchant's 200, less the 100 of its hold limit.
    expect(out.map(({ bettor, stake, state }) => [bettor, stake, state])).toEqual([[HEAD, yuan(400), 'confirmed']])
    const u = flows(out[0]?.holding as never, yuan(400), yuan(0), true)
    expect([u.uM, u.uG, u.uA]).toEqual([0n, 0n, 0n])
    expect(netOf(world.figures(PathId(HEAD), itemOf('W', 'a')))).toBe(yuan(100))
  })

  it('is not sent while the item is paused, for that item and path only', () => {
    const world = new SmallWorld({ [AGENT]: { acceptType: 4, flyOut: outside('http', 0) } })
    const paused = (path: PathId, item: { itemCode: string }): boolean => path === AGENT && item.itemCode === 'a'
    const batch = openBatch(world.snapshot(), { sender: world.sender, flyOutPaused: paused }, world.load)
    batch.decide(slip('1', 'mem1', 'W a', '1000'))
    batch.decide(slip('2', 'mem1', 'W b', '1000'))
    const { orders } = batch.end()
    expect(orders.filter(isFlyOut).map(({ item, stake }) => [item.itemCode, stake])).toEqual([['b', yuan(300)]])
  })
})

const flying = fc.record({
  hold: fc.integer({ min: 0, max: 400 }),
  connector: fc.constantFrom('record' as const, 'http' as const),
})
const bets = fc
  .array(
    fc.tuple(
      fc.constantFrom('mem1', 'mem2', 'mem3', 'mem4', 'mem5'),
      fc.constantFrom('W a', 'W b', 'W c', 'S x'),
      fc.integer({ min: 100, max: 400_000 }),
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((all) =>
    all.map(([account, item, cents], index) =>
      slip(`b${index}`, account, item, `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`, {
        callId: index,
      }),
    ),
  )
const type = fc.constantFrom<AcceptType>(1, 2, 3, 4, 4)
const senders = fc.tuple(type, type, flying, flying, flying).map(([forAgent, forGeneral, agent, general, head]) => ({
  [AGENT]: { acceptType: forAgent, auto: autoStake(agent.hold, 1), flyOut: outside(agent.connector, agent.hold) },
  [GENERAL]: { acceptType: forGeneral, flyOut: outside(general.connector, general.hold) },
  [HEAD]: { flyOut: outside(head.connector, head.hold) },
}))
const answers = fc.infiniteStream(fc.constantFrom('confirmed' as const, 'rejected' as const))

/** The orders after every pending fly-out is answered. */
const answered = (world: SmallWorld, states: Iterator<'confirmed' | 'rejected'>): Order[] =>
  world.orders.map((order) =>
    isFlyOut(order) && order.state === 'pending'
      ? { ...order, state: states.next().value as 'confirmed' | 'rejected' }
      : order,
  )

describe('with any answers of the outside books', () => {
  it('nothing is pending once all have answered', () => {
    fc.assert(
      fc.property(senders, bets, answers, (settings, slips, states) => {
        const world = new SmallWorld(settings, { start: 20_000, maxItem: 100_000 })
        world.take(slips)
        for (const { figures } of foldExposures(answered(world, states)).values()) expect(figures.pending).toBe(0n)
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  it('the profits of all levels and of the outside books sum to exactly what the members lost', () => {
    fc.assert(
      fc.property(senders, bets, answers, fc.constantFrom('W a', 'W b', 'S x'), (settings, slips, states, winner) => {
        const world = new SmallWorld(settings, { start: 20_000, maxItem: 100_000 })
        world.take(slips)
        const orders = answered(world, states)
        const own = new Map<number, bigint>(HOLDERS.map((path) => [path, 0n]))
        const add = (path: PathId | null, amount: bigint): void => {
          if (path !== null) own.set(path, (own.get(path) ?? 0n) + amount)
        }
        let lost = 0n
        let books = 0n
        for (const order of orders) {
          if (isFlyOut(order) && order.state !== 'confirmed') continue
          const u = flows(order.holding, order.stake, payoutOf(order, new Set([winner])), true)
          if (isFlyOut(order)) {
            books += u.uB
            add(order.bettor, -u.uB)
            continue
          }
          const profit = profits(u)
          if (order.kind === 'member') lost += u.uB
          const { h, m, g, a } = order.chain
          for (const [path, amount] of [
            [h, profit.h],
            [m, profit.m],
            [g, profit.g],
            [a, profit.a],
          ] as const)
            if (path !== order.bettor) add(path, amount)
          if (order.kind === 'replenishment') add(order.bettor, -u.uB)
        }
        const all = [...own.values()].reduce((sum, amount) => sum + amount, 0n)
        expect(money(all + books)).toBe(money(lost))
      }),
      { seed: SEED, numRuns: 200 },
    )
  })
})
