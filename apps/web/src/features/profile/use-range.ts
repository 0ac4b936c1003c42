import { serverNow } from '../../api/clock.ts'
import { useAddress } from '../../components/data-table/use-address.ts'
import { pageOf, rangeOf, textOf } from '../../lib/address.ts'
import { businessDay } from '../../lib/day-starts.ts'
import { type DayRange, shortcutRange } from '../../lib/time.ts'

/** Range, search and page of a log in the address; by default the last seven days. */
export const useRange = () => {
  const { search, change } = useAddress()
  const today = businessDay(serverNow())
  return {
    today,
    range: rangeOf(search, today) ?? shortcutRange('last7', today),
    keyword: textOf(search, 'q'),
    pageIndex: pageOf(search),
    setRange: (range: DayRange | null): void => change({ from: range?.from ?? null, to: range?.to ?? null }),
    setKeyword: (q: string): void => change({ q }),
    setPage: (index: number): void => change({ page: String(index) }),
  }
}
