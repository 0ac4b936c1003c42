import { readdirSync, readFileSync } from 'node:fs'
import { rooms } from './rooms.ts'
import { carriers, type SharedStatement, sharedStatements } from './shared-statements.ts'

/** A table named by a statement, and whether the statement changes its rows. */
export interface TableUse {
  readonly table: string
  readonly writes: boolean
}

const owners = new Map(rooms.flatMap(({ name, tables }) => tables.map((table) => [table, name] as const)))

const uses = new RegExp(
  `\\b(from|join|into|update|using|table|truncate)\\s+(?:only\\s+)?"?(${[...owners.keys()].join('|')})"?(?![\\w.])`,
  'gi',
)
const reading = new Set(['from', 'join', 'using'])
const deleting = /\bdelete\s+$/i

/** `lock table` changes no rows. */
const locking = /\block\s+$/i

/** The room that owns a table; undefined for a name that is not one of our tables. */
const ownerOf = (table: string): string | undefined => owners.get(table)

const withoutSqlComments = (text: string): string => text.replace(/--[^\n]*/g, ' ').replace(/\/\*[\s\S]*?\*\//g, ' ')

/** The tables that a statement, or a part of one, names. */
export function tableUses(sql: string): TableUse[] {
  const found = new Map<string, boolean>()
  const text = withoutSqlComments(sql)
  for (const match of text.matchAll(uses)) {
    const [, word = '', table = ''] = match
    const before = text.slice(0, match.index)
    const writes = !(reading.has(word.toLowerCase()) || locking.test(before)) || deleting.test(before)
    found.set(table, writes || found.get(table) === true)
  }
  return [...found].map(([table, writes]) => ({ table, writes }))
}

/** Uses of tables that belong to another room than the one given. */
const foreignUses = (room: string, sql: string): TableUse[] =>
  tableUses(sql).filter(({ table }) => owners.get(table) !== room)

const covers = (shared: SharedStatement, { table, writes }: TableUse): boolean =>
  shared.writes?.includes(table) === true || (!writes && shared.reads?.includes(table) === true)

const isTest = (file: string): boolean => /\.test\.ts$|(^|\/)testing\//.test(file)
const roomOf = (file: string): string => file.split('/')[0] ?? ''

const told = ({ table, writes }: TableUse): string => `${table} of ${ownerOf(table)}${writes ? ' (writes)' : ''}`

/** The tables that a file under apps/server/src must not name. */
function notAllowedIn(file: string, sql: string): string[] {
  const allowed = sharedStatements.filter((shared) => shared.file === file)
  return foreignUses(roomOf(file), sql)
    .filter((use) => !allowed.some((shared) => covers(shared, use)))
    .map(told)
}

/**
 * Complaints about recorded statements: tables of other rooms that no entry for the sender's stores allows, and
 * statements on our tables with an unknown sender.
 * @param senders files under apps/server/src by statement text, including tests: they may use any table to prepare
 * data
 */
export function ownerComplaints(senders: ReadonlyMap<string, ReadonlySet<string>>, texts: Iterable<string>): string[] {
  return [...texts].flatMap((text) => {
    if (tableUses(text).length === 0) return []
    const files = senders.get(text)
    if (!files) return [`sent by nobody known: ${text}`]
    return [...files].filter((file) => !isTest(file)).flatMap((file) => sentComplaints(file, text))
  })
}

function sentComplaints(file: string, text: string): string[] {
  const sender = roomOf(file)
  const carried = carriers.filter((carrier) => carrier.file === file).flatMap((carrier) => carrier.rooms)
  const may = (room: string): boolean => foreignUses(room, text).every((use) => isAllowed(room, use))
  if ([sender, ...carried].some(may)) return []
  const foreign = foreignUses(sender, text).filter((use) => !isAllowed(sender, use))
  return [`${file} names ${foreign.map(told).join(', ')}: ${text.slice(0, 400)}`]
}

/** A statement may be assembled from parts in several files of a room and from parts of other rooms. */
const isAllowed = (room: string, use: TableUse): boolean =>
  sharedStatements.some(
    (shared) =>
      roomOf(shared.file) === room && (covers(shared, use) || (!use.writes && shared.byParts?.includes(use.table))),
  )

/**
 * The string and template texts of a TypeScript source, without its comments. An expression in a template becomes
 * `0`, and its own texts follow. A regular expression that contains a quote is parsed wrongly; no store has one.
 */
export function textsIn(source: string): string[] {
  const texts: string[] = []
  let at = 0
  const plain = (quote: string): void => {
    const from = ++at
    while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1
    texts.push(source.slice(from, at))
    at += 1
  }
  const template = (): void => {
    let text = ''
    at += 1
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at += 2
        code('}')
        text += '0'
      } else {
        text += source.slice(at, at + (source[at] === '\\' ? 2 : 1))
        at += source[at] === '\\' ? 2 : 1
      }
    }
    at += 1
    texts.push(text)
  }
  const after = (end: string): void => {
    const found = source.indexOf(end, at)
    at = found < 0 ? source.length : found + end.length
  }
  function code(until: string): void {
    let depth = 0
    while (at < source.length) {
      const char = source[at] ?? ''
      if (depth === 0 && char === until) {
        at += 1
        return
      }
      if (char === "'" || char === '"') plain(char)
      else if (char === '`') template()
      else if (source.startsWith('//', at)) after('\n')
      else if (source.startsWith('/*', at)) after('*/')
      else {
        depth += char === '{' ? 1 : char === '}' ? -1 : 0
        at += 1
      }
    }
  }
  code('')
  return texts
}

/** The text of a statement that reads. One that embeds another, `(${part})`, may name more tables than are seen. */
const isRead = (text: string): boolean =>
  /^\s*(?:select|with)\b/i.test(withoutSqlComments(text)) && !text.includes('(0)')

/** The room that a statement only reads from, if it stands before the file's and is not the platform. */
function onlyReadsFrom(file: string, text: string): string | undefined {
  const uses = tableUses(text)
  const [owner, ...others] = new Set(uses.map(({ table }) => ownerOf(table)))
  if (owner === undefined || others.length > 0 || uses.some(({ writes }) => writes) || !isRead(text)) return undefined
  const place = (room: string): number => rooms.findIndex(({ name }) => name === room)
  return place(owner) < place(roomOf(file)) ? owner : undefined
}

/** Files that hold SQL: stores and the platform. */
const isStore = (file: string): boolean => /^platform\/|(^|\/)store[\w-]*\.ts$/.test(file)

/**
 * Reads the sources of all rooms. Complains about tables of other rooms, about tables named outside of stores, about
 * reads of one other room alone, and about list entries that no file needs.
 * @param src apps/server/src, ending in a slash
 */
export function tableComplaints(src: string): string[] {
  const wrong: string[] = []
  const used = new Set<string>()
  const alone = new Map<string, string>()
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of names.filter((name) => name.endsWith('.ts') && !isTest(name))) {
    for (const text of textsIn(readFileSync(src + file, 'utf8'))) {
      for (const table of notAllowedIn(file, text)) wrong.push(`${file} names ${table}`)
      for (const use of tableUses(text)) used.add(`${file} ${use.table} ${use.writes}`)
      if (!isStore(file) && tableUses(text).length > 0) wrong.push(`${file} is no-store and names a table`)
      const owner = onlyReadsFrom(file, text)
      if (owner !== undefined) alone.set(file, owner)
    }
  }
  for (const [file, owner] of alone) {
    if (!sharedStatements.some((shared) => shared.file === file && shared.alone))
      wrong.push(`${file} only-reads ${owner}: let that room read`)
  }
  for (const { file, alone: isAlone } of sharedStatements) {
    if (isAlone && !alone.has(file)) wrong.push(`shared-statements.ts: ${file} reads no room alone`)
  }
  for (const { file, reads = [], writes = [] } of sharedStatements) {
    for (const table of reads) {
      if (!used.has(`${file} ${table} false`)) wrong.push(`shared-statements.ts: ${file} does not read ${table}`)
    }
    for (const table of writes) {
      if (!used.has(`${file} ${table} true`)) wrong.push(`shared-statements.ts: ${file} does not write ${table}`)
    }
  }
  return [...new Set(wrong)]
}
