import { merchantOf, refsOf, type Scope, scopesOf, type TableRef } from './statement-scopes.ts'
import { tableKinds } from './table-kinds.ts'

/**
 * - `share`: others may share the row, nobody may write it.
 * - `write`: the row is locked against all others that lock it.
 * - `insert`: `on conflict do nothing`. It waits for who inserts the same key, and such a one waits for it.
 */
export type LockMode = 'share' | 'write' | 'insert'

/** What a statement locks. */
export interface LockStep {
  /** A table, or an advisory lock by its name. */
  readonly lock: string
  readonly mode: LockMode
  /** False: it goes without the row when another has it. */
  readonly waits: boolean
  /** The parameter (`$1`) or number that tells whose rows these are. */
  readonly merchant?: string
}

/**
 * Tables that others refer to, so that who writes a row of another table locks a key here, in whatever order. It does not wait
 * for `for no key update`. Who locks or deletes the whole row locks its key as well, which has no place in the order.
 */
const REFERRED: ReadonlySet<string> = new Set(['outside_books'])

const ADVISORY = /^pg_(try_)?advisory_xact_lock$/

/** The name is the first text within the call. */
function advisoryOf(scope: Scope): LockStep[] {
  return scope.flatMap((word, at): LockStep[] => {
    if (!ADVISORY.test(word)) return []
    const name = scope.slice(at).find((one) => one.startsWith("'")) ?? ''
    return [{ lock: name.slice(1, -1), mode: 'write', waits: !word.includes('try') }]
  })
}

const LOCKING = /\bfor (no key )?(update|share)(?: of ((?:[a-z_0-9]+ , )*[a-z_0-9]+))?( skip locked| nowait)?/

/** What one query locks, without the queries inside of it. */
function lockedBy(scope: Scope, refs: readonly TableRef[], only: string | undefined): LockStep[] {
  const step = (ref: TableRef, mode: LockMode, waits = true): LockStep => {
    const bound = merchantOf(scope, ref)
    const merchant = bound.told === 'constant' ? bound.word : only
    const isOfMerchants = tableKinds.get(ref.table) === 'distributed'
    return { lock: ref.table, mode, waits, ...(isOfMerchants && merchant !== undefined ? { merchant } : {}) }
  }
  const text = scope.join(' ')
  const [clause, weaker, mode, of, skips] = LOCKING.exec(text) ?? []
  const read = clause
    ? refs
        .filter((ref) => !ref.writes && (!of || of.split(' , ').includes(ref.alias)))
        .map((ref) => step(ref, mode === 'share' ? 'share' : 'write', !skips))
    : []
  const written = refs
    .filter((ref) => ref.writes && (!scope.includes('into') || / on conflict /.test(text)))
    .map((ref) => step(ref, / do nothing/.test(text) ? 'insert' : 'write'))
  const isWhole = (clause && !weaker && mode === 'update') || scope.includes('delete')
  const keys = isWhole
    ? [...read, ...written]
        .filter(({ lock }) => REFERRED.has(lock))
        .map((one) => ({ ...one, lock: `key of ${one.lock}` }))
    : []
  return [...advisoryOf(scope), ...read, ...written, ...keys]
}

/**
 * What a statement locks, in the order of its queries: those inside come first, and expressions in the order in which
 * they are written.
 */
export function locksOf(sql: string): readonly LockStep[] {
  const { scopes, names } = scopesOf(sql, true)
  const all = scopes.map((scope) => ({ scope, refs: refsOf(scope, names) }))
  // A query that is joined with another one is about the same merchant.
  const told = all.flatMap(({ scope, refs }) =>
    refs.flatMap((ref) => {
      const bound = tableKinds.get(ref.table) === 'distributed' ? merchantOf(scope, ref) : undefined
      return bound?.told === 'constant' ? [bound.word] : []
    }),
  )
  return all.flatMap(({ scope, refs }) => lockedBy(scope, refs, told[0]))
}
