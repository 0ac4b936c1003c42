import { expect, test } from 'vitest'
import { shareGrownOld } from './lifetimes.ts'

const heap = (young: number, old: number) => {
  const space = (spaceName: string, spaceUsedSize: number) => ({ spaceName, spaceUsedSize })
  return { heapSpaceStatistics: [space('new_space', young), space('old_space', old)] } as never
}
const collection = (gcType: string, before: [number, number], after: [number, number]) => ({
  gcType,
  cost: 1,
  beforeGC: heap(...before),
  afterGC: heap(...after),
})

test('what moved to the old generation, of all that was made in the young one', () => {
  const collections = [
    collection('Scavenge', [100, 1_000], [10, 1_000]),
    collection('MarkSweepCompact', [10, 1_000], [0, 400]),
    collection('Scavenge', [110, 400], [10, 430]),
    collection('Scavenge', [110, 430], [20, 430]),
  ]
  expect(shareGrownOld(collections)).toBeCloseTo(30 / 310)
})

test('without collections nothing is known to have grown old', () => {
  expect(shareGrownOld([])).toBe(0)
})
