import { useSearchParams } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { businessDay, type DayRange, isDay, shortcutRange } from '../../lib/time.ts'

type Change = Readonly<Partial<Record<'from' | 'to' | 'q' | 'page', string>>>

/**
 * Range, search and page of a log in the address; by default the last seven days. Another range or search starts at
 * the first page.
 */
export const useRange = () => {
  const [search, setSearch] = useSearchParams()
  const today = businessDay(serverNow())
  const [from, to] = [search.get('from'), search.get('to')]
  const fine = isDay(from) && isDay(to) && from <= to && to <= today
  const page = search.get('page') ?? ''
  const change = (change: Change): void =>
    setSearch((held) => {
      const next = new URLSearchParams(held)
      for (const [name, value] of Object.entries({ page: '', ...change })) {
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  return {
    today,
    range: fine ? { from, to } : shortcutRange('last7', today),
    keyword: (search.get('q') ?? '').slice(0, 32),
    pageIndex: /^[1-9]\d{0,2}$/.test(page) ? Math.min(500, Number(page)) : 1,
    setRange: (range: DayRange | null): void => change({ from: range?.from ?? '', to: range?.to ?? '' }),
    setKeyword: (q: string): void => change({ q }),
    setPage: (index: number): void => change({ page: index === 1 ? '' : String(index) }),
  }
}
