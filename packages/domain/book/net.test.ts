import { describe, expect, it } from 'vitest'
import { odds, yuan } from '../money/money.ts'
import { AGENT, GENERAL, itemOf, SmallWorld, slip } from '../replenishment/testing/small-world.ts'
import { noExposure } from './exposure.ts'
import { netAmounts, scenario, warningOf, worstOutcomes } from './net.ts'

const world = new SmallWorld()
world.take([slip('1', 'mem1', 'W a', '1000'), slip('2', 'mem1', 'W b', '100'), slip('3', 'mem3', 'W b', '300')])
const board = (path: number) =>
  ['a', 'b', 'c'].map((itemCode) => ({ itemCode, market: 'W', figures: world.figures(path, itemOf('W', itemCode)) }))

describe('the board’s modes', () => {
  it('total takes the holder as holding all of it at its own rate', () => {
    // AGENT: 1,100 through it, rate 1.5%. If a wins it pays 2,850; if b wins 198.
    expect([...netAmounts(board(AGENT), 'total')]).toEqual([
      ['a', 10_835_000n - 28_500_000n],
      ['b', 10_835_000n - 1_980_000n],
      ['c', 10_835_000n],
    ])
  })
  it('without replenishments held and net are the same', () => {
    expect(netAmounts(board(GENERAL), 'held')).toEqual(netAmounts(board(GENERAL), 'net'))
  })
  it('an item of no market stands alone', () => {
    const alone = board(AGENT).map((item) => ({ ...item, market: null }))
    expect(netAmounts(alone, 'net').get('c')).toBe(0n)
    expect(netAmounts(alone, 'net').get('a')).toBe(world.figures(AGENT, itemOf('W', 'a')).ifWin)
  })
})

describe('scenario', () => {
  const items = board(AGENT).map(({ itemCode, figures }) => ({ key: itemCode, figures }))
  it('a single winner gives its netAmount, a refund takes the item out', () => {
    const outcomes = [
      { code: 'A', effects: new Map([['a', 'win' as const]]) },
      { code: 'B', effects: new Map([['b', 'win' as const]]) },
      { code: 'NONE', effects: new Map() },
      {
        code: 'BACK',
        effects: new Map([
          ['a', 'refund' as const],
          ['b', 'refund' as const],
        ]),
      },
    ]
    const results = scenario(items, outcomes, 'net')
    const nets = netAmounts(board(AGENT), 'net')
    expect(results.map(({ result }) => result)).toEqual([nets.get('a'), nets.get('b'), nets.get('c'), 0n])
    expect(worstOutcomes(results, 2).map(({ code }) => code)).toEqual(['A', 'BACK'])
  })
  it('a lower tier lies on the line between losing and the highest', () => {
    const figures = { ...noExposure(), ifLose: yuan(98), ifWin: yuan(98 - 10_900) }
    const effects = new Map([['x', { tierOdds: odds(208_000n), topOdds: odds(1_090_000n) }]])
    expect(scenario([{ key: 'x', figures }], [{ code: 'two', effects }], 'net')).toEqual([
      { code: 'two', result: yuan(98 - 2080) },
    ])
  })
})

describe('warnings', () => {
  it.each([
    [100, 0, 100, null, 1],
    [99, 0, 100, null, 0],
    [0, -50, null, 50, 2],
    [500, -50, 100, 50, 2],
    [500, 50, null, 50, 0],
    [500, -500, null, null, 0],
  ] as const)('net %i, result %i, lines %s and %s: %i', (net, netAmount, amount, loss, warning) => {
    const lines = { amount: amount === null ? null : yuan(amount), loss: loss === null ? null : yuan(loss) }
    expect(warningOf({ net: yuan(net), netAmount: yuan(netAmount) }, lines)).toBe(warning)
  })
})
