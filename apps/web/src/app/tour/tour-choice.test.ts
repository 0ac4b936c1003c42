import { expect, test } from 'vitest'
import { readTours, tourAt } from './tour-choice.ts'

test('what is stored is read, and anything else means that no tour was seen', () => {
  expect(readTours('{"seen":["board","accounts"]}').seen).toEqual(['board', 'accounts'])
  expect(readTours('{"seen":["board","nothing",7]}').seen).toEqual(['board'])
  for (const stored of [null, '', '{', 'null', '{"seen":"board"}', '[]']) expect(readTours(stored).seen).toEqual([])
})

test('a page has its tour, its other parts have none', () => {
  expect(tourAt('/agent/bet/instant', '?game=6HC', null)).toBe('board')
  expect(tourAt('/reports/delivery', '?from=2026-11-20', null)).toBe('delivery')
  expect(tourAt('/reports/delivery', '?tab=class', null)).toBeNull()
  expect(tourAt('/agent/accounts/index', '?q=a', null)).toBe('accounts')
  for (const search of ['?edit=7', '?create=10001', '?tab=sub'])
    expect(tourAt('/agent/accounts/index', search, null)).toBeNull()
  expect(tourAt('/', '', 'operator')).toBe('operator')
  expect(tourAt('/', '', null)).toBeNull()
  expect(tourAt('/result', '', 'operator')).toBeNull()
})
