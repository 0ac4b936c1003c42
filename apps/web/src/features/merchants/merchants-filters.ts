import { useSearchParams } from 'react-router'
import type { Answer } from '../../api/client.ts'
import type { Sort } from '../../components/data-table/data-table.tsx'

export type MerchantRow = Answer<'admin.merchantQuery'>['items'][number]

export const STATUSES = [1, 2, 4] as const
export const FUND_MODES = ['credit', 'cash'] as const
export const KEY_STATES = ['none', 'old'] as const
const SORTS = [
  'code',
  'accountName',
  'createdAt',
  'lastLoginAt',
  'credit',
  'balance',
  'lastSignedAt',
  'keySince',
  'leaseUntil',
] as const

const readFilters = (search: URLSearchParams) => {
  const column = SORTS.find((name) => name === search.get('sort'))
  const page = Number(search.get('page'))
  return {
    keyword: (search.get('q') ?? '').slice(0, 32),
    status: STATUSES.find((status) => String(status) === search.get('status')) ?? null,
    fundMode: FUND_MODES.find((mode) => mode === search.get('mode')) ?? null,
    keyState: KEY_STATES.find((state) => state === search.get('keys')) ?? null,
    sort: column === undefined ? null : ({ columnName: column, direction: search.get('dir') === '0' ? 0 : 1 } as const),
    pageIndex: Number.isInteger(page) && page > 0 ? Math.min(500, page) : 1,
  }
}

type Filters = ReturnType<typeof readFilters>

/** The filters as the call takes them. */
export const requestOf = ({ keyword, status, fundMode, keyState, sort }: Filters) => ({
  ...(keyword === '' ? {} : { keyword }),
  ...(status === null ? {} : { status }),
  ...(fundMode === null ? {} : { fundMode }),
  ...(keyState === null ? {} : { keyState }),
  ...(sort === null ? {} : { sortInfo: sort }),
})

/** The filters of the list, which are in the address. */
export const useFilters = () => {
  const [search, setSearch] = useSearchParams()
  const change = (change: Readonly<Record<string, string | null>>): void =>
    setSearch((held) => {
      const next = new URLSearchParams(held)
      if (!('page' in change)) next.delete('page')
      for (const [name, value] of Object.entries(change)) {
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  const page = { creating: search.has('create'), editing: Number(search.get('edit')) || null }
  return { filters: readFilters(search), change, page }
}

/** Descending, ascending, then unsorted. */
export const nextSort = (held: Sort | null, columnName: string): Record<string, string | null> => {
  if (held?.columnName !== columnName) return { sort: columnName, dir: null }
  return held.direction === 1 ? { sort: columnName, dir: '0' } : { sort: null, dir: null }
}
