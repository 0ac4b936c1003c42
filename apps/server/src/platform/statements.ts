/** Collects the distinct texts of all SQL that recorded pools send, for the checks of merchant scope and table owners. */
export interface StatementRecorder {
  readonly texts: Set<string>
  /** Files under apps/server/src that sent a text, the innermost one outside of platform/ for each sending. */
  readonly senders: Map<string, Set<string>>
}

export function createStatementRecorder(): StatementRecorder {
  return { texts: new Set(), senders: new Map() }
}

const FRAMES = 40
const SOURCES = '/apps/server/src/'

/** The innermost room file that is running, read from the stack without printing it (a printed one is mapped and slow). */
function runningFile(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES
  Error.prepareStackTrace = (_, frames) => frames.map((frame) => frame.getFileName() ?? '')
  const files = new Error().stack as unknown as string[]
  Error.stackTraceLimit = stackTraceLimit
  Error.prepareStackTrace = prepareStackTrace
  for (const file of files) {
    const at = file.lastIndexOf(SOURCES)
    const inside = at < 0 ? '' : file.slice(at + SOURCES.length).replace(/\?.*$/, '')
    if (inside !== '' && !inside.startsWith('platform/')) return inside
  }
  return undefined
}

/** Notes a statement and who sends it. To be called in the turn of the sender: later its frames are gone. */
export function noteStatement(recorder: StatementRecorder, query: string | { readonly text?: string }): void {
  const text = typeof query === 'string' ? query : query.text
  if (text === undefined) return
  recorder.texts.add(text)
  const file = runningFile()
  if (file === undefined) return
  const senders = recorder.senders.get(text) ?? new Set()
  recorder.senders.set(text, senders.add(file))
}

const withoutComments = (text: string): string => text.replace(/--[^\n]*/g, ' ').replace(/\/\*[\s\S]*?\*\//g, ' ')

/** Statements that read or write a tenant table and never name merchant_id. A sum over all merchants says so in a comment. */
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
