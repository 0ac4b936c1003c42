export const called = 1
export const testedOnly = 2
export const unheld = 3
export const held = 4
