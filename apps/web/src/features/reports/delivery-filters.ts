import { useSearchParams } from 'react-router'
import { type DayRange, isDay, shortcutRange } from '../../lib/time.ts'

/** What the delivery report covers; all of it lives in the address. */
export type DeliveryFilters = {
  readonly range: DayRange
  readonly state: 'settled' | 'open'
  readonly gameId: number | null
  /** The path whose row was opened; null: the signed-in one. */
  readonly agentPathsId: number | null
  readonly pageIndex: number
}

const positive = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

/** Never past today; an impossible range is today's. */
export const readDeliveryFilters = (search: URLSearchParams, today: string): DeliveryFilters => {
  const [from, to] = [search.get('from'), search.get('to')]
  const fine = isDay(from) && isDay(to) && from <= to && to <= today
  return {
    range: fine ? { from, to } : shortcutRange('today', today),
    state: search.get('state') === 'open' ? 'open' : 'settled',
    gameId: positive(search.get('game')),
    agentPathsId: positive(search.get('at')),
    pageIndex: positive(search.get('page')) ?? 1,
  }
}

export type DeliveryChange = {
  readonly range?: DayRange | null
  readonly state?: 'settled' | 'open'
  readonly gameId?: number | null
  readonly agentPathsId?: number | null
  readonly pageIndex?: number
}

/** The address after a change; whatever is not the page begins at the first page again. */
export const changedSearch = (held: URLSearchParams, change: DeliveryChange): URLSearchParams => {
  const next = new URLSearchParams(held)
  const set = (name: string, value: string | null): void => {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  if (change.range !== undefined) {
    set('from', change.range?.from ?? null)
    set('to', change.range?.to ?? null)
  }
  if (change.state !== undefined) set('state', change.state === 'open' ? 'open' : null)
  if (change.gameId !== undefined) set('game', change.gameId === null ? null : String(change.gameId))
  if (change.agentPathsId !== undefined) set('at', change.agentPathsId === null ? null : String(change.agentPathsId))
  set('page', change.pageIndex === undefined || change.pageIndex === 1 ? null : String(change.pageIndex))
  return next
}

export const useDeliveryFilters = (today: string) => {
  const [search, setSearch] = useSearchParams()
  return {
    filters: readDeliveryFilters(search, today),
    change: (change: DeliveryChange): void => setSearch((held) => changedSearch(held, change)),
    searchOf: (change: DeliveryChange): string => `?${changedSearch(search, change)}`,
  }
}
