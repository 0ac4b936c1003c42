// expect: only-reads
export const orders = (on: { query: (text: string) => void }): void => on.query('select id from orders where id = 1')
