// expect: no-restricted-globals
export const parsed = (text: string): number => parseFloat(text)
