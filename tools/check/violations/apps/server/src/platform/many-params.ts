// expect: max-params
export const sum = (a: number, b: number, c: number, d: number, e: number, f: number): number => a + b + c + d + e + f
