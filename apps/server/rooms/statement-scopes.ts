import { MERCHANTS, tableKinds } from './table-kinds.ts'

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
export type Scope = readonly string[]

const SEAM = new Set(['union', 'intersect', 'except'])

/**
 * The scopes of a statement, a query before those inside of it, and the names of its common table expressions.
 * `innerFirst`: a query after those inside of it, as they run.
 */
export function scopesOf(sql: string, innerFirst = false): { scopes: Scope[]; names: Set<string> } {
  const scopes: Scope[] = []
  const names = new Set<string>()
  const read = (query: readonly Piece[]): void => {
    const own: Scope[] = []
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
        own.push(scope)
        scope = []
      } else flat(piece)
    }
    own.push(scope)
    if (!innerFirst) scopes.push(...own)
    for (const one of inner) read(one)
    if (innerFirst) scopes.push(...own)
  }
  read(nested(words(sql)))
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

export function refsOf(scope: Scope, names: ReadonlySet<string>): TableRef[] {
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

export const columnOf = (table: string): string => (table === MERCHANTS ? 'id' : 'merchant_id')

export interface Side {
  readonly qualifier: string | undefined
  readonly name: string
}

export const isConstant = ({ name }: Side): boolean => /^(\$\d+|\d+)$/.test(name)

const CAST = new Set(['::'])

/** The columns, parameters and numbers that stand left and right of an equals sign. */
export function equalities(scope: Scope): [Side, Side][] {
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

/** The elements of the list that begins at a word, up to the end of its parenthesis or clause. */
export function listFrom(scope: Scope, from: number): string[][] {
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

/** How a table's merchant is told: by a parameter or number of the statement, by another table's, or not at all. */
type Bound = { readonly told: 'constant'; readonly word: string } | { readonly told: 'joined' | 'free' }

const JOINED: Bound = { told: 'joined' }
const FREE: Bound = { told: 'free' }
const constant = (word: string): Bound => ({ told: 'constant', word })

function boundByEquality(scope: Scope, { table, alias }: TableRef): Bound {
  const column = columnOf(table)
  const isIt = (side: Side): boolean =>
    side.name === column && (side.qualifier === undefined || side.qualifier === alias)
  let best = FREE
  for (const [left, right] of equalities(scope)) {
    const other = isIt(left) ? right : isIt(right) ? left : undefined
    if (!other) continue
    if (isConstant(other)) return constant(other.name)
    if (/^(merchant_id|id|merchant)$/.test(other.name)) best = JOINED
  }
  if (best === FREE && /\busing \( merchant_id\b/.test(scope.join(' '))) best = JOINED
  return best
}

function boundByInsert(scope: Scope, { table }: TableRef): Bound {
  const into = scope.findIndex((word, at) => word === table && scope[at - 1] === 'into')
  const start = scope.indexOf('(', into)
  const names = scope[into + 1] === '(' || scope[into + 2] === '(' || scope[into + 3] === '('
  const position = names ? listFrom(scope, start + 1).findIndex(([name]) => name === columnOf(table)) : 0
  const source = scope.findIndex((word, at) => at > into && (word === 'values' || word === 'select'))
  if (source < 0 || position < 0) return FREE
  const values = listFrom(scope, source + (scope[source] === 'values' ? 2 : 1))
  const value = values[position] ?? []
  const first = value[0] ?? ''
  if (isConstant({ name: first, qualifier: undefined })) return constant(first)
  return value.some((word) => word === 'merchant_id' || word === 'id') ? JOINED : FREE
}

/** How the merchant of a table's rows is told in a query. */
export const merchantOf = (scope: Scope, ref: TableRef): Bound =>
  ref.writes && scope.includes('into') ? boundByInsert(scope, ref) : boundByEquality(scope, ref)

const LOCKS = /\bfor (no key )?(update|share)\b/

/** Whether a query locks the rows that it reads. */
export const locksRows = (scope: Scope): boolean => LOCKS.test(scope.join(' '))
