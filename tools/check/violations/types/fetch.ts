// expect: TS2304
export const get = () => fetch('x')
