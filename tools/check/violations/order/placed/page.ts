export const placed = 1
