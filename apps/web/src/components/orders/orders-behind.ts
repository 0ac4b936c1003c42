type Row = { readonly accountName: string }

/**
 * Columns of a list behind a figure in which every row is the same, by what the figure is: a drawer is narrow, and with
 * them the amounts would lie under its pinned result. They follow from the figure, so that no page of it differs.
 */
export const sameInAll = (kind: 'item' | 'report', subject: string, rows: readonly Row[]): ReadonlySet<string> => {
  if (kind === 'item') return new Set(['game', 'period'])
  const ofOne = rows.length > 0 && rows.every(({ accountName }) => accountName === subject)
  return new Set(ofOne ? ['kind', 'account'] : ['kind'])
}
