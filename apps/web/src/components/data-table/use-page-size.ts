import { type PageSize, pageSizeOf } from './list-foot.tsx'
import { useAddress } from './use-address.ts'

/** The page size of the list of a page, in the address; another size begins at the first page. */
export const usePageSize = (): readonly [PageSize, (pageSize: PageSize) => void] => {
  const { search, change } = useAddress()
  const set = (pageSize: PageSize): void => change({ size: pageSize === 20 ? null : String(pageSize) })
  return [pageSizeOf(search.get('size')), set]
}
