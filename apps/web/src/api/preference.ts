import * as noticesCalls from '@strata/contract/calls/notices'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { keyOf } from './queries.ts'
import { useSession } from './session.ts'

/** Changes are sent when none has followed for this long. */
const REST_MS = 500
const resting = new Map<string, ReturnType<typeof setTimeout>>()

/** A setting of the user's own screens, stored on the server; `read` parses any stored text. */
export const usePreference = <T>(
  key: string,
  read: (stored: string | null) => T,
): { readonly choice: T; readonly ready: boolean; readonly change: (change: Partial<T>) => void } => {
  const client = useQueryClient()
  const accountId = useSession((session) => session.account?.accountId ?? 0)
  const queryKey = keyOf(noticesCalls.preferenceGet, accountId, key)
  const query = queryOptions({
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api.call(noticesCalls.preferenceGet, { key }, { signal, automatic: true })).value,
  })
  const stored = useQuery(query)
  // Shared by all parts of the page with this choice, as what is stored is.
  const earlyKey = [...queryKey, 'early']
  const { data: early } = useQuery({ queryKey: earlyKey, queryFn: skipToken, initialData: {} as Partial<T> })
  const choice = stored.data === undefined ? { ...read(null), ...early } : read(stored.data)
  const change = (part: Partial<T>): void => {
    const held = client.getQueryData(query.queryKey)
    if (held === undefined) {
      // What is stored is still being read: the change is shown at once and belongs on top of what the answer brings.
      client.setQueryData<Partial<T>>(earlyKey, (before) => ({ ...before, ...part }))
      client.ensureQueryData(query).then(
        () => change(part),
        () => undefined,
      )
      return
    }
    const value = JSON.stringify({ ...read(held), ...part })
    client.setQueryData(queryKey, value)
    const name = `${accountId} ${key}`
    clearTimeout(resting.get(name))
    const send = (): void => {
      resting.delete(name)
      // On failure the screen returns to the stored value; a toast has shown the reason.
      api.call(noticesCalls.preferenceSet, { key, value }).catch(() => client.invalidateQueries({ queryKey }))
    }
    resting.set(name, setTimeout(send, REST_MS))
  }
  return { choice, ready: stored.data !== undefined, change }
}
