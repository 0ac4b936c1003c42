// expect: no-absent
export const named = (names: ReadonlyMap<number, string>): string => names.get(1) as string
