/** The filters of the platform's logs, as the address holds them. */
import { choiceOf, idOf, pageOf, textOf } from '../../lib/address.ts'

export const TABS = ['changes', 'logins'] as const

export type Filters = {
  readonly tab: (typeof TABS)[number]
  readonly person: string
  readonly target: string
  readonly action: string
  readonly outcome: 'all' | 'ok' | 'refused'
  /** Only what concerns this path or one below it. */
  readonly under: number | null
  readonly pageIndex: number
  /** Whether anything is filtered beside the days. */
  readonly any: boolean
}

export const readFilters = (search: URLSearchParams): Filters => {
  const filters = {
    person: textOf(search, 'person'),
    target: textOf(search, 'target'),
    action: textOf(search, 'action'),
    outcome: choiceOf(search, 'outcome', ['ok', 'refused'] as const) ?? ('all' as const),
    under: idOf(search, 'under'),
  }
  return {
    ...filters,
    tab: choiceOf(search, 'tab', TABS) ?? 'changes',
    pageIndex: pageOf(search),
    any: Object.values(filters).some((value) => value !== '' && value !== 'all' && value !== null),
  }
}

const given = <K extends string>(name: K, value: string): Partial<Record<K, string>> =>
  (value === '' ? {} : { [name]: value }) as Partial<Record<K, string>>

const under = (filters: Filters) => (filters.under === null ? {} : { agentPathsId: filters.under })

/** What the log of changes is asked with. */
export const changesRequest = (filters: Filters) => ({
  ...given('person', filters.person),
  ...given('target', filters.target),
  ...given('action', filters.action),
  ...under(filters),
})

/** What the log of sign-ins is asked with. */
export const loginsRequest = (filters: Filters) => ({
  ...given('person', filters.person),
  ...(filters.outcome === 'all' ? {} : { outcome: filters.outcome }),
  ...under(filters),
})
