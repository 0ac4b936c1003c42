import type { ReadCallId } from '@strata/contract/calls'
import * as previewCalls from '@strata/contract/calls/previews'
import * as proposalCalls from '@strata/contract/calls/proposals'
import * as settlementCalls from '@strata/contract/calls/settlement'
import { PERMISSION } from '@strata/contract/permissions'
import type { GameId } from '@strata/domain/ids'
import { skipToken, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Call } from '../../api/client.ts'
import { serverNow } from '../../api/clock.ts'
import { useFirstGame } from '../../api/first-game.ts'
import { onLive, useLine } from '../../api/live.ts'
import { keyOf, queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { type GameType, useGameTypes } from '../../api/shared-queries.ts'
import { useAddress as useListAddress } from '../../components/data-table/use-address.ts'
import { businessDay } from '../../lib/day-starts.ts'
import { firstPeriod, type ListedPeriod, type Period, type Proposals } from './period-model.ts'

const PERIODS_SHOWN = 50

/** What the address says, and how to change it. */
export const useAddress = () => {
  const { search, change } = useListAddress()
  return {
    game: search.get('game'),
    periodNo: search.get('period'),
    shown: search.get('show'),
    orderNo: search.get('order'),
    /** The proposals that are over, instead of those that wait. */
    decided: search.get('list') === 'decided',
    set: change,
  }
}

export type Address = ReturnType<typeof useAddress>

export type Rights = { readonly enter: boolean; readonly confirm: boolean; readonly correct: boolean }

export const useRights = (): Rights => {
  const ids = useSession(({ permissionIds }) => permissionIds)
  return {
    enter: ids.includes(PERMISSION.enterResults),
    confirm: ids.includes(PERMISSION.confirmResults),
    correct: ids.includes(PERMISSION.correctResults),
  }
}

/** Reads again what a period has changed. What a proposal has changed the frame reads again. */
const useFresh = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    const again = (calls: readonly Pick<Call<ReadCallId>, 'id'>[]) => (): void => {
      for (const call of calls) void client.invalidateQueries({ queryKey: keyOf(call) })
    }
    const off = [onLive('period', again([settlementCalls.gamePeriodQuery, previewCalls.periodProgress]))]
    return () => {
      for (const stop of off) stop()
    }
  }, [client])
}

/** Proposals that wait, or all that are over. The frame reads them again when one is told of; often while nobody is. */
export const useProposals = (waiting: boolean): UseQueryResult<Proposals> => {
  const isTold = useLine(({ state }) => state === 'live')
  return useQuery({
    ...queryOf(proposalCalls.proposalQuery, { waiting, pageSize: waiting ? 100 : 20 }, { automatic: true }),
    refetchInterval: waiting && !isTold ? 10_000 : 60_000,
  })
}

const usePeriods = (gameId: GameId | null): UseQueryResult<{ readonly items: readonly ListedPeriod[] }> => {
  const to = businessDay(serverNow())
  const asked = { gameId: gameId ?? (1 as GameId), to, pageSize: PERIODS_SHOWN } as const
  const { queryKey, queryFn } = queryOf(settlementCalls.gamePeriodQuery, asked, { automatic: true })
  return useQuery({ queryKey, queryFn: gameId === null ? skipToken : queryFn, refetchInterval: 15_000 })
}

const isSettling = ({ resultVersion, settled, merchants }: Period): boolean => resultVersion > 0 && settled < merchants

const usePeriod = (gameId: GameId | null, periodNo: string | null): UseQueryResult<Period> => {
  const asked = { gameId: gameId ?? (1 as GameId), periodNo: periodNo ?? '0' }
  const { queryKey, queryFn } = queryOf(previewCalls.periodProgress, asked, { automatic: true })
  return useQuery({
    queryKey,
    queryFn: gameId === null || periodNo === null ? skipToken : queryFn,
    retry: false,
    refetchInterval: ({ state }) => (state.data && isSettling(state.data) ? 2_000 : 10_000),
  })
}

/** The first choice is held: a page never changes to another period under somebody's hands. */
const useChosenPeriod = (game: string, periods: readonly ListedPeriod[], named: string | null): string | null => {
  const [held, setHeld] = useState<{ readonly game: string; readonly periodNo: string } | null>(null)
  const first = firstPeriod(periods, serverNow())
  if (named === null && first !== null && held?.game !== game) setHeld({ game, periodNo: first })
  return named ?? (held?.game === game ? held.periodNo : null)
}

export type View = {
  readonly address: Address
  readonly games: readonly GameType[]
  readonly game: GameType | null
  readonly periods: readonly ListedPeriod[]
  readonly periodNo: string | null
  readonly period: UseQueryResult<Period>
  readonly waiting: UseQueryResult<Proposals>
  readonly rights: Rights
}

/** Everything the page shows of one period of one game. */
export const useView = (): View => {
  const address = useAddress()
  const games = useGameTypes().data ?? []
  const first = useFirstGame(games)
  const game = games.find(({ gameType, id }) => gameType === address.game || String(id) === address.game) ?? first
  const gameId = (game?.id ?? null) as GameId | null
  const periods = usePeriods(gameId).data?.items ?? []
  const periodNo = useChosenPeriod(game?.gameType ?? '', periods, address.periodNo)
  const period = usePeriod(gameId, periodNo)
  const waiting = useProposals(true)
  const rights = useRights()
  useFresh()
  return { address, games, game, periods, periodNo, period, waiting, rights }
}
