import { expect, test } from 'vitest'
import { withDraft } from './drafts.ts'

test('a draft is written, replaced and deleted without touching others', () => {
  const first = withDraft({}, 'a', { draft: 1 })
  const second = withDraft(first, 'b', { draft: 2 })
  expect(withDraft(second, 'a', { draft: 3 })).toEqual({ a: 3, b: 2 })
  expect(withDraft(second, 'a', null)).toEqual({ b: 2 })
  expect(withDraft(second, 'x', null)).toEqual(second)
})

test('the oldest are dropped first, the newest never', () => {
  let held: Readonly<Record<string, unknown>> = {}
  for (let count = 0; count < 100; count += 1) held = withDraft(held, `key${count}`, { draft: count })
  expect(Object.keys(held)).toHaveLength(40)
  expect(held['key99']).toBe(99)
  expect(held['key59']).toBeUndefined()
})
