import { describe, expect, it } from 'vitest'
import { PathId } from '../ids.ts'
import { yuan } from '../money/money.ts'
import { AGENT, GENERAL, itemOf, SmallWorld, slip } from '../replenishment/testing/small-world.ts'
import { netAmounts, warningOf } from './net.ts'

const world = new SmallWorld()
world.take([slip('1', 'mem1', 'W a', '1000'), slip('2', 'mem1', 'W b', '100'), slip('3', 'mem3', 'W b', '300')])
const board = (path: PathId) =>
  ['a', 'b', 'c'].map((itemCode) => ({ itemCode, market: 'W', figures: world.figures(path, itemOf('W', itemCode)) }))

describe('the board’s modes', () => {
  it('total computes as if the holder held 100% at its own rate', () => {
    // AGENT has 1,100 through it at a rate of 1.5%. If a wins, it pays 2,850; if b wins, 198.
    expect([...netAmounts(board(PathId(AGENT)), 'total')]).toEqual([
      ['a', 10_835_000n - 28_500_000n],
      ['b', 10_835_000n - 1_980_000n],
      ['c', 10_835_000n],
    ])
  })
  it('without replenishments held and net are the same', () => {
    expect(netAmounts(board(PathId(GENERAL)), 'held')).toEqual(netAmounts(board(PathId(GENERAL)), 'net'))
  })
  it('an item without a market is computed alone', () => {
    const alone = board(PathId(AGENT)).map((item) => ({ ...item, market: null }))
    expect(netAmounts(alone, 'net').get('c')).toBe(0n)
    expect(netAmounts(alone, 'net').get('a')).toBe(world.figures(PathId(AGENT), itemOf('W', 'a')).ifWin)
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
