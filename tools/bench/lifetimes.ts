import { GCProfiler, type GCProfilerResult } from 'node:v8'

type Collections = GCProfilerResult['statistics']
type Heap = Collections[number]['beforeGC']

const usedOf = ({ heapSpaceStatistics }: Heap, isYoung: boolean): number =>
  heapSpaceStatistics
    .filter(({ spaceName }) => spaceName.startsWith('new_') === isYoung)
    .reduce((sum, { spaceUsedSize }) => sum + spaceUsedSize, 0)

/**
 * Which part of what was made in the young generation outlived two of its collections and is old now, 0 to 1. In work
 * that keeps nothing it is near 0 (docs/decisions/0200).
 */
export function shareGrownOld(collections: Collections): number {
  let [made, old] = [0, 0]
  let before: Heap | undefined
  for (const { gcType, beforeGC, afterGC } of collections) {
    if (gcType === 'Scavenge') {
      made += usedOf(beforeGC, true) - (before ? usedOf(before, true) : 0)
      old += Math.max(0, usedOf(afterGC, false) - usedOf(beforeGC, false))
    }
    before = afterGC
  }
  return made === 0 ? 0 : old / made
}

/** The same of some work. */
export async function grownOldIn(work: () => Promise<unknown>): Promise<number> {
  const profiler = new GCProfiler()
  profiler.start()
  await work()
  return shareGrownOld(profiler.stop().statistics)
}
