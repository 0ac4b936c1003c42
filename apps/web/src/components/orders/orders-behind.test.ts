import { expect, test } from 'vitest'
import { sameInAll } from './orders-behind.ts'

const rows = (...names: string[]) => names.map((accountName) => ({ accountName }))

test('a figure leaves out the columns that it fixes itself', () => {
  expect([...sameInAll('item', '特码 08', rows('mem0001'))]).toEqual(['game', 'period'])
  expect([...sameInAll('report', 'mem0001', rows('mem0001', 'mem0001'))]).toEqual(['kind', 'account'])
  expect([...sameInAll('report', 'agent001', rows('mem0001', 'mem0002'))]).toEqual(['kind'])
  expect([...sameInAll('report', 'mem0001', [])]).toEqual(['kind'])
})
