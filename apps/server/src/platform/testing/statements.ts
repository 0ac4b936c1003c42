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

export function createStatementRecorder(): StatementRecorder {
  const texts = new Set<string>()
  const senders = new Map<string, Set<string>>()
  const note: StatementRecorder['note'] = (query) => {
    const text = typeof query === 'string' ? query : query.text
    if (text === undefined) return
    texts.add(text)
    const file = runningFile()
    if (file !== undefined) senders.set(text, (senders.get(text) ?? new Set()).add(file))
  }
  return { texts, senders, note }
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
