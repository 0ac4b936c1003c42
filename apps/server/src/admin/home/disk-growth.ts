import { z } from 'zod'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** One sample an hour over the last day and a quarter: a day back is always there. */
const MAX_SAMPLES = 30
/** Growth over less time says too little. */
const LEAST_MS = HOUR_MS

const stored = z.array(z.object({ at: z.int(), free: z.int() })).catch([])
type Sample = z.output<typeof stored>[number]

export const samplesOf = (value: unknown): Sample[] => stored.parse(value ?? [])

/** The samples with one more, the oldest ones left out; null: the newest one is still young. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] | null {
  const newest = samples.at(-1)
  if (newest && sample.at - newest.at < HOUR_MS) return null
  return [...samples, sample].slice(-MAX_SAMPLES)
}

/** How many days the free space lasts if it goes on shrinking as in the last day; null: not known, or not shrinking. */
export function daysLeft(samples: readonly Sample[], now: Sample): number | null {
  const first = samples.find(({ at }) => at >= now.at - DAY_MS)
  if (!first || now.at - first.at < LEAST_MS || first.free <= now.free) return null
  const perDay = ((first.free - now.free) * DAY_MS) / (now.at - first.at)
  return Math.floor(now.free / perDay)
}
