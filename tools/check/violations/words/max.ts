// expect: max
export const MOST_ROWS = 10
