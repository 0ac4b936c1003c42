// expect: no-restricted-properties
export const rounded = (amount: number): string => amount.toFixed(2)
