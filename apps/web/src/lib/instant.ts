import { wallClock } from '@strata/domain/calendar/wall-clock'

export const two = (value: number): string => String(value).padStart(2, '0')

/** Epoch milliseconds of an instant; ten-digit values are seconds. */
export const toEpochMs = (instant: number): number => (Math.abs(instant) < 100_000_000_000 ? instant * 1000 : instant)

/** "2026-11-20 09:41:07", the product's default date format. */
export const formatInstant = (instant: number): string => wallClock(toEpochMs(instant))

/** "2026-11-20". */
export const formatDate = (instant: number): string => formatInstant(instant).slice(0, 10)

/** "09:41:07". */
export const formatClock = (instant: number): string => formatInstant(instant).slice(11)
