import * as replenishmentCalls from '@strata/contract/calls/replenishment'
import * as treeCalls from '@strata/contract/calls/tree'
import { ROLE, type Role } from '@strata/domain/tree'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { useOwnRole } from '../../../api/own-role.ts'
import { queryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { wholeQueryOf } from '../../../api/whole.ts'
import { useAddress } from '../../../components/data-table/use-address.ts'
import { settingsKey } from '../../../components/replenish/use-automatic.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { type Pankou, type Settings, saveRequests } from './settings-model.ts'

export const CHANGED_MEANWHILE = 40902

export type Section = 'own' | 'downline'
export type SettingFilters = {
  readonly gameType: string
  readonly section: Section
  readonly merchant: number | null
  /** Code of the group whose items drawer is open. */
  readonly items: string | null
}

const positive = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

/** The state of the page, from the address. */
export const readSettingFilters = (search: URLSearchParams): SettingFilters => ({
  gameType: search.get('game') ?? '6HC',
  section: search.get('section') === 'downline' ? 'downline' : 'own',
  merchant: positive(search.get('merchant')),
  items: search.get('items'),
})

export const useSettingFilters = () => {
  const { search, change } = useAddress()
  const set = (name: 'game' | 'section' | 'merchant' | 'items', value: string | null): void =>
    change({ ...(name === 'game' ? { items: null } : {}), [name]: value })
  return { filters: readSettingFilters(search), set }
}

/** The saved settings. They are not read again automatically while the user edits. */
export const useSettings = (gameId: number | null, merchant: number | null): UseQueryResult<Settings> => {
  const head = useOwnRole() === 0
  return useQuery<Settings>({
    queryKey: settingsKey(gameId ?? 0, merchant),
    enabled: gameId !== null && (!head || merchant !== null),
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      api.call(
        replenishmentCalls.replenishmentQuery,
        { gameId: gameId ?? 0, ...(merchant === null ? {} : { agentPathsId: merchant }) },
        { signal },
      ),
  })
}

export type Merchant = { readonly agentPathsId: number; readonly accountName: string; readonly nickname: string }

/** The merchants that the head can choose. */
export const useMerchants = (enabled: boolean): UseQueryResult<readonly Merchant[]> =>
  useQuery({
    ...wholeQueryOf(treeCalls.agentQuery, { roleId: ROLE.merchant }),
    enabled,
    staleTime: 60_000,
    select: ({ items }) => items,
  })

/** The pankou that the path can choose for its replenishment; empty if its terms may not be read. */
export const usePankouSet = (gameId: number | null, enabled: boolean): readonly Pankou[] => {
  const agentPathsId = useSession((session) => session.currentPathId)
  const terms = useQuery({
    ...queryOf(treeCalls.getGameInfos, { agentPathsId }, { automatic: true }),
    enabled: enabled && gameId !== null,
    staleTime: 60_000,
    retry: false,
  })
  const games = terms.data?.games ?? []
  const game = games.find((one) => one.gameId === gameId) ?? games.find((one) => one.gameId === 0)
  return game?.pankou ?? []
}

export type Sent = readonly {
  readonly orderNo: string
  readonly periodNo: string
  readonly playCode: string
  readonly itemName: string
  readonly amount: string
  readonly kind: 'replenishment' | 'flyout'
  readonly takerRoleId: Role
}[]

export type SaveEnd =
  | { readonly kind: 'saved'; readonly sent: Sent }
  /** Another user has saved in between; `now` is what is saved. */
  | { readonly kind: 'changed'; readonly now: Settings }
  /** The error was shown; the edits stay. `sent` are the orders placed before the failure. */
  | { readonly kind: 'failed'; readonly sent: Sent }

type Asked = Parameters<typeof saveRequests>[0]
type NoteSent = (sent: Sent) => void

/** Saves both kinds of settings one after the other; the second call uses the version that the first returned. */
const saveBoth = async (asked: Asked, note: NoteSent): Promise<void> => {
  const { auto, manual } = saveRequests(asked)
  const first = auto ? await api.call(replenishmentCalls.autoConfigSet, { ...auto, requestId: newRequestId() }) : null
  note(first?.sent ?? [])
  if (!manual) return
  const version = first?.version ?? asked.settings.version
  note((await api.call(replenishmentCalls.manualConfigSet, { ...manual, version, requestId: newRequestId() })).sent)
}

export const useSave = (gameId: number, merchant: number | null) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const queryKey = settingsKey(gameId, merchant)
  const refresh = async (): Promise<Settings | undefined> => {
    await refreshAfter(client, replenishmentCalls.autoConfigSet, replenishmentCalls.manualConfigSet)
    return client.getQueryData<Settings>(queryKey)
  }
  const run = async (work: (note: NoteSent) => Promise<void>): Promise<SaveEnd> => {
    const sent: Sent[number][] = []
    setBusy(true)
    try {
      await work((some) => sent.push(...some))
      await refresh()
      return { kind: 'saved', sent }
    } catch (cause) {
      // After a failure the first of the two calls may have been saved, so the settings are read again in any case.
      const now = await refresh().catch(() => undefined)
      if (cause instanceof ApiRefusal && cause.code === CHANGED_MEANWHILE && now) return { kind: 'changed', now }
      return { kind: 'failed', sent }
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    save: (asked: Asked): Promise<SaveEnd> => run((note) => saveBoth(asked, note)),
  }
}
