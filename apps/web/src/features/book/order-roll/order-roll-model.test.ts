import { GameId, PathId } from '@strata/domain/ids'
import { describe, expect, test } from 'vitest'
import { isTyped, MAX_SHOWN, mergeRoll, type Roll, readChoice, typedAmount } from './order-roll-model.ts'

type Item = Parameters<typeof mergeRoll>[1]['items'][number]

const item = (orderNo: number, stake = '100'): Item => ({
  orderNo: String(orderNo),
  kind: 'member',
  at: orderNo,
  gameId: GameId(3),
  periodNo: '1',
  playCode: 'TMA',
  playName: '特码A',
  itemCode: '07',
  itemName: '07',
  pankou: 'C',
  odds: '47',
  stake,
  heldStake: '30',
  agentPathsId: PathId(9),
  trail: ['mem0001'],
})
const answer = (...items: Item[]) => ({ items, last: items[0]?.orderNo ?? '0', serverNow: 1 })
const LARGE = { largeFrom: '1000', nowMs: 5 }
const numbers = ({ items }: Roll): string[] => items.map(({ orderNo }) => orderNo)

describe('the running list', () => {
  test('adds new orders in front, each once, also one that committed late', () => {
    const first = mergeRoll(undefined, answer(item(7), item(5)), LARGE)
    const next = mergeRoll(first, answer(item(9), item(7), item(6)), LARGE)
    expect(numbers(next)).toEqual(['9', '7', '6', '5'])
    expect(next.items[1]).toBe(first.items[0])
    expect(next.last).toBe('9')
  })

  test('marks large orders that arrive while it runs, not those at the start', () => {
    const first = mergeRoll(undefined, answer(item(1, '5000')), LARGE)
    expect([first.items[0]?.large, first.largeAt]).toEqual([false, null])
    const next = mergeRoll(first, answer(item(3, '999.99'), item(2, '1000')), { ...LARGE, nowMs: 8 })
    expect(next.items.map(({ large }) => large)).toEqual([false, true, false])
    expect(next.largeAt).toBe(8)
    expect(mergeRoll(next, answer(item(4, '1')), { ...LARGE, nowMs: 9 }).largeAt).toBe(8)
    expect(mergeRoll(first, answer(item(2, '9999')), { largeFrom: null, nowMs: 8 }).largeAt).toBeNull()
  })

  test('keeps only the newest', () => {
    const many = answer(...Array.from({ length: MAX_SHOWN + 50 }, (_, index) => item(1000 - index)))
    expect(mergeRoll(undefined, many, LARGE).items.length).toBe(MAX_SHOWN)
  })
})

describe('settings', () => {
  test('stored ones are parsed field by field', () => {
    const first = readChoice(null)
    expect(readChoice('{"minStake":"50","sound":true,"other":1,"flash":"yes"}')).toEqual({
      ...first,
      minStake: '50',
      sound: true,
    })
    expect([readChoice('{'), readChoice('null')]).toEqual([first, first])
  })

  test.each([
    ['', true, null],
    ['0', true, '0'],
    ['100.25', true, '100.25'],
    ['100.', false, null],
    ['01', false, null],
    ['-1', false, null],
    ['1.234', false, null],
  ])('amount %s', (text, fine, asked) => {
    expect([isTyped(text), typedAmount(text)]).toEqual([fine, asked])
  })
})
