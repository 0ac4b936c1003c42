/** The business lives in Asia/Shanghai, which has had no other offset since 1991; the viewer's own zone never matters. */
const SHANGHAI_MS = 8 * 3_600_000

export const two = (value: number): string => String(value).padStart(2, '0')

/** Epoch milliseconds of an instant; ten-digit values are seconds. */
export const toEpochMs = (instant: number): number => (Math.abs(instant) < 100_000_000_000 ? instant * 1000 : instant)

const parts = (instant: number): Date => new Date(toEpochMs(instant) + SHANGHAI_MS)

/** "2026-11-20". */
export const formatDate = (instant: number): string => {
  const at = parts(instant)
  return `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
}

/** "09:41:07". */
export const formatClock = (instant: number): string => {
  const at = parts(instant)
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
}

/** "2026-11-20 09:41:07", the product's default date format. */
export const formatInstant = (instant: number): string => `${formatDate(instant)} ${formatClock(instant)}`
