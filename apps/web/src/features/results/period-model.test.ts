import { expect, test } from 'vitest'
import {
  changedLabels,
  derivedOf,
  firstPeriod,
  type ListedPeriod,
  leftOf,
  orderNoProblem,
  seedBalls,
  standingOf,
} from './period-model.ts'

const listed = (periodNo: string, state: ListedPeriod['state'], drawAt: number): ListedPeriod =>
  ({ periodNo, state, drawAt }) as ListedPeriod

test('the page begins with the oldest period that waits, else with the newest that is over', () => {
  const newest = [listed('5', 'scheduled', 500), listed('4', 'open', 400), listed('3', 'closed', 300)]
  expect(firstPeriod([...newest, listed('2', 'closed', 200), listed('1', 'settled', 100)], 350)).toBe('2')
  expect(firstPeriod([...newest, listed('1', 'settled', 100)], 299)).toBe('1')
  expect(firstPeriod([listed('5', 'scheduled', 500)], 0)).toBe('5')
  expect(firstPeriod([], 0)).toBeNull()
})

test('what follows from a result, and what another one changes', () => {
  const period = { options: {}, drawAt: Date.parse('2026-11-21T13:30:00Z') }
  const before = derivedOf('6HC', period, [7, 18, 26, 31, 44, 12, 33])
  const after = derivedOf('6HC', period, [7, 18, 26, 31, 44, 12, 38])
  expect(before.find(({ code }) => code === 'sum')?.value).toBe('171')
  expect(changedLabels(before, after)).toContainEqual({ name: '特码单双', was: '单', is: '双' })
  expect(changedLabels(before, before)).toEqual([])
  expect(derivedOf('6HC', period, [7, 7, 26, 31, 44, 12, 38])).toEqual([])
})

test('a committed period has the balls of its seed, also when it is void', () => {
  const draw = { version: 1, kind: 'draw', result: [1, 2], at: 0, by: '', reason: '' } as const
  const gone = { ...draw, version: 2, kind: 'void', result: [] } as const
  expect(
    seedBalls({
      drawnBy: 'seed',
      versions: [
        { ...draw, result: [1, 2] },
        { ...gone, result: [] },
      ],
    }),
  ).toEqual([1, 2])
  expect(seedBalls({ drawnBy: 'seed', versions: [{ ...gone, result: [] }] })).toBeNull()
  expect(seedBalls({ drawnBy: 'hand', versions: [{ ...draw, result: [1, 2] }] })).toBeNull()
})

test.each([
  ['mine', { kind: 'correction', mine: true, mayNot: 'same' }, { fourEyes: true, mayConfirm: true }],
  ['decide', { kind: 'correction', mine: true, mayNot: null }, { fourEyes: false, mayConfirm: true }],
  ['blind', { kind: 'result', mine: false, mayNot: null }, { fourEyes: true, mayConfirm: true }],
  ['cannot', { kind: 'result', mine: false, mayNot: 'sameHand' }, { fourEyes: true, mayConfirm: true }],
  ['cannot', { kind: 'orderVoid', mine: false, mayNot: null }, { fourEyes: true, mayConfirm: false }],
] as const)('a proposal is %s', (standing, proposal, caller) => {
  expect(standingOf(proposal, caller)).toBe(standing)
})

test('what is left of 24 hours never is negative', () => {
  expect(leftOf(86_400_000, 120_000)).toEqual({ hours: 23, minutes: 58 })
  expect(leftOf(0, 1)).toEqual({ hours: 0, minutes: 0 })
})

test('a text that is no number of an order is said to be none', () => {
  const problem = '注单号为1至19位数字'
  expect(['abc', '12a', '1'.repeat(20), '1'.repeat(23)].map(orderNoProblem)).toEqual([
    problem,
    problem,
    problem,
    problem,
  ])
  expect(['', '1', '123', '9'.repeat(18), `91${'9'.repeat(17)}`].map(orderNoProblem)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
