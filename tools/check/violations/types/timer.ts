// expect: TS2304
export const later = () => setTimeout(() => 1, 1)
