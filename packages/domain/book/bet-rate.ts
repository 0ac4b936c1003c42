/** What a merchant may still send: refilled by its limit every second, up to one second's worth. */
export interface BetAllowance {
  readonly left: number
  readonly at: number
}

/**
 * The allowance after a call with so many bets; null: too many a second. A call larger than the limit passes when the
 * allowance is full and is paid back by the seconds after it, so the rate holds for calls of every size.
 */
export const admitBets = (
  before: BetAllowance | undefined,
  { limit, bets, now }: { readonly limit: number; readonly bets: number; readonly now: number },
): BetAllowance | null => {
  const refilled = before ? before.left + (Math.max(0, now - before.at) * limit) / 1000 : limit
  const full = Math.min(limit, refilled)
  return full < Math.min(bets, limit) ? null : { left: full - bets, at: before ? Math.max(before.at, now) : now }
}
