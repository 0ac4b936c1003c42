import type { ReadCallId } from '@strata/contract/calls'
import * as bookCalls from '@strata/contract/calls/book'
import * as gamesCalls from '@strata/contract/calls/games'
import * as ledgerCalls from '@strata/contract/calls/ledger'
import * as noticesCalls from '@strata/contract/calls/notices'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Answer, Call } from './client.ts'
import { serverNow } from './clock.ts'
import { earlyQuery } from './early.ts'
import { onLive, onResumed } from './live.ts'
import { keyOf, queryOf } from './queries.ts'
import { useSession } from './session.ts'

export type GameType = Answer<'games.gameTypes'>[number]
export type PlayGroup = GameType['groups'][number]
export type GameInfo = Answer<'games.recGameInfos'>[number]
export type Balance = Answer<'ledger.balance'>
export type Notice = Answer<'notices.bulletinMessage'>[number]
export type Today = Answer<'book.todayWinLose'>

const allGames = () => ({
  ...queryOf(gamesCalls.gameTypes, {}, { automatic: true }),
  staleTime: Number.POSITIVE_INFINITY,
})
const thoseOn = (games: readonly GameType[]): readonly GameType[] => games.filter(({ enabled }) => enabled)
const OPERATOR = 1

/** Every game with its play groups, those that are off too: orders and reports of them stay. */
export const useAllGames = (): UseQueryResult<readonly GameType[]> => useQuery<readonly GameType[]>(allGames())

/**
 * The games that a page offers: those that are on, and for operators all, who prepare a game before it is on and type the
 * results still due after it is off. Constant unless one of them switches a game.
 */
export const useGameTypes = (): UseQueryResult<readonly GameType[]> => {
  const isOperator = useSession(({ account }) => account?.accountType === OPERATOR)
  return useQuery<readonly GameType[]>({ ...allGames(), ...(isOperator ? {} : { select: thoseOn }) })
}

const OF_GAMES = [gamesCalls.gameTypes, gamesCalls.recGameInfos, gamesCalls.rulesInForce]

/** Reads the games again when an operator switches one on or off; for the frame, because a page is often opened after it. */
export const useGameSwitches = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    const again = (): void => {
      for (const call of OF_GAMES) void client.invalidateQueries({ queryKey: keyOf(call) })
    }
    const offs = [onLive('game', again), onResumed(again)]
    return () => {
      for (const off of offs) off()
    }
  }, [client])
}

const nextTurn = (infos: readonly GameInfo[]): number => {
  const now = serverNow()
  const instants = infos.flatMap(({ current, next }) =>
    [current, next].flatMap((period) => (period ? [period.openAt, period.closeAt, period.drawAt] : [])),
  )
  return Math.min(...instants.filter((at) => at > now)) - now
}

/** Reads again after a break of the stream, because events may have been lost. */
const useAskedOnResume = (call: Call<ReadCallId>): void => {
  const client = useQueryClient()
  useEffect(() => onResumed(() => void client.invalidateQueries({ queryKey: keyOf(call) })), [client, call])
}

/** Current period of every game; read again when one of them changes. */
export const useGameInfos = (): UseQueryResult<readonly GameInfo[]> => {
  const client = useQueryClient()
  useEffect(
    () => onLive('period', () => void client.invalidateQueries({ queryKey: keyOf(gamesCalls.recGameInfos) })),
    [client],
  )
  useAskedOnResume(gamesCalls.recGameInfos)
  return useQuery({
    ...queryOf(gamesCalls.recGameInfos, {}, { automatic: true }),
    refetchInterval: ({ state }) => Math.min(30_000, Math.max(1_000, nextTurn(state.data ?? []) + 700)),
  })
}

export const useBalance = (): UseQueryResult<Balance> => {
  const client = useQueryClient()
  const agentPathsId = useSession((session) => session.currentPathId)
  useEffect(
    () =>
      onLive('balance', (news) =>
        // News of a wallet: what is open below its holder is not a part of it.
        client.setQueryData<Balance>(keyOf(ledgerCalls.balance, { agentPathsId }), (held) => ({
          ...news,
          openStake: held?.openStake ?? news.openStake,
        })),
      ),
    [client, agentPathsId],
  )
  useAskedOnResume(ledgerCalls.balance)
  return useQuery({
    ...earlyQuery(ledgerCalls.balance, { agentPathsId }),
    refetchInterval: 60_000,
  })
}

/** Today's result and open stake, over all games. */
export const useToday = (enabled: boolean): UseQueryResult<Today> => {
  const client = useQueryClient()
  useEffect(
    () =>
      onLive('period', ({ state }) => {
        if (state === 'settled' || state === 'void')
          void client.invalidateQueries({ queryKey: keyOf(bookCalls.todayWinLose) })
      }),
    [client],
  )
  return useQuery({
    ...earlyQuery(bookCalls.todayWinLose, {}),
    refetchInterval: 15_000,
    enabled,
  })
}

export const useNotices = (): UseQueryResult<readonly Notice[]> => {
  const client = useQueryClient()
  useEffect(
    () => onLive('notice', () => void client.invalidateQueries({ queryKey: keyOf(noticesCalls.bulletinMessage) })),
    [client],
  )
  useAskedOnResume(noticesCalls.bulletinMessage)
  return useQuery({
    ...earlyQuery(noticesCalls.bulletinMessage, {}),
    refetchInterval: 300_000,
  })
}

/** The alert event for which the list was already read again. */
let told: object | null = null

/** The first page of the list of alerts. */
export const LATEST_ALERTS = 20

/** The latest alerts, and the number of unread ones. */
export const useAlerts = (): UseQueryResult<Answer<'notices.alertQuery'>> => {
  const client = useQueryClient()
  // Several components use this query: the first to get the event reads again for all, because an answer in flight
  // may be older than the event.
  useEffect(
    () =>
      onLive('alert', (news) => {
        if (told === news) return
        told = news
        void client.invalidateQueries({ queryKey: keyOf(noticesCalls.alertQuery) })
      }),
    [client],
  )
  useAskedOnResume(noticesCalls.alertQuery)
  return useQuery({
    ...queryOf(noticesCalls.alertQuery, { pageSize: LATEST_ALERTS }, { automatic: true }),
    refetchInterval: 60_000,
  })
}
