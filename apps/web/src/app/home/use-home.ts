import * as bookCalls from '@strata/contract/calls/book'
import * as noticesCalls from '@strata/contract/calls/notices'
import * as reportsCalls from '@strata/contract/calls/reports'
import * as settlingUpCalls from '@strata/contract/calls/settling-up'
import { PERMISSION } from '@strata/contract/permissions'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { serverNow } from '../../api/clock.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import type { GameInfo } from '../../api/shared-queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { readAmount } from '../../lib/amount.ts'
import { businessDay } from '../../lib/day-starts.ts'
import { type DayRange, shiftDay } from '../../lib/time.ts'

const WORST_MS = 10_000
const SUMS_MS = 30_000

type May = { readonly boards: boolean; readonly reports: boolean; readonly accounts: boolean }

export const useMay = (): May => {
  const ids = useSession((session) => session.permissionIds)
  return {
    boards: ids.includes(PERMISSION.boards),
    reports: ids.includes(PERMISSION.reports),
    accounts: ids.includes(PERMISSION.accounts),
  }
}

/** The worst result of a period, and its play group and item. */
export type Worst = { readonly amount: string; readonly group: string; readonly code: string; readonly warn: number }

/** The worst of all groups. Groups lose on different items, so this is not a sum. */
export const worstOf = (
  rows: readonly {
    readonly worst: string | null
    readonly name: string
    readonly code: string
    readonly warn: number
  }[],
): Worst | null => {
  let worst: Worst | null = null
  for (const { worst: amount, name, code, warn } of rows) {
    if (amount === null) continue
    if (worst === null || readAmount(amount) < readAmount(worst.amount)) worst = { amount, group: name, code, warn }
  }
  return worst
}

/** By game: the worst result of its current period; null: there is none or it cannot be read; absent while it is read. */
export const useWorst = (infos: readonly GameInfo[], enabled: boolean): ReadonlyMap<number, Worst | null> => {
  const answers = useQueries({
    queries: infos.map(({ gameId, current }) => ({
      queryKey: keyOf(bookCalls.boardType, gameId, current?.periodNo ?? null, 'home'),
      enabled: enabled && current !== null,
      refetchInterval: WORST_MS,
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        worstOf(
          (
            await api.call(
              bookCalls.boardType,
              { gameId, periodNo: current?.periodNo ?? '' },
              { signal, automatic: true },
            )
          ).rows,
        ),
    })),
  })
  return new Map(
    infos.flatMap(({ gameId }, at) => {
      const answer = answers[at]
      return answer?.isLoading ? [] : [[gameId, answer?.data ?? null] as const]
    }),
  )
}

/** Orders of today that are not settled yet, by child. */
export const useUnsettled = (enabled: boolean) => {
  const day = businessDay(serverNow())
  return useQuery({
    queryKey: keyOf(reportsCalls.deliveryQuery, 'home', day),
    enabled,
    refetchInterval: SUMS_MS,
    queryFn: ({ signal }) =>
      api.call(
        reportsCalls.deliveryQuery,
        { from: day, to: day, state: 'open', pageSize: 10, sortInfo: { columnName: 'stake', direction: 1 } },
        { signal, automatic: true },
      ),
  })
}

const DUE_DAYS = 92
const TREND_DAYS = 30

/** The range of days for unsettled sums; today is not over. */
export const dueRange = (): DayRange => {
  const today = businessDay(serverNow())
  return { from: shiftDay(today, -DUE_DAYS), to: shiftDay(today, -1) }
}

/** Sums that are not settled up, by downline, the largest first. */
export const useDue = (enabled: boolean) => {
  const range = dueRange()
  return useQuery({
    queryKey: keyOf(settlingUpCalls.settlingUpQuery, 'home', range),
    enabled,
    refetchInterval: SUMS_MS,
    queryFn: ({ signal }) =>
      api.call(
        settlingUpCalls.settlingUpQuery,
        { ...range, state: 'unsettled', pageSize: 10, sortInfo: { columnName: 'unsettled', direction: 1 } },
        { signal, automatic: true },
      ),
  })
}

/** By game: its result of each of the last thirty days, oldest first. */
export const useGameTrends = (infos: readonly GameInfo[], enabled: boolean): ReadonlyMap<number, readonly string[]> => {
  const today = businessDay(serverNow())
  const answers = useQueries({
    queries: infos.map(({ gameId }) => ({
      queryKey: keyOf(reportsCalls.classificationQuery, 'home-trend', today, gameId),
      enabled,
      staleTime: 300_000,
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly string[]> => {
        const { items } = await api.call(
          reportsCalls.classificationQuery,
          {
            from: shiftDay(today, 1 - TREND_DAYS),
            to: today,
            by: 'date',
            gameIds: [gameId],
            pageSize: 50,
            sortInfo: { columnName: 'name', direction: 0 },
          },
          { signal, automatic: true },
        )
        return items.map(({ result }) => result)
      },
    })),
  })
  return new Map(infos.map(({ gameId }, at) => [gameId, answers[at]?.data ?? []]))
}

/** Marks alerts as read, so that everybody on this path sees who read them. */
export const useAcknowledge = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (read: { readonly ids: number[] } | { readonly upTo: number }) =>
      api.call(noticesCalls.alertRead, read),
    onSettled: () => refreshAfter(client, noticesCalls.alertRead),
  })
}
