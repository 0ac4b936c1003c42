/** A span of time in epoch milliseconds; without a start it has begun, without an end it lasts. */
export type TimeSpan = { readonly from: number | null; readonly until: number | null }

/** Where an instant lies: the start belongs to the span, the end does not. A span that ends before it starts is over. */
export const placeInSpan = ({ from, until }: TimeSpan, now: number): 'before' | 'within' | 'after' => {
  if (until !== null && now >= until) return 'after'
  return from !== null && now < from ? 'before' : 'within'
}
