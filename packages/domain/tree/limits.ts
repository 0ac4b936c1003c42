/**
 * The limits of a play group. Everything between the form and the stored row (checks, caps, columns, texts) is a loop
 * over this table: a new limit is a line here, its fields in the contract, its name in the labels, and what it limits.
 */

import { type Money, max, min, yuan } from '../money/money.ts'

interface LimitLine {
  readonly name: string
  /** A floor may not be below the parent's, a ceiling not above it. Lowering the parent moves both along. */
  readonly bound: 'floor' | 'ceiling'
  /** The other end of a range. A limit without one is not below 0. */
  readonly other?: string
  /** Null: no limit. */
  readonly optional?: true
  /** Has no effect on a bettor. */
  readonly holdersOnly?: true
  /** The head's, until an operator changes it. Absent: none. */
  readonly ofHead?: Money
}

const LINES = [
  { name: 'minStake', bound: 'floor', other: 'maxStake', ofHead: yuan(1) },
  { name: 'maxStake', bound: 'ceiling', other: 'minStake', ofHead: yuan(200_000) },
  { name: 'maxItem', bound: 'ceiling', ofHead: yuan(1_000_000) },
  /** The most the child may send up on one item in one period. A bettor sends nothing up. */
  { name: 'maxFill', bound: 'ceiling', optional: true, holdersOnly: true },
] as const satisfies readonly LimitLine[]

type Line = (typeof LINES)[number]
export type LimitName = Line['name']
type OptionalName = Extract<Line, { readonly optional: true }>['name']

export interface Limit extends LimitLine {
  readonly name: LimitName
  readonly other?: LimitName
}

/** In the order of forms, lists and faults. */
export const LIMITS: readonly Limit[] = LINES
export const LIMIT_NAMES: readonly LimitName[] = LIMITS.map(({ name }) => name)

export const isOptionalLimit = (field: string): boolean =>
  LIMITS.some(({ name, optional }) => name === field && optional)

/** A value for each limit; null only for those that may be left out. */
export type LimitValues<T> = {
  readonly [L in Line as L['name']]: L extends { readonly optional: true } ? T | null : T
}
export type Limits = LimitValues<Money>
/** The limits that every play group needs. */
export type RequiredLimits = Omit<Limits, OptionalName>

/** The same for each limit. */
export const eachLimit = <T>(of: (limit: Limit) => T): Readonly<Record<LimitName, T>> =>
  Object.fromEntries(LIMITS.map((limit) => [limit.name, of(limit)])) as Record<LimitName, T>

/** A value for those limits for which `of` answers one. */
export const someLimits = <T extends bigint | string>(
  of: (limit: Limit) => T | null | undefined,
): Partial<LimitValues<T>> => {
  const found = LIMITS.flatMap((limit) => {
    const value = of(limit)
    if (value === null && !limit.optional) throw new Error(`${limit.name} may not be left out`)
    return value === undefined ? [] : [[limit.name, value] as const]
  })
  return Object.fromEntries(found) as Partial<LimitValues<T>>
}

/** A value for each limit. Throws when one is missing. */
export const limitValues = <T extends bigint | string>(of: (limit: Limit) => T | null): LimitValues<T> =>
  someLimits(of) as LimitValues<T>

/** The lesser of two limits; null is no limit. */
const lesser = (one: Money | null, two: Money | null): Money | null =>
  one === null ? two : two === null ? one : min(one, two)
const greater = (one: Money | null, two: Money | null): Money | null =>
  one === null || two === null ? null : max(one, two)
const isAbove = (one: Money | null, two: Money | null): boolean => two !== null && (one === null || one > two)

const otherOf = (limit: Limit, of: Limits): Money | null => (limit.other === undefined ? null : of[limit.other])

/** Why a child's limit may not be saved, with the bound that it breaks; undefined: it may. */
export const limitFault = (
  limit: Limit,
  child: Limits,
  parent: Limits,
): { readonly refusal: 'negative' | 'reversed' | 'beyondParent'; readonly bound: bigint | null } | undefined => {
  const [own, above, other] = [child[limit.name], parent[limit.name], otherOf(limit, child)]
  if (limit.bound === 'floor') {
    if (isAbove(above, own)) return { refusal: 'beyondParent', bound: above }
    return isAbove(own, other) ? { refusal: 'reversed', bound: other } : undefined
  }
  if (limit.other === undefined && own !== null && own < 0n) return { refusal: 'negative', bound: 0n }
  return isAbove(own, above) ? { refusal: 'beyondParent', bound: above } : undefined
}

/** What a limit may be, given the other end of its range. `max` null: no limit. */
export const limitRange = (
  limit: Limit,
  child: Limits,
  parent: Limits,
): { readonly min: bigint; readonly max: bigint | null; readonly why: 'otherStake' | 'parent' } => {
  const other = otherOf(limit, child)
  if (limit.bound === 'ceiling') return { min: other ?? 0n, max: parent[limit.name], why: 'parent' }
  const min = parent[limit.name] ?? 0n
  const above = otherOf(limit, parent)
  return isAbove(above, other) ? { min, max: other, why: 'otherStake' } : { min, max: above, why: 'parent' }
}

/** A child's limit within its parent's. A raised floor raises those below, but never above the other end of its range. */
const capLimit = (limit: Limit, child: Limits, parent: Limits): Money | null => {
  const [own, above] = [child[limit.name], parent[limit.name]]
  if (limit.bound === 'ceiling') {
    const capped = lesser(own, above)
    return limit.other === undefined ? capped : greater(capped, otherOf(limit, parent))
  }
  const other = LIMITS.find(({ name }) => name === limit.other)
  return lesser(greater(own, above), other ? capLimit(other, child, parent) : null)
}

export const capLimits = (child: Limits, parent: Limits, isHolder: boolean): Limits =>
  limitValues((limit) => (limit.holdersOnly && !isHolder ? child[limit.name] : capLimit(limit, child, parent)))

/** Whether a changed limit could leave a path below with more than its parent has. `before` null: none was set. */
export const isTightened = (limit: Limit, before: bigint | null, after: bigint | null): boolean => {
  if (after === null || before === null) return after !== null
  return limit.bound === 'floor' ? after > before : after < before
}

/** The head's limits in every play group, until an operator changes them. */
export const HEAD_LIMITS: Limits = limitValues(({ ofHead }) => ofHead ?? null)
