import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import * as replenishmentCalls from '@strata/contract/calls/replenishment'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { useOwnRole } from '../../api/own-role.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { newRequestId } from '../../lib/request-id.ts'
import {
  type Automatic,
  automaticOf,
  resumeFlyOut,
  resumeReplenishment,
  type SavedFlyOut,
  type SavedReplenishment,
} from './automatic-model.ts'

/** Another user may switch it on meanwhile. */
const EVERY_MS = 20_000

/** A separate key from the boards' reads of the same call, so that they do not disturb edits. */
export const settingsKey = (gameId: number, merchant: number | null) =>
  keyOf(replenishmentCalls.replenishmentQuery, 'settings', gameId, merchant)
export const flyOutKey = (gameId: number, merchant: number | null) => keyOf(flyOutsCalls.flyOutQuery, gameId, merchant)

const askOf = (gameId: number, merchant: number | null) => ({
  gameId,
  ...(merchant === null ? {} : { agentPathsId: merchant }),
})

type AutomaticAsked = {
  readonly gameId: number
  /** The merchant that the head acts for. */
  readonly merchant: number | null
  /** Polls, so that changes of others are seen; only where nobody edits. */
  readonly watching: boolean
}

/** The active automatic settings of a game that the caller may stop, with functions to stop and to restore them. */
export const useAutomatic = ({ gameId, merchant, watching }: AutomaticAsked) => {
  const client = useQueryClient()
  const permissionIds = useSession((session) => session.permissionIds)
  const head = useOwnRole() === 0
  // The head does not replenish; it only flies out of a merchant's book.
  const mayReplenish = !head && permissionIds.includes(PERMISSION.replenishSettings)
  const mayFlyOut = (!head || merchant !== null) && permissionIds.includes(PERMISSION.flyOut)
  const may = { auto: mayReplenish, flyOut: mayFlyOut }
  const common = { staleTime: watching ? EVERY_MS : 30_000, ...(watching ? { refetchInterval: EVERY_MS } : {}) }
  const replenishment = useQuery<SavedReplenishment>({
    ...common,
    queryKey: settingsKey(gameId, merchant),
    enabled: mayReplenish,
    queryFn: ({ signal }) =>
      api.call(replenishmentCalls.replenishmentQuery, askOf(gameId, merchant), { signal, automatic: true }),
  })
  const flyOut = useQuery<SavedFlyOut>({
    ...common,
    queryKey: flyOutKey(gameId, merchant),
    enabled: mayFlyOut,
    queryFn: ({ signal }) => api.call(flyOutsCalls.flyOutQuery, askOf(gameId, merchant), { signal, automatic: true }),
  })
  const refresh = async (): Promise<void> => {
    await Promise.all([
      mayReplenish ? replenishment.refetch() : null,
      mayFlyOut ? flyOut.refetch() : null,
      client.invalidateQueries({ queryKey: keyOf(replenishmentCalls.replenishmentQuery, { gameId }) }),
    ])
  }
  const stop = async (): Promise<Automatic> => {
    const { stopped } = await api.call(replenishmentCalls.stop, {
      ...askOf(gameId, merchant),
      requestId: newRequestId(),
    })
    await refresh()
    return stopped
  }
  /** Returns how many orders were placed at once. Reads the settings again, because the stop changed their version. */
  const resume = async (stopped: Automatic): Promise<number> => {
    let sent = 0
    const auto =
      stopped.auto.length > 0 ? await api.call(replenishmentCalls.replenishmentQuery, askOf(gameId, merchant)) : null
    const first = auto && resumeReplenishment(gameId, auto, stopped.auto)
    if (first)
      sent += (await api.call(replenishmentCalls.autoConfigSet, { ...first, requestId: newRequestId() })).sent.length
    const flying = stopped.flyOut.length > 0 ? await api.call(flyOutsCalls.flyOutQuery, askOf(gameId, merchant)) : null
    const second = flying && resumeFlyOut({ gameId, merchant }, flying, stopped.flyOut)
    if (second) sent += (await api.call(flyOutsCalls.flyOutSet, { ...second, requestId: newRequestId() })).sent.length
    await refresh()
    return sent
  }
  const ready = (!mayReplenish || replenishment.data !== undefined) && (!mayFlyOut || flyOut.data !== undefined)
  return {
    may,
    ready,
    on: automaticOf(replenishment.data, flyOut.data, may),
    refresh,
    stop,
    resume,
  }
}
