export const unplaced = 1
