// expect: board-calls
export const tmzx1 = 1
