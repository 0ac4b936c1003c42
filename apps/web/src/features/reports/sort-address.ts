import type { Sort } from '../../components/data-table/data-table.tsx'

/** The sort in an address, by one of the server's columns. */
export const readSort = <C extends string>(
  search: URLSearchParams,
  columns: readonly C[],
): (Sort & { readonly columnName: C }) | null => {
  const columnName = columns.find((column) => column === search.get('sort'))
  return columnName === undefined ? null : { columnName, direction: search.get('dir') === '0' ? 0 : 1 }
}

/** The next sort when a column header is pressed: descending, ascending, unsorted. */
export const nextSort = (held: Sort | null, columnName: string): Sort | null => {
  if (held?.columnName !== columnName) return { columnName, direction: 1 }
  return held.direction === 1 ? { columnName, direction: 0 } : null
}

export const withSort = (held: URLSearchParams, sort: Sort | null): URLSearchParams => {
  const next = new URLSearchParams(held)
  for (const name of ['sort', 'dir', 'page', 'cursor']) next.delete(name)
  if (sort) next.set('sort', sort.columnName)
  if (sort?.direction === 0) next.set('dir', '0')
  return next
}
