import { useSearchParams } from 'react-router'
import { type PageSize, pageSizeOf } from './list-foot.tsx'

/** The page size of the list of a page, in the address; another size begins at the first page. */
export const usePageSize = (): readonly [PageSize, (pageSize: PageSize) => void] => {
  const [search, setSearch] = useSearchParams()
  const set = (pageSize: PageSize): void =>
    setSearch((held) => {
      const next = new URLSearchParams(held)
      next.delete('page')
      if (pageSize === 20) next.delete('size')
      else next.set('size', String(pageSize))
      return next
    })
  return [pageSizeOf(search.get('size')), set]
}
