export const used = 1
export const neverUsed = 2
