import { expect, test } from 'vitest'
import { type DueRow, dueOf, dueSums, movedOf } from './settle-many-model.ts'

const row = (unsettled: string, difference = '0'): DueRow => ({ unsettled, difference }) as DueRow

test('what a mark has is what is unmarked and what has changed', () => {
  expect(dueOf(row('100.5', '-0.25'))).toBe('100.25')
})

test('receiving and paying are summed apart, and together', () => {
  expect(dueSums([row('100'), row('-30', '-2.5'), row('0'), row('7')])).toEqual({
    receive: '107',
    pay: '-32.5',
    net: '74.5',
  })
  expect(dueSums([])).toEqual({ receive: '0', pay: '0', net: '0' })
})

test.each([null, 'x', {}, { items: 'x' }, { items: [null, { agentPathsId: 1 }] }])(
  'a refusal without rows: %j',
  (data) => expect(movedOf(data).size).toBe(0),
)

test('the rows of a refusal, by downline', () => {
  expect(movedOf({ items: [{ agentPathsId: 7, accountName: 'a', amount: '3', days: 1 }] }).get(7)?.amount).toBe('3')
})
