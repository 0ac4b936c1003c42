import * as bookCalls from '@strata/contract/calls/book'
import * as replenishmentCalls from '@strata/contract/calls/replenishment'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/clock.ts'
import { keyOf } from '../../../api/queries.ts'
import type { GameType } from '../../../api/shared-queries.ts'
import { merchantField } from '../../../components/replenish/replenish-model.ts'
import type { BoardFilters, OutlookView } from '../board-state/board-filters.ts'
import type { BoardRow } from '../board-state/board-model.ts'
import { tabsOf } from '../board-state/board-tabs.ts'
import { usePush } from '../board-state/use-board.ts'
import type { SpecialNumbers } from '../replenish/replenish-items.ts'
import type { Advice, Scenario } from './outlook-model.ts'

/** The outcomes of a deciding draw follow the board's events; those of all draws are read less often. */
const DECIDING_MS = 4_000
const PERIOD_MS = 20_000
const REFRESH_MS = 2_500

export type OutlookTarget = {
  readonly gameId: number
  readonly periodNo: string
  readonly under: BoardFilters['under']
}

/** null: not asked, because the board's own rows are the outcomes. */
export const useScenario = (
  { gameId, periodNo, under }: OutlookTarget,
  view: OutlookView | null,
): UseQueryResult<Scenario> => {
  const outcomes = view ?? 'deciding'
  const key = keyOf(bookCalls.scenario, gameId, outcomes, periodNo, under?.agentPathsId ?? null, under?.seat ?? false)
  usePush({ gameId: view === 'deciding' ? gameId : null, periodNo, under, key })
  return useQuery({
    queryKey: key,
    enabled: view !== null,
    refetchInterval: outcomes === 'deciding' ? DECIDING_MS : PERIOD_MS,
    placeholderData: (held) => held,
    queryFn: ({ signal }) =>
      api.call(
        bookCalls.scenario,
        {
          gameId,
          periodNo,
          outcomes,
          ...(under === null ? {} : under.seat ? { seat: under.agentPathsId } : { agentPathsId: under.agentPathsId }),
        },
        { signal, automatic: true },
      ),
  })
}

/** An advice, and when it was asked. */
export type GivenAdvice = { readonly advice: Advice; readonly at: number }

/** Reads advice when the user asks; it stays until the next request. */
export const useAdvice = ({ gameId, periodNo }: OutlookTarget, merchant: number | null) => {
  const [given, setGiven] = useState<GivenAdvice | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = async (maxLoss: string, outcomes: OutlookView): Promise<void> => {
    if (busy) return
    setBusy(true)
    const at = serverNow()
    try {
      const asked = { gameId, periodNo, maxLoss, outcomes, ...merchantField(merchant) }
      setGiven({ advice: await api.call(replenishmentCalls.advise, asked), at })
    } catch {
      // The error was shown.
      setGiven(null)
    } finally {
      setBusy(false)
    }
  }
  const forget = useCallback(() => setGiven(null), [])
  return { given, busy, ask, forget }
}

type RowsOf = {
  readonly rows: readonly BoardRow[]
  /** Where the plays are of the special number: the results of its numbers over all their plays. */
  readonly numbers: SpecialNumbers | null
  readonly loadedAt: number
  readonly ready: boolean
}

/** The board's live rows of the groups of some plays. */
export const useRowsOf = (
  game: GameType,
  { periodNo, merchant }: { readonly periodNo: string; readonly merchant: number | null },
  playCodes: readonly string[],
): RowsOf => {
  const wanted = new Set(playCodes)
  const groups = game.groups.filter(({ plays }) => plays.some(({ code }) => wanted.has(code)))
  const special = tabsOf(game).find(({ call }) => call === 'special')?.groups[0]
  const isOfNumbers = special?.plays.some(({ code }) => wanted.has(code)) ?? false
  const rowsBy = (call: typeof bookCalls.boardCommon | typeof bookCalls.specialNumbers, groupId: number) => ({
    queryKey: keyOf(call, 'behind', game.id, groupId, periodNo, merchant),
    refetchInterval: REFRESH_MS,
    // What an earlier form has left is older than its age says.
    staleTime: 0,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly BoardRow[]> =>
      (
        await api.call(
          call as typeof bookCalls.boardCommon,
          { gameId: game.id, periodNo, groupId, ...merchantField(merchant) },
          { signal, automatic: true },
        )
      ).rows,
  })
  const answers = useQueries({
    queries: [
      ...groups.map(({ id }) => rowsBy(bookCalls.boardCommon, id)),
      ...(isOfNumbers && special ? [rowsBy(bookCalls.specialNumbers, special.id)] : []),
    ],
  })
  const numbers = isOfNumbers && special ? answers[groups.length]?.data : undefined
  return {
    rows: answers.slice(0, groups.length).flatMap(({ data }) => data ?? []),
    numbers: numbers && special ? { plays: new Set(special.plays.map(({ code }) => code)), rows: numbers } : null,
    loadedAt: Math.min(...answers.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    ready: answers.length > 0 && answers.every(({ data, isFetchedAfterMount }) => data && isFetchedAfterMount),
  }
}
