// expect: kept
export const keptRows = new Map<string, number>()
