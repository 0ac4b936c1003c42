/** What became of one account of a bulk action. */
export type RowResult =
  | { readonly state: 'waiting' }
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly reason: string }
  /** Not tried, because an earlier row has shown that none can succeed. */
  | { readonly state: 'skipped' }

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly stop?: boolean }

/**
 * Does one action for each row, one after the other. A row that fails does not undo the others; one that stops leaves
 * the rest untried. Rows that are done are not done again.
 */
export const runEach = async <Row>(
  rows: readonly Row[],
  held: readonly RowResult[],
  act: (row: Row, at: number) => Promise<Outcome>,
  tell: (results: readonly RowResult[]) => void,
): Promise<readonly RowResult[]> => {
  const results: RowResult[] = rows.map((_row, at) => (held[at]?.state === 'done' ? held[at] : { state: 'waiting' }))
  tell([...results])
  for (const [at, row] of rows.entries()) {
    if (results[at]?.state === 'done') continue
    const outcome = await act(row, at)
    results[at] = outcome.ok ? { state: 'done' } : { state: 'failed', reason: outcome.reason }
    tell([...results])
    if (outcome.ok || outcome.stop !== true) continue
    for (let rest = at + 1; rest < results.length; rest += 1)
      if (results[rest]?.state === 'waiting') results[rest] = { state: 'skipped' }
    break
  }
  tell([...results])
  return results
}
