/** The open order in an address, `bet=`; null: none. */
export const readBet = (search: URLSearchParams): string | null => {
  const text = search.get('bet')
  return text !== null && /^\d{1,20}$/.test(text) ? text : null
}

/** The address with another open order; null closes it. Everything else stays. */
export const withBet = (held: URLSearchParams, orderNo: string | null): URLSearchParams => {
  const next = new URLSearchParams(held)
  if (orderNo === null) next.delete('bet')
  else next.set('bet', orderNo)
  return next
}

/** The digits of an order number that people compare: its last ones, because the first are the same for days. */
const NUMBER_TAIL = 6
export const tailOf = (orderNo: string): string => orderNo.slice(-NUMBER_TAIL)
