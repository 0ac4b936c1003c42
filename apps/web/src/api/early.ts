import type { Endpoint, RequestOf, ResponseOf } from '@strata/contract/endpoint'
import { api } from './api.ts'
import type { Call } from './client.ts'
import { balanceCall, bulletinCall, todayCall } from './frame-calls.ts'
import { useSession } from './session.ts'

const TODAY_PERMISSIONS = [70000, 50000]

/** Whether an account may see what its day has brought so far. */
export const mayAskToday = (permissionIds: readonly number[]): boolean =>
  permissionIds.some((id) => TODAY_PERMISSIONS.includes(id))

type Early = { readonly answer: Promise<unknown>; data?: unknown; at?: number }

const asked = new Map<string, Early>()

/** With what was asked: the balance of one path is no answer for another's. */
const keyOf = <E extends Endpoint>(call: Call<E>, input: RequestOf<E>): string => `${call.id} ${JSON.stringify(input)}`

const ask = async <E extends Endpoint>(call: Call<E>, input: RequestOf<E>): Promise<void> => {
  const early: Early = { answer: api.call(call, input, { automatic: true }) }
  asked.set(keyOf(call, input), early)
  try {
    early.data = await early.answer
    early.at = Date.now()
  } catch {
    // Whoever takes it hears of the failure; a page without the frame takes nothing.
  }
}

/** Asks for what the frame of every page shows, while its script is still on the way. */
export const askFrame = (): void => {
  const { currentPathId, permissionIds } = useSession.getState()
  void ask(bulletinCall, {})
  void ask(balanceCall, { agentPathsId: currentPathId })
  if (mayAskToday(permissionIds)) void ask(todayCall, {})
}

type EarlyOptions<T> = {
  readonly initialData: () => T | undefined
  readonly initialDataUpdatedAt: () => number | undefined
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
}

/** A query that `askFrame` has asked ahead: what has come stands in the first picture, what is under way is not asked twice. */
export const earlyQuery = <E extends Endpoint>(call: Call<E>, input: RequestOf<E>): EarlyOptions<ResponseOf<E>> => ({
  initialData: () => asked.get(keyOf(call, input))?.data as ResponseOf<E> | undefined,
  initialDataUpdatedAt: () => asked.get(keyOf(call, input))?.at,
  queryFn: ({ signal }) => {
    const early = asked.get(keyOf(call, input))
    asked.delete(keyOf(call, input))
    const isDue = early === undefined || early.at !== undefined
    return isDue ? api.call(call, input, { signal, automatic: true }) : (early.answer as Promise<ResponseOf<E>>)
  },
})
