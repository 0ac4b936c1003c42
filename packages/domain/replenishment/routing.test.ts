import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PathId } from '../ids.ts'
import { money, yuan } from '../money/money.ts'
import { type AcceptType, type RouteLink, routeUp } from './routing.ts'

const SEED = 20_260_103
const link = (role: 0 | 1 | 2, acceptType: AcceptType, accept: number | null, send: number | null): RouteLink => ({
  acceptType,
  parent: {
    role,
    pathId: PathId(10 + role),
    acceptLeft: accept === null ? null : yuan(accept),
    sendLeft: send === null ? null : yuan(send),
  },
})

describe('routing', () => {
  it.each([
    ['type 0', [link(2, 0, null, null)], [], 'forbidden'],
    ['type 4', [link(2, 4, null, null)], [], 'flyoutOnly'],
    ['type 1', [link(2, 1, 300, null)], [[2, 300]], 'acceptLimit'],
    ['type 2', [link(2, 2, null, 600), link(1, 1, null, null)], [[1, 600]], 'sendLimit'],
    [
      'type 3 of the worked cascade',
      [link(2, 3, 500, 2000), link(1, 1, 500, null)],
      [
        [2, 500],
        [1, 500],
      ],
      null,
    ],
    [
      'type 3 to a head with a low limit',
      [link(2, 3, 100, null), link(1, 3, 200, null), link(0, 1, 300, null)],
      [
        [2, 100],
        [1, 200],
        [0, 300],
      ],
      'acceptLimit',
    ],
    ['the head has no parent', [link(0, 2, null, null)], [], 'top'],
    ['reports the lowest reason', [link(2, 2, null, 500), link(1, 1, 100, null)], [[1, 100]], 'sendLimit'],
    ['an exceeded limit counts as used up', [link(2, 1, -5, null)], [], 'acceptLimit'],
  ] as const)('%s', (_, links, takes, reason) => {
    const route = routeUp({ amount: yuan(1000), fillLeft: null, links })
    expect(route.takes.map((take) => [take.role, take.amount])).toEqual(
      takes.map(([role, amount]) => [role, yuan(amount)]),
    )
    expect(route.reason).toBe(reason)
  })

  it('stops at the sender’s maxFill', () => {
    expect(routeUp({ amount: yuan(1000), fillLeft: yuan(300), links: [link(2, 1, null, null)] })).toEqual({
      takes: [{ role: 2, pathId: 12, amount: yuan(300) }],
      refused: yuan(700),
      reason: 'maxFill',
    })
  })

  it('takes plus refused is the amount asked, and no limit is exceeded', () => {
    const left = fc.option(fc.bigInt({ min: -100n, max: 2000n }).map(money))
    const links = fc
      .tuple(
        ...([2, 1, 0] as const).map((role) =>
          fc.record({
            role: fc.constant(role),
            acceptType: fc.constantFrom<AcceptType>(0, 1, 2, 3, 4),
            accept: left,
            send: left,
          }),
        ),
      )
      .map((all) =>
        all.map(
          ({ role, acceptType, accept, send }): RouteLink => ({
            acceptType,
            parent: { role, pathId: PathId(role), acceptLeft: accept, sendLeft: send },
          }),
        ),
      )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 4000n }).map(money), left, links, (amount, fillLeft, chain) => {
        const { takes, refused, reason } = routeUp({ amount, fillLeft, links: chain })
        const taken = takes.reduce((sum, take) => sum + take.amount, 0n)
        expect(taken + refused).toBe(amount)
        expect(reason === null).toBe(refused === 0n)
        const within = (used: bigint, limit: bigint | null) =>
          expect(limit === null || used === 0n || used <= limit).toBe(true)
        within(taken, fillLeft)
        for (const { parent } of chain) {
          within(
            takes.filter((take) => take.role === parent.role).reduce((sum, take) => sum + take.amount, 0n),
            parent.acceptLeft,
          )
          within(
            takes.filter((take) => take.role < parent.role).reduce((sum, take) => sum + take.amount, 0n),
            parent.sendLeft,
          )
        }
        expect(takes.every((take) => take.amount > 0n)).toBe(true)
      }),
      { seed: SEED, numRuns: 5000 },
    )
  })
})
