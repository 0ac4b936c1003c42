import { useAddress } from '../../../components/data-table/use-address.ts'
import { type DayRange, isDay, shortcutRange } from '../../../lib/time.ts'

const PANKOU = ['A', 'B', 'C', 'D'] as const
const KINDS = ['member', 'replenishment', 'flyout'] as const
const SETTLING = ['unsettled', 'settled'] as const

export type PeriodRange = { readonly from: string; readonly to: string }

/** The filters of the delivery report; all of them are in the address. */
export type DeliveryFilters = {
  readonly range: DayRange
  /** Periods of one game instead of days; only with a game. */
  readonly periods: PeriodRange | null
  readonly state: 'settled' | 'open'
  readonly gameId: number | null
  /** A play group of the game. */
  readonly groupId: number | null
  /** The path whose row was opened; null: the signed-in one, or the seat. */
  readonly agentPathsId: number | null
  /** The seat of the report; null: the signed-in path. */
  readonly seat: number | null
  /** Only for the classification. */
  readonly pankou: (typeof PANKOU)[number] | null
  readonly kind: (typeof KINDS)[number] | null
  readonly settlingUp: (typeof SETTLING)[number] | null
  readonly pageIndex: number
}

const positive = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

const period = (text: string | null): string | null =>
  text !== null && /^[0-9A-Za-z/-]{1,32}$/.test(text) ? text : null

/** Never after today; an invalid range becomes today. */
export const readDeliveryFilters = (search: URLSearchParams, today: string): DeliveryFilters => {
  const [from, to] = [search.get('from'), search.get('to')]
  const fine = isDay(from) && isDay(to) && from <= to && to <= today
  const gameId = positive(search.get('game'))
  const [first, last] = [period(search.get('pfrom')), period(search.get('pto'))]
  return {
    range: fine ? { from, to } : shortcutRange('today', today),
    periods: gameId !== null && first !== null && last !== null ? { from: first, to: last } : null,
    state: search.get('state') === 'open' ? 'open' : 'settled',
    gameId,
    groupId: gameId === null ? null : positive(search.get('group')),
    agentPathsId: positive(search.get('at')),
    seat: positive(search.get('seat')),
    pankou: PANKOU.find((one) => one === search.get('pankou')) ?? null,
    kind: KINDS.find((one) => one === search.get('kind')) ?? null,
    settlingUp: SETTLING.find((one) => one === search.get('due')) ?? null,
    pageIndex: positive(search.get('page')) ?? 1,
  }
}

export type DeliveryChange = Partial<Omit<DeliveryFilters, 'range'>> & { readonly range?: DayRange | null }

const textOf = (value: string | number | null): string | null => (value === null ? null : String(value))

/** What is open beside or above the report: the orders of a row, one order, settling up with a downline. */
const OPENED = ['of', 'bet', 'settle'] as const

/**
 * The address after a change; any change except the page starts at the first page, and closes what was open of the
 * rows before.
 */
export const changedSearch = (held: URLSearchParams, change: DeliveryChange): URLSearchParams => {
  const next = new URLSearchParams(held)
  for (const name of OPENED) next.delete(name)
  const set = (name: string, value: string | null): void => {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  if (change.range !== undefined) {
    set('from', change.range?.from ?? null)
    set('to', change.range?.to ?? null)
  }
  if (change.periods !== undefined) {
    set('pfrom', change.periods?.from ?? null)
    set('pto', change.periods?.to ?? null)
  }
  if (change.gameId !== undefined) {
    set('game', textOf(change.gameId))
    // Groups and periods belong to one game.
    for (const name of ['group', 'pfrom', 'pto']) if (held.get('game') !== next.get('game')) next.delete(name)
    if (change.periods) {
      set('pfrom', change.periods.from)
      set('pto', change.periods.to)
    }
  }
  if (change.state !== undefined) set('state', change.state === 'open' ? 'open' : null)
  if (change.groupId !== undefined) set('group', textOf(change.groupId))
  if (change.agentPathsId !== undefined) set('at', textOf(change.agentPathsId))
  if (change.seat !== undefined) set('seat', textOf(change.seat))
  if (change.pankou !== undefined) set('pankou', change.pankou)
  if (change.kind !== undefined) set('kind', change.kind)
  if (change.settlingUp !== undefined) set('due', change.settlingUp)
  set('page', change.pageIndex === undefined || change.pageIndex === 1 ? null : String(change.pageIndex))
  return next
}

export const useDeliveryFilters = (today: string) => {
  const { search, go } = useAddress()
  return {
    filters: readDeliveryFilters(search, today),
    change: (change: DeliveryChange): void => go((held) => changedSearch(held, change)),
    searchOf: (change: DeliveryChange): string => `?${changedSearch(search, change)}`,
  }
}

/** The request fields that delivery and classification share. */
export const reportRequest = (filters: DeliveryFilters) => {
  const { range, periods, state, gameId, groupId, agentPathsId, seat } = filters
  return {
    ...(periods === null ? range : { periodFrom: periods.from, periodTo: periods.to }),
    state,
    ...(gameId === null ? {} : { gameIds: [gameId] }),
    ...(groupId === null ? {} : { groupIds: [groupId] }),
    ...(agentPathsId === null ? {} : { agentPathsId }),
    ...(seat === null ? {} : { seat }),
  }
}

export type ClassBy = 'game' | 'group' | 'play' | 'pankou' | 'date' | 'period'

/** The request of the classification, with the filters that only it has. */
export const classificationRequest = (filters: DeliveryFilters, by: ClassBy) => ({
  ...reportRequest(filters),
  by,
  ...(filters.pankou === null ? {} : { pankou: filters.pankou }),
  ...(filters.kind === null ? {} : { kind: filters.kind }),
})

/** Whether the classification shows a part of the report: a pankou, or a kind of orders. */
export const isPart = ({ pankou, kind }: Pick<DeliveryFilters, 'pankou' | 'kind'>): boolean =>
  pankou !== null || kind !== null

/** Whether the report is the caller's own, unfiltered and by days: only then it shows the state of settling up. */
export const isOwnWhole = (filters: DeliveryFilters): boolean =>
  filters.periods === null &&
  filters.gameId === null &&
  filters.seat === null &&
  filters.agentPathsId === null &&
  filters.state === 'settled'

/** The request of the delivery report itself. */
export const deliveryRequest = (filters: DeliveryFilters) => ({
  ...reportRequest(filters),
  ...(filters.settlingUp !== null && isOwnWhole(filters) ? { settlingUp: filters.settlingUp } : {}),
})
