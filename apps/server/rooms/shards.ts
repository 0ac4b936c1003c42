import { type SpreadStatement, spreadStatements } from './spread-statements.ts'
import { MERCHANTS, type TableKind, tableKinds } from './table-kinds.ts'

/** A piece of SQL: a word, a sign, or what stands between parentheses. */
type Piece = string | readonly Piece[]

const PIECE = /'(?:[^']|'')*'|"[^"]*"|\$\d+|[a-z_][a-z_0-9]*|\d+(?:\.\d+)?|::|<=|>=|<>|!=|\|\||->>|->|@>|&&|[^\s]/gi

const words = (sql: string): string[] =>
  (
    sql
      .replace(/--[^\n]*/g, ' ')
      .replace(/\/\*[\s\S]*?\*\//g, ' ')
      .match(PIECE) ?? []
  ).map((word) => (word.startsWith("'") ? word : word.replaceAll('"', '').toLowerCase()))

function nested(of: readonly string[]): readonly Piece[] {
  const open: Piece[][] = [[]]
  for (const word of of) {
    const inner = open.at(-1) ?? []
    if (word === '(') open.push([])
    else if (word !== ')') inner.push(word)
    else if (open.length > 1) {
      open.pop()
      open.at(-1)?.push(inner)
    }
  }
  return open[0] ?? []
}

const QUERY = new Set(['select', 'insert', 'update', 'delete', 'with', 'values'])
const isQuery = (piece: Piece): boolean =>
  typeof piece !== 'string' && typeof piece[0] === 'string' && QUERY.has(piece[0])

/** One select, insert, update or delete: its words without the queries inside of it. Other parentheses are words. */
type Scope = readonly string[]

const SEAM = new Set(['union', 'intersect', 'except'])

/** The scopes of a statement, outer ones first, and the names of its common table expressions. */
function scopesOf(pieces: readonly Piece[]): { scopes: Scope[]; names: Set<string> } {
  const scopes: Scope[] = []
  const names = new Set<string>()
  const read = (query: readonly Piece[]): void => {
    let scope: string[] = []
    const inner: (readonly Piece[])[] = []
    const flat = (piece: Piece): void => {
      if (typeof piece === 'string') scope.push(piece)
      else if (isQuery(piece)) inner.push(piece)
      else {
        scope.push('(')
        for (const one of piece) flat(one)
        scope.push(')')
      }
    }
    for (const [at, piece] of query.entries()) {
      const name = nameOfExpression(query, at)
      if (name !== undefined) names.add(name)
      if (typeof piece === 'string' && SEAM.has(piece)) {
        scopes.push(scope)
        scope = []
      } else flat(piece)
    }
    scopes.push(scope)
    for (const one of inner) read(one)
  }
  read(pieces)
  return { scopes, names }
}

/** The name before `as (select ..)`, `as materialized (..)` or `name (columns) as (..)`. */
function nameOfExpression(query: readonly Piece[], at: number): string | undefined {
  if (!isQuery(query[at] ?? '')) return undefined
  let back = at - 1
  if (query[back] === 'materialized') back -= query[back - 1] === 'not' ? 2 : 1
  if (query[back] !== 'as') return undefined
  const before = query[back - 1]
  const name = Array.isArray(before) ? query[back - 2] : before
  return typeof name === 'string' ? name : undefined
}

export interface TableRef {
  readonly table: string
  readonly alias: string
  readonly writes: boolean
}

const BEFORE_TABLE = new Set(['from', 'join', 'into', 'update', 'using', 'only', 'table', 'truncate'])
const NO_ALIAS = new Set(
  'where on set join left right inner cross full natural order group using values select returning limit for as union with having offset do default window fetch overriding lateral (  ) ,'.split(
    /\s+/,
  ),
)
const ENDS_FROM = new Set(['where', 'group', 'order', 'limit', 'set', 'returning', 'values', 'having', 'select', 'for'])

function refsOf(scope: Scope, names: ReadonlySet<string>): TableRef[] {
  const found: TableRef[] = []
  let listing = false
  for (const [at, word] of scope.entries()) {
    if (word === 'from' || word === 'using') listing = true
    if (ENDS_FROM.has(word)) listing = false
    const before = scope[at - 1] ?? ''
    if (!tableKinds.has(word) || names.has(word)) continue
    if (scope[at + 1] === '.' || !(BEFORE_TABLE.has(before) || (listing && before === ','))) continue
    const next = scope[at + 1] === 'as' ? scope[at + 2] : scope[at + 1]
    const alias = next === undefined || NO_ALIAS.has(next) || !/^[a-z_]/.test(next) ? word : next
    const verb = before === 'only' ? scope[at - 2] : before
    const writes = verb === 'into' || verb === 'update' || (verb === 'from' && scope[at - 2] === 'delete')
    found.push({ table: word, alias, writes })
  }
  return found
}

const columnOf = (table: string): string => (table === MERCHANTS ? 'id' : 'merchant_id')

interface Side {
  readonly qualifier: string | undefined
  readonly name: string
}

const isConstant = ({ name }: Side): boolean => /^(\$\d+|\d+)$/.test(name)

const CAST = new Set(['::'])

/** The columns, parameters and numbers that stand left and right of an equals sign. */
function equalities(scope: Scope): [Side, Side][] {
  return scope.flatMap((word, at): [Side, Side][] => {
    if (word !== '=') return []
    let end = at - 1
    if (CAST.has(scope[end - 1] ?? '')) end -= 2
    const left = { name: scope[end] ?? '', qualifier: scope[end - 1] === '.' ? scope[end - 2] : undefined }
    const dotted = scope[at + 2] === '.'
    // An element of a parameter, as in ($1::integer[])[1], is as constant as the parameter.
    const inner = scope[at + 1] === '(' && scope[at + 3] === '::' ? 2 : 1
    const right = {
      name: (dotted ? scope[at + 3] : scope[at + inner]) ?? '',
      qualifier: dotted ? scope[at + 1] : undefined,
    }
    return [[left, right]]
  })
}

/** How a table's merchant is told: by the statement's parameters, by another table's, or not at all. */
type Bound = 'constant' | 'joined' | 'free'

function boundByEquality(scope: Scope, { table, alias }: TableRef): Bound {
  const column = columnOf(table)
  const isIt = (side: Side): boolean =>
    side.name === column && (side.qualifier === undefined || side.qualifier === alias)
  let best: Bound = 'free'
  for (const [left, right] of equalities(scope)) {
    const other = isIt(left) ? right : isIt(right) ? left : undefined
    if (!other) continue
    if (isConstant(other)) return 'constant'
    if (/^(merchant_id|id|merchant)$/.test(other.name)) best = 'joined'
  }
  if (best === 'free' && /\busing \( merchant_id\b/.test(scope.join(' '))) best = 'joined'
  return best
}

/** The elements of the list that begins at a word, up to the end of its parenthesis or clause. */
function listFrom(scope: Scope, from: number): string[][] {
  const list: string[][] = [[]]
  let depth = 0
  for (const word of scope.slice(from)) {
    if (depth === 0 && (word === ')' || word === 'from' || word === 'where')) break
    depth += word === '(' ? 1 : word === ')' ? -1 : 0
    if (depth === 0 && word === ',') list.push([])
    else list.at(-1)?.push(word)
  }
  return list
}

function boundByInsert(scope: Scope, { table }: TableRef): Bound {
  const into = scope.findIndex((word, at) => word === table && scope[at - 1] === 'into')
  const start = scope.indexOf('(', into)
  const names = scope[into + 1] === '(' || scope[into + 2] === '(' || scope[into + 3] === '('
  const position = names ? listFrom(scope, start + 1).findIndex(([name]) => name === columnOf(table)) : 0
  const source = scope.findIndex((word, at) => at > into && (word === 'values' || word === 'select'))
  if (source < 0 || position < 0) return 'free'
  const values = listFrom(scope, source + (scope[source] === 'values' ? 2 : 1))
  const value = values[position] ?? []
  if (value.length > 0 && isConstant({ name: value[0] ?? '', qualifier: undefined })) return 'constant'
  return value.some((word) => word === 'merchant_id' || word === 'id') ? 'joined' : 'free'
}

const LOCKS = /\bfor (no key )?(update|share)\b/

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
  const { scopes, names } = scopesOf(nested(words(sql)))
  const all = scopes.map((scope) => ({ scope, refs: refsOf(scope, names) }))
  const refs = all.flatMap((one) => one.refs)
  const spread = all.flatMap(({ scope, refs: own }) =>
    own
      .filter(isDistributed)
      .map((ref) => (ref.writes && scope.includes('into') ? boundByInsert(scope, ref) : boundByEquality(scope, ref))),
  )
  const isSpread = spread.length > 0 && (spread.includes('free') || !spread.includes('constant'))
  const faults: string[] = []
  const writes = (kind: TableKind): boolean => refs.some((ref) => ref.writes && kindOf(ref) === kind)
  const joins = all.some(({ refs: own }) => own.some(isLocal) && own.some(isDistributed))
  if (isSpread && scopes.some((scope) => LOCKS.test(scope.join(' ')))) faults.push('locks rows of several merchants')
  if (joins) faults.push('joins a local table with a distributed one')
  const isReference = (ref: TableRef): boolean => kindOf(ref) === 'reference'
  const locksSmall = all.some(({ scope, refs: own }) => own.some(isReference) && LOCKS.test(scope.join(' ')))
  // The whole small table is locked twice, the second time more strongly: two such statements stop each other.
  if (locksSmall && writes('distributed')) faults.push('locks rows of a reference table while it writes')
  if (writes('distributed') && writes('reference')) faults.push('writes a reference and a distributed table at once')
  return { refs, isSpread, faults }
}

const isTest = (file: string): boolean => /\.test\.ts$|(^|\/)testing\//.test(file)

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
