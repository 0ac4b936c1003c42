// expect: (writes)
const column = 'stake'
export const part = (where: string): string => `with x as (update orders set ${column} = ${where || `0`} returning id)`
