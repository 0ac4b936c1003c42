// expect: replenish
export const hedgeKey = (item: string): string => item
