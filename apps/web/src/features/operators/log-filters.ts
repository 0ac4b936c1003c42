/** The filters of the platform's logs, as the address holds them. */
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

const MAX_LENGTH = 32

export const readFilters = (search: URLSearchParams): Filters => {
  const text = (name: string): string => (search.get(name) ?? '').slice(0, MAX_LENGTH)
  const asked = search.get('outcome')
  const outcome: Filters['outcome'] = asked === 'ok' || asked === 'refused' ? asked : 'all'
  const page = search.get('page') ?? ''
  const under = search.get('under') ?? ''
  const filters = {
    person: text('person'),
    target: text('target'),
    action: text('action'),
    outcome,
    under: /^[1-9]\d{0,8}$/.test(under) ? Number(under) : null,
  }
  return {
    ...filters,
    tab: search.get('tab') === 'logins' ? 'logins' : 'changes',
    pageIndex: /^[1-9]\d{0,2}$/.test(page) ? Math.min(500, Number(page)) : 1,
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
