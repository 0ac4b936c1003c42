import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flows, profits } from '../book/book.ts'
import { foldExposures, netOf, noExposure } from '../book/exposure.ts'
import { netAmounts } from '../book/net.ts'
import { itemKey, type Order } from '../book/order.ts'
import { GameId, GroupId, PathId } from '../ids.ts'
import { type Money, money, share, yuan } from '../money/money.ts'
import { automaticPass, excessLoss, excessStake } from './automatic.ts'
import { openBook } from './book-state.ts'
import { fillToHeld, fillToResult, mayReplenish, placeManual } from './manual.ts'
import type { AcceptType } from './routing.ts'
import {
  AGENT,
  autoStake,
  DIRECT_AGENT,
  GAMES,
  GENERAL,
  HEAD,
  HOLDERS,
  itemOf,
  MERCHANT,
  nodeOf,
  ownRate,
  PERIOD,
  payoutOf,
  type SenderSettings,
  SmallWorld,
  slip,
} from './testing/small-world.ts'

const SEED = 20_260_104
const short = (order: Order) =>
  order.kind === 'replenishment' ? [order.bettor, order.taker, order.stake] : [order.bettor, order.kind, order.stake]

describe('the worked cascade', () => {
  const world = new SmallWorld({
    [AGENT]: { auto: autoStake(1000, 10), acceptType: 3 },
    [GENERAL]: { auto: autoStake(2000, 10), acceptType: 1, acceptLimit: yuan(500), sendLimit: yuan(2000) },
    [MERCHANT]: { auto: autoStake(2500, 10), acceptType: 1, acceptLimit: yuan(1000) },
    [HEAD]: { acceptLimit: yuan(300) },
  })
  const item = itemOf('W', 'a')
  const batch = world.take([slip('1', 'mem1', 'W a', '10000')])

  it('makes three replenishments, all caused by the bet', () => {
    const [bet, ...sent] = batch.orders
    expect(sent.map(short)).toEqual([
      [AGENT, GENERAL, yuan(500)],
      [AGENT, MERCHANT, yuan(1000)],
      [MERCHANT, HEAD, yuan(300)],
    ])
    expect(sent.every((order) => order.kind === 'replenishment' && order.causeOrderId === bet?.id)).toBe(true)
  })

  it('leaves every holder with the net of the table', () => {
    const net = (path: PathId) => netOf(world.figures(path, item))
    expect([AGENT, GENERAL, MERCHANT, HEAD].map(net)).toEqual([1500, 2500, 2700, 3300].map(yuan))
    expect([AGENT, GENERAL, MERCHANT, HEAD].map((path) => world.figures(PathId(path), item).held)).toEqual(
      [3000, 2000, 2000, 3000].map(yuan),
    )
    expect(world.figures(PathId(GENERAL), item)).toMatchObject({ in: yuan(500), out: 0n, through: yuan(1000) })
  })

  it('pays G five for passing on the second one', () => {
    const second = batch.orders[2]
    if (second?.kind !== 'replenishment') throw new Error('no replenishment')
    const u = flows(second.holding, second.stake, money(0n), true)
    expect([u.uB, u.uG, profits(u).g, profits(u).m]).toEqual([yuan(985), yuan(980), yuan(5), yuan(980)])
  })
})

describe('automatic amounts', () => {
  const figures = (over: Partial<ReturnType<typeof noExposure>>) => ({ ...noExposure(), ...over })
  const item = itemOf('W', 'a')
  it.each([
    ['above the limit, in whole units', { holdLimit: yuan(100) }, { held: yuan(237) }, yuan(130)],
    ['no limit holds everything', { holdLimit: null }, { held: yuan(237) }, 0n],
    ['limit 0 sends all', { holdLimit: yuan(0) }, { held: yuan(237) }, yuan(230)],
    [
      'counts in, out and pending',
      { holdLimit: yuan(0) },
      { held: yuan(100), in: yuan(50), out: yuan(30), pending: yuan(20) },
      yuan(100),
    ],
    [
      'an item with its own limit',
      { holdLimit: null, items: new Map([['W a', yuan(200)]]) },
      { held: yuan(237) },
      yuan(30),
    ],
    ['an item that is held whole', { holdLimit: yuan(0), items: new Map([['W a', null]]) }, { held: yuan(237) }, 0n],
  ])('stake: %s', (_, setting, over, amount) => {
    expect(excessStake({ ...autoStake(0, 10), ...setting }, figures(over), item)).toBe(amount)
  })
  it.each([
    ['reduces the loss to maxLoss', yuan(1000), {}, yuan(540)],
    ['at most what is held', yuan(0), { held: yuan(300) }, yuan(300)],
    ['pending counts as sent', yuan(1000), { pending: yuan(400) }, yuan(140)],
    ['a loss within maxLoss', yuan(2000), {}, 0n],
    ['no line', null, {}, 0n],
  ])('loss: %s', (_, maxLoss, over, amount) => {
    const setting = { ...autoStake(0, 10), mode: 'loss' as const, maxLoss }
    const price = {
      topOdds: GAMES.topPayout({
        gameId: GameId(1),
        periodNo: '1',
        playCode: 'W',
        item: { itemCode: 'a', groupId: GroupId(1), priceKey: 'W a' },
        odds: [28_350n as never],
        stake: yuan(1),
      }) as never,
      rate: ownRate(PathId(AGENT)),
    }
    // The loss is 1,000 too high; each yuan gains 1.835 + 0.015: 540.54.
    expect(excessLoss(setting, figures({ held: yuan(900), ifWin: yuan(-2000), ...over }), price)).toBe(amount)
  })
})

describe('fly-outs', () => {
  const flyOut = {
    auto: autoStake(100, 1),
    discount: share(500n),
    rate: ownRate(PathId(AGENT)),
    maxPerItem: yuan(150),
    connector: 'http' as const,
  }
  it('waits as pending, pays the discounted odds, and stops at the outside limit', () => {
    const world = new SmallWorld({ [AGENT]: { acceptType: 4, flyOut, auto: autoStake(0, 1) } })
    const { orders } = world.take([slip('1', 'mem1', 'W b', '1000'), slip('2', 'mem1', 'W b', '1000')])
    const out = orders.filter((order) => order.kind === 'flyout')
    expect(out.map((order) => [order.stake, order.odds[0], order.topPayout])).toEqual([
      [yuan(150), 18_810n, money(2_821_500n)],
    ])
    expect(world.figures(PathId(AGENT), itemOf('W', 'b'))).toMatchObject({ out: 0n, pending: yuan(150) })
  })
  it('is confirmed at once with the connector record', () => {
    const world = new SmallWorld({ [AGENT]: { acceptType: 4, flyOut: { ...flyOut, connector: 'record' } } })
    world.take([slip('1', 'mem1', 'W b', '1000')])
    expect(world.figures(PathId(AGENT), itemOf('W', 'b'))).toMatchObject({ out: yuan(150), pending: 0n })
  })
})

describe('by hand', () => {
  const world = new SmallWorld({ [AGENT]: { acceptType: 1 }, [GENERAL]: { acceptLimit: yuan(200), acceptType: 0 } })
  world.take([slip('1', 'mem1', 'W a', '1000')])
  const sender = world.sender(PathId(AGENT))
  const request = () => {
    const book = openBook(world.load)
    if (!sender) throw new Error('no sender')
    return {
      world: { sender: world.sender, games: GAMES, nextOrderId: () => 99n, flyOutPaused: () => false },
      book,
      sender,
      orders: [{ item: itemOf('W', 'a'), amount: yuan(400) }],
    }
  }
  it('previews without placing, refuses more than is held, and reports the takers of the rest', () => {
    const asked = request()
    const [preview] = placeManual({ ...asked, book: asked.book.fork() })
    expect(asked.book.orders).toEqual([])
    expect(preview).toMatchObject({
      asked: yuan(400),
      takes: [{ role: 2, pathId: GENERAL, amount: yuan(200) }],
      refused: yuan(200),
      reason: 'overNet',
    })
    expect(placeManual(asked)).toEqual([preview])
    expect(asked.book.figures(PathId(AGENT), itemOf('W', 'a')).out).toBe(yuan(200))
  })
  it('is open until hedgeCloseAt', () => {
    expect([999, 1005, 1010].map((now) => mayReplenish({ ...PERIOD, state: 'closed' }, now))).toEqual([
      true,
      true,
      false,
    ])
  })
  it('proposes amounts for a held stake and for a result', () => {
    const figures = { ...noExposure(), held: yuan(500) }
    expect(fillToHeld(figures, { held: yuan(123), unit: yuan(10) })).toBe(yuan(370))
    const item = { figures, netAmount: yuan(-1000), topOdds: 20_000n as never, rate: 0n as never }
    expect(fillToResult(item, { result: yuan(-755), unit: yuan(10) })).toBe(yuan(250))
    expect(fillToResult(item, { result: yuan(0), unit: yuan(10) })).toBe(yuan(500))
    expect(fillToResult(item, { result: yuan(-2000), unit: yuan(10) })).toBe(0n)
  })
})

const limit = fc.option(fc.integer({ min: 0, max: 3000 }).map((amount) => yuan(amount)))
const auto = fc.option(
  fc.record({
    enabled: fc.boolean(),
    mode: fc.constantFrom('stake' as const, 'loss' as const),
    holdLimit: limit,
    unit: fc.constantFrom(1, 10, 7).map((unit) => yuan(unit)),
    maxLoss: limit,
    items: fc.constant(new Map([['W b', yuan(50)]])),
  }),
)
const senderSettings: fc.Arbitrary<SenderSettings> = fc.record({
  acceptType: fc.constantFrom<AcceptType>(0, 1, 2, 3, 3, 4),
  acceptLimit: limit,
  sendLimit: limit,
  maxFill: limit,
  auto,
  flyOut: fc.option(
    fc.record({
      auto,
      discount: fc.constantFrom(share(0n), share(333n)),
      rate: fc.constant(ownRate(PathId(AGENT))),
      maxPerItem: limit,
      connector: fc.constantFrom('record' as const, 'http' as const),
    }),
  ),
})
const senders = fc
  .tuple(...HOLDERS.map(() => senderSettings))
  .map((all) => Object.fromEntries(HOLDERS.map((path, index) => [path, all[index] as SenderSettings])))
const slips = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom('mem1', 'mem2', 'mem3', 'mem4', 'mem5', 'nobody'),
      fc.constantFrom('W a', 'W b', 'W c', 'S x', 'S y', 'W z'),
      fc.integer({ min: 0, max: 500_000 }),
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map((all) =>
    all.map(([no, account, item, cents], index) =>
      slip(`b${no}`, account, item, `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`, {
        callId: index,
      }),
    ),
  )
const limits = { start: 20_000, maxItem: 6000 }

describe('properties of the book', () => {
  it('bets one by one and in one batch give the same, and folding equals recomputing', () => {
    fc.assert(
      fc.property(senders, slips, (settings, bets) => {
        const together = new SmallWorld(settings, limits)
        const single = new SmallWorld(settings, limits)
        const batch = together.take(bets)
        const answers = bets.flatMap((bet) => single.take([bet]).answers)
        expect(single.orders).toEqual(together.orders)
        expect(answers).toEqual(batch.answers)
        expect(single.balances).toEqual(together.balances)
        const recomputed = foldExposures(together.orders)
        expect(batch.exposures.length).toBe(recomputed.size)
        for (const { path, item, pankou, figures } of batch.exposures) {
          expect(figures).toEqual(recomputed.get(`${path} ${itemKey(item)} ${pankou}`)?.figures)
        }
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  it('stays within every limit, and the parts sum to the stake', () => {
    fc.assert(
      fc.property(senders, slips, (settings, bets) => {
        const world = new SmallWorld(settings, limits)
        world.take(bets)
        const within = (used: Money, most: Money | null | undefined) => expect(most == null || used <= most).toBe(true)
        for (const key of new Set(world.orders.map(({ item }) => `${item.playCode} ${item.itemCode}`))) {
          const [play = '', code = ''] = key.split(' ')
          const item = itemOf(play, code)
          let net = 0n
          for (const path of HOLDERS) {
            const figures = world.figures(PathId(path), item)
            const setting = settings[path]
            within(figures.in, setting?.acceptLimit)
            const passed = world.orders.filter(
              (order) =>
                order.kind === 'replenishment' &&
                itemKey(order.item) === itemKey(item) &&
                order.bettor !== path &&
                Object.values(order.chain).includes(path) &&
                order.takerRole < nodeOf(PathId(path)).role,
            )
            within(passed.reduce((sum, order) => sum + order.stake, 0n) as Money, setting?.sendLimit)
            const sentUp = world.orders.filter(
              (order) =>
                order.kind === 'replenishment' && order.bettor === path && itemKey(order.item) === itemKey(item),
            )
            within(
              sentUp.reduce((sum, order) => sum + order.stake, 0n) as Money,
              path === HEAD ? null : setting?.maxFill,
            )
            const outside = world.figures(PathId(path + 900), item)
            within((outside.in + outside.pending) as Money, setting?.flyOut?.maxPerItem)
            expect(netOf(figures) - figures.pending).toBeGreaterThanOrEqual(0n)
            net += netOf(figures) + outside.in
          }
          const staked = world.orders
            .filter((order) => order.kind === 'member' && itemKey(order.item) === itemKey(item))
            .reduce((sum, order) => sum + order.stake, 0n)
          expect(net).toBe(staked)
        }
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  it('a second pass with nothing changed sends nothing in mode stake', () => {
    const world = new SmallWorld({
      [AGENT]: { auto: autoStake(100, 1) },
      [DIRECT_AGENT]: { auto: autoStake(50, 1) },
      [MERCHANT]: { auto: autoStake(10, 1) },
    })
    world.take([slip('1', 'mem1', 'W a', '500'), slip('2', 'mem5', 'W a', '700')])
    const turn = {
      world: { sender: world.sender, games: GAMES, nextOrderId: () => 1n, flyOutPaused: () => false },
      book: openBook(world.load),
    }
    expect(automaticPass(turn, [{ item: itemOf('W', 'a'), paths: HOLDERS.map(PathId) }])).toEqual([])
  })
})

describe('the board', () => {
  it('netAmount of the winner is the result after the draw, with and without replenishments', () => {
    fc.assert(
      fc.property(senders, slips, fc.constantFrom('a', 'b', 'c'), (settings, bets, winner) => {
        const world = new SmallWorld(settings, limits)
        world.take(bets)
        for (const path of HOLDERS) {
          const board = ['a', 'b', 'c'].map((itemCode) => ({
            itemCode,
            market: 'W',
            figures: world.figures(PathId(path), itemOf('W', itemCode)),
          }))
          let net = 0n
          let held = 0n
          for (const order of world.orders) {
            if (order.item.playCode !== 'W') continue
            if (order.kind === 'flyout' && order.state !== 'confirmed') continue
            const u = flows(order.holding, order.stake, payoutOf(order, new Set([`W ${winner}`])), true)
            const profit = profits(u)
            let own = order.bettor === path ? -u.uB : 0n
            if (order.kind !== 'flyout' && order.bettor !== path) {
              if (order.chain.h === path) own += profit.h
              if (order.chain.m === path) own += profit.m
              if (order.chain.g === path) own += profit.g
              if (order.chain.a === path) own += profit.a
            }
            net += own
            if (order.kind === 'member') held += own
          }
          expect(netAmounts(board, 'net').get(winner)).toBe(net)
          expect(netAmounts(board, 'held').get(winner)).toBe(held)
        }
      }),
      { seed: SEED, numRuns: 200 },
    )
  })
})
