import { type QueryKey, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import {
  boardCommonCall,
  boardTypeCall,
  multiCommonCall,
  replenishmentCall,
  specialNumbersCall,
} from '../../api/calls.ts'
import { onLive, useLine } from '../../api/live.ts'
import { useSession } from '../../api/session.ts'
import { useGameInfos, useGameTypes } from '../../api/shared-queries.ts'
import type { Pankou } from './board-filters.ts'
import { type AmountMode, type Board, mergeBoard } from './board-model.ts'
import { askedGroup, type BoardSection, type BoardTab, callOf } from './board-tabs.ts'

/** With a living line the board still asks this often, so that its age is known to be true; without one it polls. */
const LIVE_CHECK_MS = 4_000
const POLL_MS = 2_000
/** Pushes closer together than this are answered by one call. */
const PUSH_GAP_MS = 250

export const useGroups = (gameType: string) => {
  const games = useGameTypes()
  const game = games.data?.find((one) => one.gameType === gameType) ?? null
  return { game, games: games.data ?? [], loading: games.isPending, failed: games.isError, retry: games.refetch }
}

/**
 * The period that the board stays with: the current one when the game was opened, until the person asks for the next.
 * `offered` is that next one, once it is there.
 */
export const usePinnedPeriod = (gameType: string) => {
  const infos = useGameInfos()
  const info = infos.data?.find((one) => one.gameType === gameType) ?? null
  const current = info?.current ?? null
  const [pinned, setPinned] = useState<{ readonly gameType: string; readonly periodNo: string } | null>(null)
  const held = pinned?.gameType === gameType ? pinned.periodNo : null
  const periodNo = held ?? current?.periodNo ?? null
  if (held === null && periodNo !== null) setPinned({ gameType, periodNo })
  const offered = current && periodNo !== null && current.periodNo !== periodNo ? current : null
  const follow = (): void => {
    if (offered) setPinned({ gameType, periodNo: offered.periodNo })
  }
  return { info, periodNo, offered, follow, loading: infos.isPending, failed: infos.isError, retry: infos.refetch }
}

type Watch = { readonly gameId: number | null; readonly periodNo: string | null; readonly key: QueryKey }

/** Asks again when the server says that this board moved, at most once per gap. */
const usePush = ({ gameId, periodNo, key }: Watch): void => {
  const client = useQueryClient()
  const keyText = JSON.stringify(key)
  useEffect(() => {
    const queryKey = JSON.parse(keyText) as QueryKey
    let due: ReturnType<typeof setTimeout> | undefined
    const ask = (): void => {
      due ??= setTimeout(() => {
        due = undefined
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
      }, PUSH_GAP_MS)
    }
    const offBoard = onLive('board', (event) => {
      if (event.gameId === gameId && event.periodNo === periodNo) ask()
    })
    const offPeriod = onLive('period', (event) => {
      if (event.gameId === gameId && event.periodNo === periodNo) ask()
    })
    return () => {
      clearTimeout(due)
      offBoard()
      offPeriod()
    }
  }, [client, gameId, periodNo, keyText])
}

const useInterval = (): number => (useLine((line) => line.state) === 'live' ? LIVE_CHECK_MS : POLL_MS)

type BoardTarget = {
  readonly gameId: number | null
  readonly tab: BoardTab | null
  readonly periodNo: string | null
  readonly mode: AmountMode
  readonly pankou: Pankou | null
  /** The one section shown; null: all of the page. */
  readonly section: BoardSection | null
  /** A path below, whose orders alone are shown. */
  readonly under: number | null
}

const CALLS = { special: specialNumbersCall, common: boardCommonCall, multi: multiCommonCall } as const

/** Odds, limits and warnings change without a bet: what only the changed rows cannot tell is asked whole this often. */
const WHOLE_AFTER_MS = 30_000

const needsWhole = (held: LoadedBoard | undefined): boolean =>
  held === undefined || Date.now() - held.wholeAt > WHOLE_AFTER_MS

/** The board with the moment it was last asked whole, epoch ms of this machine. */
export type LoadedBoard = Board & { readonly wholeAt: number }

export const useBoard = (target: BoardTarget): UseQueryResult<LoadedBoard> => {
  const client = useQueryClient()
  const { gameId, tab, periodNo, mode, pankou, section, under } = target
  const call = tab ? callOf(tab, section) : 'common'
  const groupId = tab ? askedGroup(tab) : null
  const key = ['board', gameId, call, groupId, periodNo, mode, pankou, under] as const
  usePush({ gameId, periodNo, key })
  return useQuery<LoadedBoard>({
    queryKey: key,
    enabled: gameId !== null && tab !== null && periodNo !== null,
    refetchInterval: useInterval(),
    // Unchanged rows are kept by the merge itself.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const ask = async (sinceVersion: number | null): Promise<Board> =>
        await api.call(
          CALLS[call] as typeof boardCommonCall,
          {
            gameId: gameId ?? 0,
            periodNo: periodNo ?? '',
            amount: mode,
            ...(groupId === null ? {} : { groupId }),
            ...(pankou === null ? {} : { pankou }),
            ...(under === null ? {} : { agentPathsId: under }),
            ...(sinceVersion === null ? {} : { sinceVersion }),
          },
          { signal, automatic: true },
        )
      const held = client.getQueryData<LoadedBoard>(key)
      // A subtree's figures are summed for the asking and have no version of their own.
      if (held === undefined || under !== null || needsWhole(held))
        return { ...mergeBoard(held, await ask(null)), wholeAt: Date.now() }
      const changes = await ask(held.version)
      // A draw marks every row, and moves no stake.
      if (changes.period.state !== held.period.state)
        return { ...mergeBoard(held, await ask(null)), wholeAt: Date.now() }
      return { ...mergeBoard(held, changes), wholeAt: held.wholeAt }
    },
  })
}

export type GroupRow = NonNullable<ReturnType<typeof useGroupRows>['data']>['rows'][number]

/** Stake and worst result of every play group, for the tabs. */
export const useGroupRows = (target: Pick<BoardTarget, 'gameId' | 'periodNo' | 'mode' | 'pankou' | 'under'>) => {
  const { gameId, periodNo, mode, pankou, under } = target
  const key = ['board-groups', gameId, periodNo, mode, pankou, under] as const
  usePush({ gameId, periodNo, key })
  return useQuery({
    queryKey: key,
    enabled: gameId !== null && periodNo !== null,
    refetchInterval: useInterval() * 2,
    queryFn: ({ signal }) =>
      api.call(
        boardTypeCall,
        {
          gameId: gameId ?? 0,
          periodNo: periodNo ?? '',
          amount: mode,
          ...(pankou === null ? {} : { pankou }),
          ...(under === null ? {} : { agentPathsId: under }),
        },
        { signal, automatic: true },
      ),
  })
}

/** Notes how the parent treats this path's replenishment in the game on the board: the strip above every page shows it. */
export const useReplenishType = (gameId: number | null): void => {
  const settings = useQuery({
    queryKey: ['replenishment', gameId],
    enabled: gameId !== null,
    staleTime: 60_000,
    queryFn: ({ signal }) => api.call(replenishmentCall, { gameId: gameId ?? 0 }, { signal, automatic: true }),
  })
  const acceptType = settings.data?.self.acceptType ?? null
  useEffect(() => {
    if (acceptType !== null) useSession.setState({ replenishType: acceptType })
  }, [acceptType])
}
