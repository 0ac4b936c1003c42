import type { LockEdge } from './lock-edges.ts'
import { type AllowedStep, allowedSteps, lockOrder } from './lock-list.ts'

const isAbout = (step: AllowedStep, held: string, taken: string): boolean =>
  step.held.includes(held) && step.taken.includes(taken)

const covers = (step: AllowedStep, { held, taken, kind, opener, under }: LockEdge): boolean =>
  isAbout(step, held, taken) &&
  step.kind === kind &&
  (step.opener === undefined || step.opener === opener) &&
  [step.under, step.bothUnder].every((lock) => lock === undefined || under.includes(lock))

const shown = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)

const TOLD = {
  later: '',
  other: ' of another merchant',
  stronger: ' that it only shared',
} as const satisfies Record<LockEdge['kind'], string>

/** Transactions of `demo/` fill an empty database: nobody else is there. */
const isAlone = (edge: LockEdge): boolean => edge.opener.startsWith('demo/')

/** Complaints about transactions that take a lock which comes before one that they hold. */
export function lockComplaints(
  edges: Iterable<LockEdge>,
  order: readonly string[] = lockOrder,
  allowed: readonly AllowedStep[] = allowedSteps,
): string[] {
  const rank = new Map(order.map((lock, at) => [lock, at]))
  const complaint = (edge: LockEdge): string | undefined => {
    const { held, taken, kind, under } = edge
    const unknown = [held, taken].filter((lock) => !rank.has(lock))
    if (unknown.length > 0) return `${unknown.join(', ')} has no place in the order of locks`
    if (kind === 'later' && (rank.get(held) ?? 0) < (rank.get(taken) ?? 0)) {
      // Somebody else takes them the other way round, and must not be able to at the same moment.
      const other = allowed.find((step) => step.bothUnder !== undefined && isAbout(step, taken, held))
      if (other?.bothUnder === undefined || under.includes(other.bothUnder)) return undefined
      return `${taken} is locked after ${held} without ${other.bothUnder}`
    }
    if (allowed.some((step) => covers(step, edge))) return undefined
    return `${taken}${TOLD[kind]} is locked after ${held}`
  }
  return [...edges].flatMap((edge) => {
    const why = isAlone(edge) ? undefined : complaint(edge)
    if (why === undefined) return []
    const { opener, heldBy, takenBy, heldText, takenText } = edge
    return [`${opener}: ${why}\n  ${heldBy}: ${shown(heldText)}\n  ${takenBy}: ${shown(takenText)}`]
  })
}
