import { expect, test } from 'vitest'
import { fieldOfTyped, isTyped, tidied, typedOfField } from './typed-time.ts'

test.each([
  ['2026-11-20', 'day', '2026-11-20'],
  ['2026-11-20 09:30', 'minute', '2026-11-20T09:30'],
  ['2026-11-20T09:30', 'minute', '2026-11-20T09:30'],
  ['2026-11-20 09:30:15', 'second', '2026-11-20T09:30:15'],
  ['2026-11-20 09:30', 'second', '2026-11-20T09:30'],
] as const)('%j of a %s field is kept as %j', (typed, kind, kept) => {
  expect(fieldOfTyped(typed, kind)).toBe(kept)
  expect(isTyped(kept, kind)).toBe(true)
  expect(fieldOfTyped(typedOfField(kept), kind)).toBe(kept)
})

test.each([
  ['2026-02-30', 'day'],
  ['2026-02-30T09:30', 'minute'],
  ['2026-11-20 24:00', 'minute'],
  ['2026-11-20 09:30:15', 'minute'],
  ['2026-11-20', 'minute'],
  ['11/20/2026', 'day'],
] as const)('%j of a %s field is no time, and no form reads it as one', (typed, kind) => {
  expect(isTyped(typed, kind)).toBe(false)
  expect(fieldOfTyped(typed, kind)).not.toContain('T')
  expect(isTyped(tidied(typed, kind), kind)).toBe(false)
})

test.each([
  ['2026/1/5', 'day', '2026-01-05'],
  ['2026年1月5日', 'day', '2026-01-05'],
  ['2026.1.5 9:30', 'minute', '2026-01-05T09:30'],
  ['２０２６－１－５　９：３０', 'minute', '2026-01-05T09:30'],
  [' 2026年11月20日 9时5分 ', 'minute', '2026-11-20T09:05'],
  ['2026-1-5 9:3:7', 'second', '2026-01-05T09:03:07'],
  ['', 'day', ''],
] as const)('%j of a %s field is tidied to %j', (typed, kind, kept) => {
  expect(tidied(typed, kind)).toBe(kept)
})
