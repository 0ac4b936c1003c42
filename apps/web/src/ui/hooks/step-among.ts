const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/**
 * Where a key leads from one of some controls in a row, round at its ends. Null: the key does not lead anywhere, or
 * the focus is on none of them (`at` below 0).
 */
export const stepAmong = (key: string, at: number, count: number): number | null =>
  at < 0 || count === 0 ? null : (STEPS[key]?.(at, count) ?? null)
