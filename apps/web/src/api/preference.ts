import * as noticesCalls from '@strata/contract/calls/notices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { keyOf } from './queries.ts'
import { useSession } from './session.ts'

/** Typing is one change: it is sent when it has rested this long. */
const REST_MS = 500
const resting = new Map<string, ReturnType<typeof setTimeout>>()

/** Something that a person has chosen for its own screens, kept on the server; `read` makes sense of whatever is kept. */
export const usePreference = <T>(
  key: string,
  read: (stored: string | null) => T,
): { readonly kept: T; readonly ready: boolean; readonly change: (change: Partial<T>) => void } => {
  const client = useQueryClient()
  const accountId = useSession((session) => session.account?.accountId ?? 0)
  const queryKey = keyOf(noticesCalls.preferenceGet, accountId, key)
  const stored = useQuery({
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api.call(noticesCalls.preferenceGet, { key }, { signal, automatic: true })).value,
  })
  const kept = read(stored.data ?? null)
  const change = (part: Partial<T>): void => {
    const held = client.getQueryData<string | null>(queryKey)
    const value = JSON.stringify({ ...read(held ?? null), ...part })
    client.setQueryData(queryKey, value)
    const name = `${accountId} ${key}`
    clearTimeout(resting.get(name))
    const send = (): void => {
      resting.delete(name)
      // Refused or lost: the screen goes back to what is kept, and the toast has said why.
      api.call(noticesCalls.preferenceSet, { key, value }).catch(() => client.invalidateQueries({ queryKey }))
    }
    resting.set(name, setTimeout(send, REST_MS))
  }
  return { kept, ready: stored.data !== undefined, change }
}
