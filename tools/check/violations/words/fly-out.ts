// expect: fly-out
export const flyoutLimits = 3
