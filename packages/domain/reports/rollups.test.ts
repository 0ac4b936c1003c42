import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flows, profits } from '../book/book.ts'
import { holdersOf } from '../book/exposure.ts'
import type { Order } from '../book/order.ts'
import type { Day } from '../calendar/calendar.ts'
import { PathId } from '../ids.ts'
import { share, ZERO } from '../money/money.ts'
import type { AcceptType } from '../replenishment/routing.ts'
import {
  AGENT,
  autoStake,
  DIRECT_AGENT,
  GENERAL,
  HEAD,
  HOLDERS,
  MEMBERS,
  MERCHANT,
  nodeOf,
  ownRate,
  payoutOf,
  SmallWorld,
  slip,
} from '../replenishment/testing/small-world.ts'
import {
  addMeasures,
  type Figures,
  figuresOf,
  type Measures,
  type RowSubject,
  totalOf,
  ZERO_MEASURES,
} from './reports.ts'
import { foldPathRows, foldPlayRows, type PathRow, type SettledOrder } from './rollups.ts'

const SEED = 20_260_106
const DAY = '2026-01-01' as Day

/** Results of a draw: some items win, and one item outside every market may be refunded. */
const settle = (orders: readonly Order[], winners: ReadonlySet<string>, refunded: string | null): SettledOrder[] =>
  orders
    .filter((order) => order.kind !== 'flyout' || order.state === 'confirmed')
    .map((order) => {
      if (`${order.item.playCode} ${order.item.itemCode}` === refunded)
        return { order, day: DAY, payout: order.stake, result: 'refund' }
      const payout = payoutOf(order, winners)
      return { order, day: DAY, payout, result: payout > 0n ? 'win' : 'lose' }
    })

interface Row extends Figures {
  readonly kind: RowSubject['kind']
  readonly path: PathId
}

const sumOf = (rows: readonly PathRow[]): Measures =>
  rows.reduce((sum, row) => addMeasures(sum, row.measures), ZERO_MEASURES)

/** A page of the report as the service builds it: children with their replenishments, then the opened path's own. */
const page = (all: readonly PathRow[], viewer: PathId, opened = viewer): Row[] => {
  const seat = nodeOf(viewer).role
  const level = (['h', 'm', 'g', 'a'] as const)[seat]
  const rows: Row[] = []
  const put = (path: PathId, kept: PathRow[], subject: RowSubject) => {
    if (kept.length > 0) rows.push({ kind: subject.kind, path, ...figuresOf(sumOf(kept), seat, subject) })
  }
  const reaches = (row: PathRow) => row.kind === 'replenishment' && row.taker !== null && row.taker <= seat
  for (const child of childrenOf(PathId(opened))) {
    const mine = all.filter((row) => row.path === child.path)
    const members = mine.filter((row) => row.kind === 'member')
    const [first] = members
    if (first) put(child.path, members, { kind: 'child', childRole: child.role, shares: first.shares[level] })
    if (child.role === null) continue
    const sent = mine.filter(reaches)
    put(PathId(child.path), sent, {
      kind: 'childReplenishment',
      childRole: child.role,
      childOwn: sumOf(sent.filter((row) => row.asBettor)).uB,
    })
  }
  const own = all.filter((row) => row.path === opened && row.asBettor)
  put(
    PathId(opened),
    own.filter((row) => row.kind === 'replenishment' && (viewer === opened || reaches(row))),
    { kind: 'ownReplenishment', isSeat: viewer === opened },
  )
  if (viewer === opened)
    put(
      PathId(opened),
      own.filter((row) => row.kind === 'flyout'),
      { kind: 'ownFlyout' },
    )
  return rows
}

const childrenOf = (path: PathId) => [
  ...HOLDERS.filter((child) => nodeOf(PathId(child)).parent === path).map((child) => ({
    path: child,
    role: nodeOf(PathId(child)).role,
  })),
  ...Object.values(MEMBERS)
    .filter((member) => member.parent === path)
    .map((member) => ({ path: member.path, role: null })),
]

const profitAt = ({ order, payout, result }: SettledOrder, path: PathId): bigint => {
  const u = flows(order.holding, order.stake, payout, result !== 'refund')
  if (order.bettor === path) return -u.uB
  if (order.kind === 'flyout') return 0n
  const own = holdersOf(order.chain).find((holder) => holder.path === path)
  const earned = profits(u)
  return own ? ([earned.h, earned.m, earned.g, earned.a][own.role] ?? 0n) : 0n
}

const seat = fc.record({
  acceptType: fc.constantFrom<AcceptType>(1, 2, 3, 3, 4),
  auto: fc.option(fc.integer({ min: 0, max: 800 }).map((hold) => autoStake(hold, 1))),
  flyOut: fc.option(
    fc.constant({
      auto: autoStake(100, 1),
      discount: share(200n),
      rate: ownRate(PathId(AGENT)),
      maxPerItem: null,
      connector: 'record' as const,
    }),
  ),
})
const worlds = fc
  .record({
    seats: fc.tuple(...HOLDERS.map(() => seat)),
    bets: fc.array(
      fc.tuple(
        fc.constantFrom(...Object.keys(MEMBERS)),
        fc.constantFrom('W a', 'W b', 'S x', 'S y'),
        fc.integer({ min: 100, max: 300_000 }),
      ),
      { minLength: 1, maxLength: 20 },
    ),
    winners: fc.subarray(['W a', 'S x']),
    refunded: fc.constantFrom(null, 'S y'),
  })
  .map(({ seats, bets, winners, refunded }) => {
    const world = new SmallWorld(Object.fromEntries(HOLDERS.map((path, index) => [path, seats[index] ?? {}])))
    world.take(
      bets.map(([account, item, cents], index) =>
        slip(`b${index}`, account, item, `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
      ),
    )
    return settle(world.orders, new Set(winners), refunded)
  })

describe('the delivery report', () => {
  it('the payable of a path equals the receivable of its parent from it, at every level', () => {
    fc.assert(
      fc.property(worlds, (settled) => {
        const rows = foldPathRows(settled)
        for (const path of [MERCHANT, GENERAL, AGENT, DIRECT_AGENT]) {
          const payable = totalOf(page(rows, path)).payable
          const seen = page(rows, nodeOf(PathId(path)).parent ?? HEAD).filter(
            (row) => row.path === path && (row.kind === 'child' || row.kind === 'childReplenishment'),
          )
          expect(payable).toBe(totalOf(seen).receivable)
        }
        expect(totalOf(page(rows, HEAD)).payable).toBe(0n)
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  it('a seat’s result is the sum of its profits, and all seats with bettors and outside books sum to zero', () => {
    fc.assert(
      fc.property(worlds, (settled) => {
        const rows = foldPathRows(settled)
        let all = 0n
        for (const path of HOLDERS) {
          const total = totalOf(page(rows, path))
          expect(total.result).toBe(settled.reduce((sum, one) => sum + profitAt(one, PathId(path)), 0n))
          all += total.result + total.external
        }
        const members = settled.filter(({ order }) => order.kind === 'member')
        const bettors = members.reduce(
          (sum, { order, payout, result }) => sum - flows(order.holding, order.stake, payout, result !== 'refund').uB,
          0n,
        )
        expect(all + bettors).toBe(0n)
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  it('the rows of an opened path add up to its row in every column', () => {
    fc.assert(
      fc.property(worlds, (settled) => {
        const rows = foldPathRows(settled)
        for (const viewer of [HEAD, MERCHANT, GENERAL]) {
          for (const child of childrenOf(PathId(viewer))) {
            if (child.role === null) continue
            const above = totalOf(
              page(rows, viewer).filter((row) => row.path === child.path && row.kind !== 'ownReplenishment'),
            )
            const below = totalOf(page(rows, viewer, child.path))
            // A drill-down shows each grandchild's own profit instead of the child's, and a range of shares is not a
            // sum.
            const { childProfit: _above, shareMin: _least, shareMax: _most, ...one } = above
            const { childProfit: _below, shareMin: _less, shareMax: _more, ...two } = below
            expect(two).toEqual(one)
          }
        }
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  it('shows the child’s own profit', () => {
    fc.assert(
      fc.property(worlds, (settled) => {
        const rows = foldPathRows(settled)
        for (const path of [MERCHANT, GENERAL, AGENT, DIRECT_AGENT]) {
          const viewer = nodeOf(PathId(path)).parent ?? HEAD
          const shown = page(rows, viewer).filter((row) => row.path === path)
          // Replenishments that the child itself took, and its fly-outs, are not visible to its parent.
          const known = settled.filter(
            ({ order }) =>
              order.kind === 'member' ||
              (order.kind === 'replenishment' && order.takerRole < nodeOf(PathId(path)).role),
          )
          expect(totalOf(shown).childProfit).toBe(known.reduce((sum, one) => sum + profitAt(one, PathId(path)), 0n))
        }
      }),
      { seed: SEED, numRuns: 100 },
    )
  })
})

describe('the classification', () => {
  it('of a seat adds up to its delivery report', () => {
    fc.assert(
      fc.property(worlds, (settled) => {
        const paths = foldPathRows(settled)
        const plays = foldPlayRows(settled)
        for (const path of HOLDERS) {
          const seat = nodeOf(PathId(path)).role
          const level = (['h', 'm', 'g', 'a'] as const)[seat]
          const subjectOf = (row: (typeof plays)[number]): RowSubject => {
            if (row.kind === 'flyout') return { kind: 'ownFlyout' }
            if (row.own) return { kind: 'ownReplenishment', isSeat: true }
            if (row.kind === 'member') return { kind: 'child', childRole: null, shares: row.shares[level] }
            return { kind: 'childReplenishment', childRole: seat, childOwn: ZERO }
          }
          const classified = totalOf(
            plays.filter((row) => row.path === path).map((row) => figuresOf(row.measures, seat, subjectOf(row))),
          )
          const {
            childProfit: _childProfit,
            shareMin: _least,
            shareMax: _most,
            ...delivery
          } = totalOf(page(paths, path))
          expect(classified).toMatchObject(delivery)
        }
      }),
      { seed: SEED, numRuns: 100 },
    )
  })
})
