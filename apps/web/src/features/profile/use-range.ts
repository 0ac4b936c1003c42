import { useSearchParams } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { businessDay, type DayRange, isDay, shortcutRange } from '../../lib/time.ts'

/** The range of a log in the address; the last seven days when none is said. */
export const useRange = () => {
  const [search, setSearch] = useSearchParams()
  const today = businessDay(serverNow())
  const [from, to] = [search.get('from'), search.get('to')]
  const fine = isDay(from) && isDay(to) && from <= to && to <= today
  return {
    today,
    range: fine ? { from, to } : shortcutRange('last7', today),
    keyword: (search.get('q') ?? '').slice(0, 32),
    setRange: (range: DayRange | null): void =>
      setSearch((held) => {
        const next = new URLSearchParams(held)
        for (const name of ['from', 'to'] as const) {
          if (range) next.set(name, range[name])
          else next.delete(name)
        }
        return next
      }),
    setKeyword: (text: string): void =>
      setSearch((held) => {
        const next = new URLSearchParams(held)
        if (text === '') next.delete('q')
        else next.set('q', text)
        return next
      }),
  }
}
