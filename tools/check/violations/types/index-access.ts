// expect: TS2532
export const first = (list: readonly string[]): number => list[0].length
