import * as homeCalls from '@strata/contract/calls/admin-home'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { earlyQuery } from '../../api/early.ts'
import { onLive, onResumed } from '../../api/live.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import type { Home } from './needs-model.ts'

const ASKED_MS = 10_000
/** Several events in a row ask once. */
const NUDGE_MS = 800

/** What the first page shows. Read again now and then, and soon after the stream has told a change. */
export const useHome = (): UseQueryResult<Home> => {
  const enabled = useSession(({ permissionIds }) => homeCalls.home.permission.some((id) => permissionIds.includes(id)))
  return useQuery({
    ...earlyQuery(homeCalls.home, {}),
    refetchInterval: ASKED_MS,
    enabled,
  })
}

const EVENTS = ['period', 'alert', 'notice', 'maintenance', 'export'] as const

/** Asks again soon after an event that may change what needs a person. */
export const useNudges = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const nudge = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: keyOf(homeCalls.home) })
      }, NUDGE_MS)
    }
    const offs = [...EVENTS.map((event) => onLive(event, nudge)), onResumed(nudge)]
    return () => {
      clearTimeout(timer)
      for (const off of offs) off()
    }
  }, [client])
}
