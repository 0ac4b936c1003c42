import type { CallId, ReadCallId } from '@strata/contract/calls'
import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Answer, Call, Input } from './client.ts'

export type QueryKey = readonly [CallId, ...unknown[]]

/** The key of a query: the id of its call, then its input. The id alone matches all of its queries. */
export const keyOf = (call: Pick<Call<ReadCallId>, 'id'>, ...of: readonly unknown[]): QueryKey => [call.id, ...of]

/** A query for the answer of a call. `automatic`: the page sends it by itself. */
export const queryOf = <Id extends ReadCallId>(
  call: Call<Id>,
  input: Input<Id>,
  options: { readonly automatic?: true } = {},
) => ({
  queryKey: keyOf(call, input),
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Answer<Id>> =>
    api.call(call, input, { ...options, signal }),
})

/**
 * A query that the page repeats by itself. Only its first answer was asked for by a person: what is repeated must not keep a
 * session alive that nobody uses.
 */
export const repeatedQueryOf = <Id extends ReadCallId>(call: Call<Id>, input: Input<Id>) => {
  const queryKey = keyOf(call, input)
  return {
    queryKey,
    queryFn: ({
      signal,
      client,
    }: {
      readonly signal: AbortSignal
      readonly client: Pick<QueryClient, 'getQueryData'>
    }): Promise<Answer<Id>> =>
      api.call(call, input, { signal, ...(client.getQueryData(queryKey) === undefined ? {} : { automatic: true }) }),
  }
}
