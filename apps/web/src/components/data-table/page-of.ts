/** A page of rows that are all loaded; the last one if there are fewer pages now. */
export const pageOf = <Row>(
  rows: readonly Row[],
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): { readonly index: number; readonly from: number; readonly shown: readonly Row[] } => {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const index = Math.min(pageIndex, last)
  const from = (index - 1) * pageSize
  return { index, from, shown: rows.slice(from, from + pageSize) }
}
