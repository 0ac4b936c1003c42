import { describe, expect, it } from 'vitest'
import type { Caller } from '../access/caller.ts'
import type { NumberedEvent } from '../platform/live.ts'
import { eventFor } from './live-events.ts'

const caller = (pathId: number, merchantId: number, permissions: readonly number[] = [70000]): Caller =>
  ({ path: { id: pathId }, merchantId, account: { id: 5 }, permissionIds: new Set(permissions) }) as unknown as Caller

const event = (type: NumberedEvent['type'], merchantId: number, data: Record<string, unknown>): NumberedEvent => ({
  id: '1',
  type,
  merchantId,
  key: 'k',
  data,
})
const board = event('board', 1, { pathId: 13, gameId: 3, periodNo: '20260520001', version: 9, groupIds: '301,302' })

describe('an event reaches', () => {
  it('the path it is about, in the contract’s shape and nothing else', () => {
    expect(eventFor(board, caller(13, 1), 77)).toEqual({
      gameId: 3,
      periodNo: '20260520001',
      version: 9,
      groupIds: [301, 302],
      at: 77,
    })
  })

  it('no other path, no other merchant, and nobody without the permission', () => {
    expect(eventFor(board, caller(14, 1), 77)).toBeUndefined()
    expect(eventFor(board, caller(13, 2), 77)).toBeUndefined()
    expect(eventFor(board, caller(13, 1, [50000]), 77)).toBeUndefined()
  })

  it('the head from every merchant, when it is about the head', () => {
    const own = { ...board, data: { ...board.data, pathId: 1 } }
    expect(eventFor(own, caller(1, 0), 77)).toMatchObject({ version: 9 })
    expect(eventFor(board, caller(1, 0), 77)).toBeUndefined()
  })

  it('sender and taker of a replenishment with an amount of the wire', () => {
    const order = event('order', 1, {
      pathId: 13,
      gameId: 3,
      periodNo: '1',
      kind: 'replenishment',
      amount: '12345600',
      direction: 'out',
      at: 5,
    })
    expect(eventFor(order, caller(13, 1), 77)).toEqual({
      gameId: 3,
      periodNo: '1',
      kind: 'replenishment',
      count: 1,
      amount: '1234.56',
      direction: 'out',
      at: 5,
    })
  })

  it('nobody when it is not what the contract says', () => {
    expect(eventFor(event('board', 1, { pathId: 13 }), caller(13, 1), 77)).toBeUndefined()
  })

  it('the account that asked for an export alone', () => {
    const other = event('export', 1, { accountId: 6 })
    expect(eventFor(other, caller(13, 1), 77)).toBeUndefined()
  })
})
