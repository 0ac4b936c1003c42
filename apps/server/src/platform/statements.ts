/** Collects the distinct texts of all SQL that recorded pools send, for the test that checks merchant scope. */
export interface StatementRecorder {
  readonly texts: Set<string>
}

export function createStatementRecorder(): StatementRecorder {
  return { texts: new Set() }
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
