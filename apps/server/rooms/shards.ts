import { type SpreadStatement, spreadStatements } from './spread-statements.ts'
import { locksRows, merchantOf, refsOf, scopesOf, type TableRef } from './statement-scopes.ts'
import { type TableKind, tableKinds } from './table-kinds.ts'

export interface Placement {
  readonly refs: readonly TableRef[]
  /** It is not told to be about one merchant: it goes to every machine. */
  readonly isSpread: boolean
  /** What a cluster would refuse. */
  readonly faults: readonly string[]
}

const kindOf = ({ table }: TableRef): TableKind | undefined => tableKinds.get(table)
const isLocal = (ref: TableRef): boolean => kindOf(ref) === 'local'
const isDistributed = (ref: TableRef): boolean => kindOf(ref) === 'distributed'

/** Where a statement would run on a cluster. */
export function placementOf(sql: string): Placement {
  const { scopes, names } = scopesOf(sql)
  const all = scopes.map((scope) => ({ scope, refs: refsOf(scope, names) }))
  const refs = all.flatMap((one) => one.refs)
  const spread = all.flatMap(({ scope, refs: own }) =>
    own.filter(isDistributed).map((ref) => merchantOf(scope, ref).told),
  )
  const isSpread = spread.length > 0 && (spread.includes('free') || !spread.includes('constant'))
  const faults: string[] = []
  const writes = (kind: TableKind): boolean => refs.some((ref) => ref.writes && kindOf(ref) === kind)
  const joins = all.some(({ refs: own }) => own.some(isLocal) && own.some(isDistributed))
  if (isSpread && scopes.some(locksRows)) faults.push('locks rows of several merchants')
  if (joins) faults.push('joins a local table with a distributed one')
  const isReference = (ref: TableRef): boolean => kindOf(ref) === 'reference'
  const locksSmall = all.some(({ scope, refs: own }) => own.some(isReference) && locksRows(scope))
  // The whole small table is locked twice, the second time more strongly: two such statements stop each other.
  if (locksSmall && writes('distributed')) faults.push('locks rows of a reference table while it writes')
  if (writes('distributed') && writes('reference')) faults.push('writes a reference and a distributed table at once')
  return { refs, isSpread, faults }
}

/** Whether a file under apps/server/src belongs to the tests. */
export const isTest = (file: string): boolean => /\.test\.ts$|(^|\/)testing\//.test(file)

const covers = (allowed: readonly SpreadStatement[], file: string, tables: readonly string[]): boolean =>
  tables.every((table) => allowed.some((one) => one.file === file && one.tables.includes(table)))

/**
 * Complaints about recorded statements: what a cluster would refuse, and what it would send to every machine without an
 * entry for a file that sends it.
 * @param senders files under apps/server/src by statement text, including tests: they may send anything
 */
export function shardComplaints(
  senders: ReadonlyMap<string, ReadonlySet<string>>,
  allowed: readonly SpreadStatement[] = spreadStatements,
): string[] {
  return [...senders].flatMap(([text, files]) => {
    const sources = [...files].filter((file) => !isTest(file))
    if (sources.length === 0) return []
    const { refs, isSpread, faults } = placementOf(text)
    const shown = text.replace(/\s+/g, ' ').slice(0, 400)
    const wrong = faults.map((fault) => `${sources.join(', ')} ${fault}: ${shown}`)
    if (!isSpread) return wrong
    const tables = [...new Set(refs.map(({ table }) => table))].filter((one) => tableKinds.get(one) === 'distributed')
    const unknown = sources.filter((file) => !covers(allowed, file, tables))
    return [...wrong, ...unknown.map((file) => `${file} asks every machine for ${tables.join(', ')}: ${shown}`)]
  })
}
