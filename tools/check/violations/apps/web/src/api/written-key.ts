// expect: no-written-key
export const options = { queryKey: ['balance', 1] }
