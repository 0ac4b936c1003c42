import type { Answer } from '../../api/client.ts'
import type { Sort } from '../../components/data-table/data-table.tsx'
import { useAddress } from '../../components/data-table/use-address.ts'
import { choiceOf, idOf, pageOf, textOf } from '../../lib/address.ts'

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
  const columnName = choiceOf(search, 'sort', SORTS)
  return {
    keyword: textOf(search, 'q'),
    status: choiceOf(search, 'status', STATUSES),
    fundMode: choiceOf(search, 'mode', FUND_MODES),
    keyState: choiceOf(search, 'keys', KEY_STATES),
    sort: columnName === null ? null : ({ columnName, direction: search.get('dir') === '0' ? 0 : 1 } as const),
    pageIndex: pageOf(search),
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

/** The filters of the list, and which page over it is open. */
export const useFilters = () => {
  const { search, change } = useAddress()
  const page = { creating: search.has('create'), editing: idOf(search, 'edit') }
  return { filters: readFilters(search), change, page }
}

/** Descending, ascending, then unsorted. */
export const nextSort = (held: Sort | null, columnName: string): Record<string, string | null> => {
  if (held?.columnName !== columnName) return { sort: columnName, dir: null }
  return held.direction === 1 ? { sort: columnName, dir: '0' } : { sort: null, dir: null }
}
