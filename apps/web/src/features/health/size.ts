const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const
const STEP = 1024

/** 1536 -> "1.5 KB": three significant digits at most. */
export const showBytes = (bytes: number): string => {
  let [value, unit] = [Math.abs(bytes), 0]
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP
    unit += 1
  }
  const step = unit === 0 || value >= 100 ? 1 : value >= 10 ? 10 : 100
  return `${bytes < 0 ? '-' : ''}${Math.round(value * step) / step} ${UNITS[unit]}`
}

/** Whole days until the disk is full at this growth; null: it does not grow. */
export const daysLeft = (free: number, growth: number | null): number | null =>
  growth === null || growth <= 0 ? null : Math.floor(free / growth)
