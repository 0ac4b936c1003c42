/**
 * Who may put in force what somebody else proposed (双人复核). Two accounts are not two people when one of them, or somebody
 * behind both, can sign in as the other. So every account has holders: who created it, who set its password or reset its TOTP,
 * and whoever held those at that moment.
 */
export type AccountAct = {
  /** Who did it; `SERVER_SHELL`: a command on the server itself. */
  readonly actor: number
  readonly target: number
  readonly what: 'created' | 'password' | 'totp' | 'permissions'
  readonly at: number
}

/** Who works at the machine is no operator. A password from there takes the account out of everybody's hands. */
export const SERVER_SHELL = 0

const DAY_MS = 86_400_000
/** How long a change of another one's password, TOTP or permissions counts. A creation counts for good. */
export const CHANGE_COUNTS_MS = 30 * DAY_MS

export type SecondRefusal =
  /** One person alone. */
  | 'same'
  /** The second one created the first, or the other way round. */
  | 'secondCreatedFirst'
  | 'firstCreatedSecond'
  /** The second one changed password, TOTP or permissions of the first, or the other way round. */
  | 'secondChangedFirst'
  | 'firstChangedSecond'
  /** One person could sign in as both, by a chain of accounts or because it created or reset both. */
  | 'sameHand'

/** Of each account: who can sign in as it, and until when. */
type Holders = ReadonlyMap<number, ReadonlyMap<number, number>>

const byTime = (acts: readonly AccountAct[]): readonly AccountAct[] => acts.toSorted((a, b) => a.at - b.at)

function holdersOf(acts: readonly AccountAct[]): Holders {
  const held = new Map<number, Map<number, number>>()
  for (const { actor, target, what, at } of byTime(acts)) {
    if (actor === target || what === 'permissions') continue
    if (actor === SERVER_SHELL) {
      if (what === 'password') held.delete(target)
      continue
    }
    const own = held.get(target) ?? new Map<number, number>()
    held.set(target, own)
    const until = what === 'created' ? Number.POSITIVE_INFINITY : at + CHANGE_COUNTS_MS
    const behind = [...(held.get(actor) ?? [])].flatMap(([holder, end]) => (end > at ? [holder] : []))
    for (const holder of [actor, ...behind])
      if (holder !== target) own.set(holder, Math.max(own.get(holder) ?? 0, until))
  }
  return held
}

const holdersAt = (holders: Holders, account: number, since: number): ReadonlySet<number> =>
  new Set([...(holders.get(account) ?? [])].flatMap(([holder, until]) => (until > since ? [holder] : [])))

export type SecondQuestion = {
  readonly first: number
  readonly second: number
  /** What accounts did to each other, up to now. */
  readonly acts: readonly AccountAct[]
  /** When the first one acted: what counted then counts still. */
  readonly proposedAt: number
}

/** Why the second account may not decide what the first one proposed; null: it may. */
export function judgeSecond({ first, second, acts, proposedAt }: SecondQuestion): SecondRefusal | null {
  if (first === second) return 'same'
  const did = (actor: number, target: number, created: boolean): boolean =>
    acts.some(
      (act) =>
        act.actor === actor &&
        act.target === target &&
        (created ? act.what === 'created' : act.what !== 'created' && act.at + CHANGE_COUNTS_MS > proposedAt),
    )
  if (did(second, first, true)) return 'secondCreatedFirst'
  if (did(first, second, true)) return 'firstCreatedSecond'
  if (did(second, first, false)) return 'secondChangedFirst'
  if (did(first, second, false)) return 'firstChangedSecond'
  // Who held the account when it proposed is behind the proposal, even if the account was taken from it since.
  const times = [holdersOf(acts.filter(({ at }) => at <= proposedAt)), holdersOf(acts)]
  const holdersBy = (account: number): ReadonlySet<number> =>
    new Set(times.flatMap((holders) => [...holdersAt(holders, account, proposedAt)]))
  const [ofFirst, ofSecond] = [holdersBy(first), holdersBy(second)]
  if (ofFirst.has(second) || ofSecond.has(first)) return 'sameHand'
  return [...ofFirst].some((holder) => ofSecond.has(holder)) ? 'sameHand' : null
}
