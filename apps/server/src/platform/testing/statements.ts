import { keyOfEdge, type LockEdge, LockNotes } from '../../../rooms/lock-edges.ts'
import { type LockStep, locksOf } from '../../../rooms/locks.ts'
import { isTest } from '../../../rooms/shards.ts'
import type { StatementRecorder } from '../db.ts'

const FRAMES = 40
const SOURCES = '/apps/server/src/'

/** The innermost room file on the stack. The stack is not formatted, because source maps make that slow. */
function runningFile(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error
  let files: readonly string[] = []
  Error.stackTraceLimit = FRAMES
  Error.prepareStackTrace = (_, frames) => {
    files = frames.map((frame) => frame.getFileName() ?? '')
    return ''
  }
  // Reading the stack is what prepares it.
  void new Error().stack
  Error.stackTraceLimit = stackTraceLimit
  Error.prepareStackTrace = prepareStackTrace
  for (const file of files) {
    const at = file.lastIndexOf(SOURCES)
    const inside = at < 0 ? '' : file.slice(at + SOURCES.length).replace(/\?.*$/, '')
    if (inside !== '' && !inside.startsWith('platform/')) return inside
  }
  return undefined
}

/** Statements are few and sent often. */
const readLocks = new Map<string, readonly LockStep[]>()

function cachedLocks(text: string): readonly LockStep[] {
  const known = readLocks.get(text) ?? locksOf(text)
  readLocks.set(text, known)
  return known
}

/** Also records which locks transactions take while they hold others. */
export interface TestRecorder extends StatementRecorder {
  readonly lockEdges: ReadonlyMap<string, LockEdge>
}

export function createStatementRecorder(): TestRecorder {
  const texts = new Set<string>()
  const senders = new Map<string, Set<string>>()
  const lockEdges = new Map<string, LockEdge>()
  const addEdge = (edge: LockEdge): void => {
    const key = keyOfEdge(edge)
    if (!lockEdges.has(key)) lockEdges.set(key, edge)
  }
  // A test may do in one transaction what the product never does.
  const notesOf = (file: string | undefined): LockNotes | undefined =>
    file === undefined || isTest(file) ? undefined : new LockNotes(file, addEdge, cachedLocks)
  const noteWith = (
    file: string | undefined,
    locks: LockNotes | undefined,
    [query, values]: Parameters<StatementRecorder['note']>,
  ): void => {
    const text = typeof query === 'string' ? query : query.text
    if (text === undefined) return
    texts.add(text)
    if (file === undefined) return
    senders.set(text, (senders.get(text) ?? new Set()).add(file))
    const given = (typeof query === 'string' ? undefined : query.values) ?? values
    locks?.note(text, Array.isArray(given) ? given : [], file)
  }
  return {
    texts,
    senders,
    lockEdges,
    note(...sent) {
      const file = runningFile()
      noteWith(file, notesOf(file), sent)
    },
    begin() {
      const locks = notesOf(runningFile())
      return (...sent) => noteWith(runningFile(), locks, sent)
    },
  }
}

const withoutComments = (text: string): string => text.replace(/--[^\n]*/g, ' ').replace(/\/\*[\s\S]*?\*\//g, ' ')

/** Statements on a tenant table that do not name merchant_id. Those over all merchants are marked with a comment. */
export function unscopedStatements(texts: Iterable<string>, tenantTables: readonly string[]): string[] {
  const mentions = new RegExp(
    `\\b(from|join|into|update|using|table)\\s+(only\\s+)?"?(${tenantTables.join('|')})"?\\b`,
    'i',
  )
  const wrong: string[] = []
  for (const text of texts) {
    if (/\/\*\s*all merchants\s*\*\//i.test(text)) continue
    const bare = withoutComments(text)
    if (mentions.test(bare) && !/merchant_id/i.test(bare)) wrong.push(text)
  }
  return wrong
}
