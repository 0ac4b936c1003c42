// expect: no-store
export const own = 'delete from wallets where merchant_id = $1'
