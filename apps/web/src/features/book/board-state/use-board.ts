import * as bookCalls from '@strata/contract/calls/book'
import * as replenishmentCalls from '@strata/contract/calls/replenishment'
import type { Pankou } from '@strata/domain/pankou'
import { type QueryKey, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../../api/api.ts'
import { createConfirmer } from '../../../api/confirm.ts'
import { pollEveryMs } from '../../../api/line-keeper.ts'
import { onBeat, onLive, onLiving, useLine, watchSeat } from '../../../api/live.ts'
import { keyOf, queryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { type GameType, useGameInfos, useGameTypes } from '../../../api/shared-queries.ts'
import { runBetweenKeys } from '../../../lib/between-keys.ts'
import { createPacer } from '../../../lib/pace.ts'
import type { Under } from './board-filters.ts'
import {
  type AmountMode,
  type Board,
  type BoardSort,
  combinationBoard,
  mergeBoard,
  mergeCombinations,
} from './board-model.ts'
import { askedGroup, type BoardSection, type BoardTab, callOf } from './board-tabs.ts'

/** Events closer together than this are answered by one call. */
const PUSH_GAP_MS = 250
/** The tabs of groups are looked at between two decisions: read as often as the cells, they cost as much again. */
const GROUPS_GAP_MS = 1_000

/** The game of a board. One that is switched off while it is shown stays: its orders are still to be drawn and settled. */
export const useGroups = (gameType: string) => {
  const games = useGameTypes()
  const on = games.data?.find((one) => one.gameType === gameType) ?? null
  const [held, setHeld] = useState<GameType | null>(null)
  if (on !== null && on !== held) setHeld(on)
  const game = on ?? (held?.gameType === gameType ? held : null)
  return {
    game,
    isOff: on === null,
    games: games.data ?? [],
    loading: games.isPending,
    failed: games.isLoadingError,
    retry: games.refetch,
  }
}

/**
 * The period that the board stays on: the current one when the game was opened, until the user chooses the next.
 * `offered` is the next one, once it exists. `known`: the games have told whether there is a period.
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
  const next = offered?.periodNo ?? null
  const follow = useCallback(() => {
    if (next !== null) setPinned({ gameType, periodNo: next })
  }, [gameType, next])
  return {
    info,
    periodNo,
    offered,
    follow,
    known: infos.isSuccess,
    loading: infos.isPending,
    failed: infos.isLoadingError,
    retry: infos.refetch,
  }
}

type Watch = {
  readonly gameId: number | null
  readonly periodNo: string | null
  readonly under: Under | null
  readonly key: QueryKey
  readonly gapMs?: number
  /** Beats of the stream confirm what is shown, instead of a read. */
  readonly beats?: boolean
}

const seatOf = (under: Under | null): number | null => (under?.seat ? under.agentPathsId : null)

/** Makes the stream send events of a path below while its board is shown. */
export const useSeatLine = (under: Under | null): void => {
  const seat = seatOf(under)
  useEffect(() => {
    watchSeat(seat)
    return () => watchSeat(null)
  }, [seat])
}

/** Reads again when the server reports a change of this board, at most once per gap and, while keys are pressed, between them. */
export const usePush = ({ gameId, periodNo, under, key, gapMs = PUSH_GAP_MS, beats = false }: Watch): void => {
  const client = useQueryClient()
  const seat = seatOf(under)
  const keyText = JSON.stringify(key)
  useEffect(() => {
    const queryKey = JSON.parse(keyText) as QueryKey
    let callOff = (): void => {}
    /** A change was reported, and its read has not begun. */
    let isAsked = false
    const confirm = createConfirmer()
    const pacer = createPacer(gapMs, () => {
      // An answer in flight may be older than the event: the board reads once more afterwards.
      if (client.isFetching({ queryKey }) > 0) pacer.ask()
      else {
        callOff()
        // Sending, reading and merging an answer fill a gap between two keys as drawing it does: one of them in each gap.
        callOff = runBetweenKeys(() => {
          isAsked = false
          void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
        }, 'large')
      }
    })
    const ask = (): void => {
      isAsked = true
      pacer.ask()
    }
    // Changes before the stream was open were reported to nobody: beats count from the next read on.
    const offLiving = beats ? onLiving(ask) : (): void => {}
    const offBeat = beats
      ? onBeat(() => {
          const updatedAt = confirm(client.getQueryState(queryKey), { isAsked, now: Date.now() })
          if (updatedAt !== null) client.setQueryData(queryKey, (shown: unknown) => shown, { updatedAt })
        })
      : (): void => {}
    const offBoard = onLive('board', (event) => {
      if (event.gameId === gameId && event.periodNo === periodNo && (event.seat ?? null) === seat) ask()
    })
    const offOdds = onLive('odds', (event) => {
      if (event.gameId === gameId && (event.periodNo === null || event.periodNo === periodNo)) ask()
    })
    const offGame = onLive('game', (event) => {
      if (event.gameId === gameId) ask()
    })
    const offPeriod = onLive('period', (event) => {
      if (event.gameId === gameId && event.periodNo === periodNo) ask()
    })
    return () => {
      pacer.stop()
      callOff()
      offLiving()
      offBeat()
      offOdds()
      offBoard()
      offGame()
      offPeriod()
    }
  }, [client, gameId, periodNo, seat, keyText, gapMs, beats])
}

const useInterval = (): number => useLine((line) => pollEveryMs(line.state))

type BoardTarget = {
  readonly gameId: number | null
  readonly tab: BoardTab | null
  readonly periodNo: string | null
  readonly mode: AmountMode
  readonly pankou: Pankou | null
  /** The only shown section; null: all of the page. */
  readonly section: BoardSection | null
  /** A path below whose orders or whose whole board is shown. */
  readonly under: Under | null
  /** Which combinations, on a page of them. */
  readonly combinations: CombinationChoice | null
}

export type CombinationChoice = {
  /** One play; null: all of the page. */
  readonly play: string | null
  readonly parts: readonly string[]
  readonly top: number
  readonly sort: BoardSort
}

/** The server's default order is by the largest exposure. */
const COMBINATION_SORTS = {
  item: null,
  amount: null,
  result: { columnName: 'netAmount', direction: 0 },
  count: { columnName: 'betCount', direction: 1 },
} as const

export const combinationFields = ({ play, parts, top, sort }: CombinationChoice) => {
  const sortInfo = COMBINATION_SORTS[sort]
  return {
    top,
    ...(play === null ? {} : { playCode: play }),
    ...(parts.length === 0 ? {} : { parts: [...parts] }),
    ...(sortInfo === null ? {} : { sortInfo }),
  }
}

/** The request fields for a path below: as a part of the viewer's board, or its own board. */
export const underFields = (under: Under | null) =>
  under === null ? {} : under.seat ? { seat: under.agentPathsId } : { agentPathsId: under.agentPathsId }

const CALLS = {
  special: bookCalls.specialNumbers,
  common: bookCalls.boardCommon,
  multi: bookCalls.multiCommon,
} as const

/**
 * Odds, limits and warnings change without a bet and are not in partial answers, so the whole board is read this
 * often.
 */
const WHOLE_AFTER_MS = 30_000

const needsWhole = (held: LoadedBoard | undefined): boolean =>
  held === undefined || Date.now() - held.wholeAt > WHOLE_AFTER_MS

/** The board with the time when it was last read whole, epoch ms of this machine. */
export type LoadedBoard = Board & { readonly wholeAt: number }

export const useBoard = (target: BoardTarget): UseQueryResult<LoadedBoard> => {
  const client = useQueryClient()
  const { gameId, tab, periodNo, mode, pankou, section, under, combinations } = target
  const call = tab ? callOf(tab, section) : 'common'
  const groupId = tab ? askedGroup(tab) : null
  const key = keyOf(CALLS[call], gameId, groupId, periodNo, mode, pankou, under, combinations)
  usePush({ gameId, periodNo, under, key, beats: under === null || under.seat })
  return useQuery<LoadedBoard>({
    queryKey: key,
    enabled: gameId !== null && tab !== null && periodNo !== null,
    refetchInterval: useInterval(),
    // The merge itself keeps unchanged rows.
    structuralSharing: false,
    // The shown combinations stay until the answer of another choice arrives.
    placeholderData: (before, query) =>
      call === 'multi' && JSON.stringify(query?.queryKey.slice(0, 4)) === JSON.stringify(key.slice(0, 4))
        ? before
        : undefined,
    queryFn: async ({ signal }) => {
      const ask = async (sinceVersion: number | null): Promise<Board> => {
        const asked = {
          gameId: gameId ?? 0,
          periodNo: periodNo ?? '',
          amount: mode,
          ...(groupId === null ? {} : { groupId }),
          ...(pankou === null ? {} : { pankou }),
          ...underFields(under),
          ...(sinceVersion === null ? {} : { sinceVersion }),
        }
        const options = { signal, automatic: true } as const
        if (call !== 'multi') return await api.call(CALLS[call] as typeof bookCalls.boardCommon, asked, options)
        const fields = combinations ? combinationFields(combinations) : {}
        return combinationBoard(await api.call(bookCalls.multiCommon, { ...asked, ...fields }, options))
      }
      const merge = (before: Board | undefined, answer: Board): Board | null =>
        call === 'multi' ? mergeCombinations(before, answer) : mergeBoard(before, answer)
      const whole = async (before: Board | undefined): Promise<LoadedBoard> => {
        const answer = await ask(null)
        return { ...(merge(before, answer) ?? answer), wholeAt: Date.now() }
      }
      const held = client.getQueryData<LoadedBoard>(key)
      // A subtree's figures are summed on request and have no version.
      const summed = under !== null && !under.seat
      if (held === undefined || summed || needsWhole(held)) return await whole(held)
      const changes = await ask(held.version)
      // A draw changes every row without a change of stakes, so it is not merged.
      const merged = changes.period.state === held.period.state ? merge(held, changes) : null
      return merged === null ? await whole(held) : { ...merged, wholeAt: held.wholeAt }
    },
  })
}

export type GroupRow = NonNullable<ReturnType<typeof useGroupRows>['data']>['rows'][number]

/** Stake and worst result of every play group, for the tabs. */
export const useGroupRows = (target: Pick<BoardTarget, 'gameId' | 'periodNo' | 'mode' | 'pankou' | 'under'>) => {
  const { gameId, periodNo, mode, pankou, under } = target
  const key = keyOf(bookCalls.boardType, gameId, periodNo, mode, pankou, under)
  usePush({ gameId, periodNo, under, key, gapMs: GROUPS_GAP_MS, beats: under === null || under.seat })
  return useQuery({
    queryKey: key,
    enabled: gameId !== null && periodNo !== null,
    refetchInterval: useInterval() * 2,
    queryFn: ({ signal }) =>
      api.call(
        bookCalls.boardType,
        {
          gameId: gameId ?? 0,
          periodNo: periodNo ?? '',
          amount: mode,
          ...(pankou === null ? {} : { pankou }),
          ...underFields(under),
        },
        { signal, automatic: true },
      ),
  })
}

/**
 * Stores how the parent treats this path's replenishment in the game on the board; the line above every page shows
 * it.
 */
export const useReplenishType = (gameId: number | null): void => {
  const settings = useQuery({
    ...queryOf(replenishmentCalls.replenishmentQuery, { gameId: gameId ?? 0 }, { automatic: true }),
    enabled: gameId !== null,
    staleTime: 60_000,
  })
  const acceptType = settings.data?.self.acceptType ?? null
  useEffect(() => {
    if (acceptType !== null) useSession.setState({ replenishType: acceptType })
  }, [acceptType])
}
