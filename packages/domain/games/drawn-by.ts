/** Who says the balls of a period. */
export type DrawnBy = 'seed' | 'feed' | 'hand'

/** A commitment binds its period, whatever source its game has by now; without one, a demo game is drawn by hand. */
export const drawnBy = (period: {
  readonly commitment: string | null
  readonly resultSource: 'manual' | 'feed' | 'demo'
}): DrawnBy => (period.commitment === null ? (period.resultSource === 'feed' ? 'feed' : 'hand') : 'seed')

/** Whether two operators may type the balls now: nothing may be bet or replenished any more, and nobody else says them. */
export const mayEnter = (
  period: {
    readonly state: string
    readonly closeAt: number
    readonly hedgeCloseAt: number
    readonly by: DrawnBy
  },
  now: number,
): boolean => {
  const closed = period.state === 'closed' || (period.state === 'open' && period.closeAt <= now)
  return closed && period.hedgeCloseAt <= now && period.by === 'hand'
}
