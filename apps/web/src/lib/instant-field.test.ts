import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromInstantField, toInstantField, toSecondField } from './instant-field.ts'

it('reads what it wrote, to the minute', () =>
  fc.assert(
    fc.property(fc.integer({ min: 2_000_000, max: 60_000_000 }), (minutes) => {
      const at = minutes * 60_000
      expect(fromInstantField(toInstantField(at))).toBe(at)
    }),
  ))

it('reads seconds where a field has them', () => {
  const at = Date.UTC(2026, 10, 20, 1, 30, 15)
  expect(toSecondField(at)).toBe('2026-11-20T09:30:15')
  expect(fromInstantField(toSecondField(at))).toBe(at)
})

it.each([
  ['2026-11-20T09:30', Date.UTC(2026, 10, 20, 1, 30)],
  ['', undefined],
  ['2026-11-20', undefined],
  ['2026-13-40T99:99', undefined],
])('%j', (text, at) => expect(fromInstantField(text)).toBe(at))
