import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * A query client whose `invalidateQueries` reaches the first answer of a query too. The library takes a first answer
 * that is on its way for the answer to the call, although it may be older than what made it stale: a page opened at
 * the moment a period began showed the one before until the next event.
 */
export class AppQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle')
    const done = super.invalidateQueries(filters, options)
    if (first.length === 0) return await done
    await Promise.allSettled([done, ...first.map((query) => query.promise)])
    await super.invalidateQueries({ ...filters, predicate: (query) => first.includes(query) }, options)
  }
}
