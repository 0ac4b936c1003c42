import { expect, test } from 'vitest'
import { batchSince, boardVersion, versionBatch } from './board-version.ts'

const at = (ms: number): bigint => BigInt(ms) << 22n
const NOON = 1_800_000_000_000

test('a version is its last batch while an earlier batch may still be uncommitted', () => {
  expect(versionBatch(at(NOON), NOON)).toBe(at(NOON))
  expect(versionBatch(at(NOON), NOON + 6_000)).toBe(at(NOON))
  expect(versionBatch(at(NOON + 60_000), NOON)).toBe(at(NOON + 60_000))
})

test('a version of a quiet board is the time before which nothing can be missing', () => {
  expect(versionBatch(at(NOON), NOON + 6_001)).toBe(at(NOON + 1))
  expect(versionBatch(0n, NOON)).toBe(at(NOON - 6_000))
})

test('a batch that was uncommitted when a board was read is sent the next time, unless the marks changed', () => {
  const version = boardVersion(versionBatch(at(NOON - 60_000), NOON), 7n)
  const since = batchSince(version, 7n) ?? 0n
  expect(at(NOON - 6_000) >= since).toBe(true)
  expect(at(NOON - 8_000) >= since).toBe(true)
  expect(at(NOON - 8_001) >= since).toBe(false)
  expect(batchSince(version, 8n)).toBeNull()
})
