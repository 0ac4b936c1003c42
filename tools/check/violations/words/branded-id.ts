// expect: branded-id
export const balanceOf = (pathId: number): number => pathId
