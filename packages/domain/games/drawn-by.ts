/** Who says the balls of a period. */
export type DrawnBy = 'seed' | 'feed' | 'hand'

/** A commitment binds its period, whatever source its game has by now; without one, a demo game is drawn by hand. */
export const drawnBy = (period: {
  readonly commitment: string | null
  readonly resultSource: 'manual' | 'feed' | 'demo'
}): DrawnBy => (period.commitment === null ? (period.resultSource === 'feed' ? 'feed' : 'hand') : 'seed')

/** From when on operators may type the balls: the draw time, or the end of replenishment if that is later. */
export const entryFrom = ({
  hedgeCloseAt,
  drawAt,
}: {
  readonly hedgeCloseAt: number
  readonly drawAt: number
}): number => Math.max(hedgeCloseAt, drawAt)

/**
 * Whether two operators may type the balls now: the draw is due, nothing may be bet or replenished any more, and nobody else
 * says them. Balls typed before the draw time cannot be those of the draw, however early the period closed.
 */
export const mayEnter = (
  period: {
    readonly state: string
    readonly closeAt: number
    readonly hedgeCloseAt: number
    readonly drawAt: number
    readonly by: DrawnBy
  },
  now: number,
): boolean => {
  const closed = period.state === 'closed' || (period.state === 'open' && period.closeAt <= now)
  return closed && entryFrom(period) <= now && period.by === 'hand'
}
