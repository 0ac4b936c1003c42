import type { CallId, ReadCallId } from '@strata/contract/calls'
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
