// expect: no-permission-number
export const mayReplenish = (ids: ReadonlySet<number>): boolean => ids.has(70001)
