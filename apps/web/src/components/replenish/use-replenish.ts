import * as replenishmentCalls from '@strata/contract/calls/replenishment'
import * as treeCalls from '@strata/contract/calls/tree'
import type { Money, Rate, Share } from '@strata/domain/money'
import type { Pankou } from '@strata/domain/pankou'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useGameTypes } from '../../api/shared-queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { readAmount } from '../../lib/amount.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { type ManualAnswer, type ManualOrders, merchantField, previewIn, rateOf, shareOf } from './replenish-model.ts'

const CHANGED = 40902

/** The path's own rules for manual replenishment, as far as the caller may read them. */
export const useManualRules = (
  gameId: number,
  merchant: number | null,
): {
  readonly acceptType: number | null
  readonly unitOf: (playCode: string) => Money
  readonly isOff: (playCode: string) => boolean
  readonly rateOf: (playCode: string) => Rate
  /** How much less an outside book pays; 0 where what is sent goes up. */
  readonly discountOf: (playCode: string) => Share
  /** The same as the wire has it, percent; null: not known. */
  readonly percentOf: (playCode: string) => string | null
  /** The pankou of what is sent up; null: not known. */
  readonly pankou: Pankou | null
} => {
  const agentPathsId = useSession((session) => session.currentPathId)
  const games = useGameTypes().data ?? []
  const settings = useQuery({
    ...queryOf(replenishmentCalls.replenishmentQuery, { gameId, ...merchantField(merchant) }, { automatic: true }),
    staleTime: 60_000,
  }).data
  const terms = useQuery({
    ...queryOf(treeCalls.getGameInfos, { agentPathsId }, { automatic: true }),
    staleTime: 60_000,
    retry: false,
  }).data
  const groups = games.find(({ id }) => id === gameId)?.groups ?? []
  const groupOf = (playCode: string) => groups.find(({ plays }) => plays.some(({ code }) => code === playCode))?.id
  const manualOf = (playCode: string) => {
    const group = groupOf(playCode)
    return settings?.self.manual.find(({ groupId }) => groupId === group)
  }
  const game = terms?.games.find((one) => one.gameId === gameId) ?? terms?.games.find((one) => one.gameId === 0)
  const pankou = settings?.self.replenishPankou ?? null
  const outsideOf = (playCode: string) => {
    const group = groupOf(playCode)
    return settings?.self.flyOut.find(({ groupId }) => groupId === group)
  }
  const percentOf = (playCode: string): string | null => {
    const [group, outside] = [groupOf(playCode), outsideOf(playCode)]
    if (outside) return outside.commission
    if (pankou === null) return null
    return game?.plays.find(({ groupId }) => groupId === group)?.commission[pankou] ?? null
  }
  return {
    // The head has no parent and no accept type: it flies out.
    acceptType: merchant === null ? (settings?.self.acceptType ?? null) : null,
    unitOf: (playCode) => readAmount(manualOf(playCode)?.unit ?? '0.01'),
    isOff: (playCode) => manualOf(playCode)?.enabled === false,
    rateOf: (playCode) => rateOf(percentOf(playCode) ?? undefined),
    discountOf: (playCode) => shareOf(outsideOf(playCode)?.oddsDiscount),
    percentOf,
    pankou,
  }
}

type State =
  | { readonly step: 'form' }
  | {
      readonly step: 'preview'
      readonly orders: ManualOrders
      readonly preview: ManualAnswer
      /** The preceding preview, if sending found that something had changed. */
      readonly before: ManualAnswer | null
      /** The same for every try of these orders, so that a lost answer cannot place them twice. */
      readonly requestId: string
      readonly unanswered: boolean
    }
  | { readonly step: 'result'; readonly orders: ManualOrders; readonly answer: ManualAnswer }

/** The steps form, preview, result. Sending places exactly what was previewed, or shows what has changed. */
export const useReplenish = (at: {
  readonly gameId: number
  readonly periodNo: string
  readonly merchant: number | null
}) => {
  const { gameId, periodNo } = at
  const place = { gameId, periodNo, ...merchantField(at.merchant) }
  const client = useQueryClient()
  const [state, setState] = useState<State>({ step: 'form' })
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const preview = (orders: ManualOrders): Promise<void> =>
    once(async () => {
      try {
        const requestId = newRequestId()
        const answer = await api.call(replenishmentCalls.manualBet, { ...place, orders, preview: true, requestId })
        setState({
          step: 'preview',
          orders,
          preview: answer,
          before: null,
          requestId: newRequestId(),
          unanswered: false,
        })
      } catch {
        // The error was shown; the typed amounts stay.
      }
    })
  const send = (): Promise<void> =>
    once(async () => {
      if (state.step !== 'preview') return
      const { orders, requestId, preview: shown } = state
      try {
        const answer = await api.call(replenishmentCalls.manualBet, {
          ...place,
          orders,
          version: shown.version,
          requestId,
        })
        setState({ step: 'result', orders, answer })
        void refreshAfter(client, replenishmentCalls.manualBet)
      } catch (cause) {
        const next = cause instanceof ApiRefusal && cause.code === CHANGED ? previewIn(cause.data) : null
        if (next) setState({ ...state, preview: next, before: shown, requestId: newRequestId(), unanswered: false })
        else if (cause instanceof ApiFailure) setState({ ...state, unanswered: true })
      }
    })
  return { state, busy, preview, send, back: () => setState({ step: 'form' }) }
}
