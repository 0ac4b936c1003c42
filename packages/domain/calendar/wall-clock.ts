/** Asia/Shanghai is eight hours ahead of UTC, without daylight saving since 1991. */
export const OFFSET_MS = 8 * 3_600_000

/**
 * Wall-clock text in Shanghai, 'YYYY-MM-DD HH:mm:ss'. Own file: the sign-in script must not load the whole calendar.
 */
export const wallClock = (at: number): string => new Date(at + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
