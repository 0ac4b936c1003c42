import { expect, test } from 'vitest'
import { isChangedSince } from './changed-since.ts'

type Fields = { readonly name: string; readonly ids: readonly number[]; readonly until: number | null }
const now: Fields = { name: '乙', ids: [2, 10], until: null }

test.each<[string, boolean, Partial<Fields> | undefined, Partial<Fields>]>([
  ['nothing said', false, undefined, { name: '丙' }],
  ['as it was seen', false, { name: '乙' }, { name: '丙' }],
  ['changed since', true, { name: '甲' }, { name: '丙' }],
  ['changed since, to what is asked', true, { name: '甲' }, { name: '乙' }],
  ['changed since, but not by this request', false, { name: '甲' }, { ids: [3] }],
  ['a list in another order', false, { ids: [10, 2] }, { ids: [3] }],
  ['a list with one less', true, { ids: [2] }, { ids: [3] }],
  ['no end was seen, and there is none', false, { until: null }, { until: 5 }],
  ['an end was seen, and there is none now', true, { until: 4 }, { until: 5 }],
])('%s: %s', (_what, changed, seen, asked) => {
  expect(isChangedSince(now, seen, asked)).toBe(changed)
})
