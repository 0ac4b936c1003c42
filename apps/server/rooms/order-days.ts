import { isTest } from './shards.ts'
import { refsOf, type Scope, scopesOf, type TableRef } from './statement-scopes.ts'

/** Statements of one file that read the orders of every day that is stored. */
export interface EveryDay {
  /** The file that sends it, relative to apps/server/src. */
  readonly file: string
  readonly reason: string
}

const NUMBER_ALONE = "An operator gives an order's number, which says nothing of its day; voids are rare."
const SEARCH = 'A search by a number or a time alone, which say nothing of the day. Searches by days name them.'
const VERIFIES = 'It compares the whole book with its orders; one at a time, when somebody asks.'

export const everyDay: readonly EveryDay[] = [
  { file: 'book/exposures/store-void.ts', reason: NUMBER_ALONE },
  { file: 'ledger/store-verify.ts', reason: VERIFIES },
  { file: 'reports/orders/store-order-page.ts', reason: SEARCH },
  { file: 'reports/orders/store-orders.ts', reason: SEARCH },
  { file: 'settlement/verify/store-verify.ts', reason: VERIFIES },
]

const FROM = new Set(['=', '>', '>=', 'between'])
const isGiven = (word: string | undefined): boolean => /^(\$\d+|'.*')$/.test(word ?? '')

/** Whether a parameter or a literal says from which day on orders are read. Another table's day is known too late. */
function hasDay(scope: Scope, { alias }: TableRef): boolean {
  return scope.some((word, at) => {
    const isDay = word === 'day' && (scope[at - 1] !== '.' || scope[at - 2] === alias)
    if (!isDay || !FROM.has(scope[at + 1] ?? '')) return false
    if (scope[at + 2] === 'any') return isGiven(scope[at + 4])
    return isGiven(scope[at + 2]) || (scope[at + 2] === 'date' && isGiven(scope[at + 3]))
  })
}

/** Whether a statement reads orders without saying of which days. */
export function readsEveryDay(sql: string): boolean {
  const { scopes, names } = scopesOf(sql)
  return scopes.some((scope) =>
    refsOf(scope, names).some((ref) => ref.table === 'orders' && !ref.writes && !hasDay(scope, ref)),
  )
}

/**
 * Complaints about recorded statements. Orders have a partition for each day, kept for years: a statement that does not
 * say its days is planned with all of them, locks all of them, and slows down every day (decision 0175).
 * @param senders files under apps/server/src by statement text, including tests: they may send anything
 */
export function dayComplaints(
  senders: ReadonlyMap<string, ReadonlySet<string>>,
  allowed: readonly EveryDay[] = everyDay,
): string[] {
  return [...senders].flatMap(([text, files]) => {
    const unknown = [...files].filter((file) => !isTest(file) && !allowed.some((one) => one.file === file))
    if (unknown.length === 0 || !readsEveryDay(text)) return []
    return unknown.map((file) => `${file} reads the orders of every day: ${text.replace(/\s+/g, ' ').slice(0, 400)}`)
  })
}
