import type { ReadCallId } from '@strata/contract/calls'
import { PERMISSION } from '@strata/contract/permissions'
import { api } from './api.ts'
import type { Answer, Call, Input } from './client.ts'
import { keyOf, type QueryKey } from './queries.ts'

const TODAY_PERMISSIONS: readonly number[] = [PERMISSION.boards, PERMISSION.reports]

/** Whether an account may read the figures of its current day. */
export const mayAskToday = (permissionIds: readonly number[]): boolean =>
  permissionIds.some((id) => TODAY_PERMISSIONS.includes(id))

type Early = { readonly answer: Promise<unknown>; data?: unknown; at?: number }

const asked = new Map<string, Early>()

/** The key includes the input: the balance of one path is no answer for another. */
const textOf = <Id extends ReadCallId>(call: Call<Id>, input: Input<Id>): string => JSON.stringify(keyOf(call, input))

/** Sends what a page will ask, while its script is still loading. */
export const askEarly = async <Id extends ReadCallId>(call: Call<Id>, input: Input<Id>): Promise<void> => {
  const early: Early = { answer: api.call(call, input, { automatic: true }) }
  asked.set(textOf(call, input), early)
  try {
    early.data = await early.answer
    early.at = Date.now()
  } catch {
    // The query that uses the request handles its failure; a page without the frame uses none.
  }
}

type EarlyOptions<T> = {
  readonly queryKey: QueryKey
  readonly initialData: () => T | undefined
  readonly initialDataUpdatedAt: () => number | undefined
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
}

/**
 * A query that `askEarly` may have sent: an answer that has arrived is used for the first render, and a
 * request in flight is not repeated.
 */
export const earlyQuery = <Id extends ReadCallId>(call: Call<Id>, input: Input<Id>): EarlyOptions<Answer<Id>> => ({
  queryKey: keyOf(call, input),
  initialData: () => asked.get(textOf(call, input))?.data as Answer<Id> | undefined,
  initialDataUpdatedAt: () => asked.get(textOf(call, input))?.at,
  queryFn: ({ signal }) => {
    const early = asked.get(textOf(call, input))
    asked.delete(textOf(call, input))
    const isDue = early === undefined || early.at !== undefined
    return isDue ? api.call(call, input, { signal, automatic: true }) : (early.answer as Promise<Answer<Id>>)
  },
})
