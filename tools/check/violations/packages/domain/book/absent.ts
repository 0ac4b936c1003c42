// expect: no-absent
export const first = (list: readonly string[]): string => list[0] as string
