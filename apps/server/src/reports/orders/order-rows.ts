import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderQuery } from '@strata/contract/endpoints/reports'
import type { Holding } from '@strata/domain/book'
import { gameById, type Play, playOf } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import { formatQuote } from '@strata/domain/games/price'
import {
  formatMoney,
  formatRate,
  formatShare,
  type Money,
  type Odds,
  type Rate,
  type Share,
  ZERO,
} from '@strata/domain/money'
import { figuresOf, type RowSubject, type SeatRole } from '@strata/domain/reports'
import { measuresOf, type OrderResult } from '@strata/domain/reports/fold'
import { operatorFor } from '../../access/audit-log.ts'
import { KINDS } from '../delivery/report-filters.ts'
import type { OrderRecord } from './store-orders.ts'

export type WireOrder = ResponseOf<typeof orderQuery>['items'][number]

/** Indexed by the number that outcomes and payouts store. */
export const RESULTS = ['lose', 'win', 'refund'] as const

export const holdingOfRecord = (order: OrderRecord): Holding => ({
  sH: BigInt(order.s_h) as Share,
  sM: BigInt(order.s_m) as Share,
  sG: BigInt(order.s_g) as Share,
  sA: BigInt(order.s_a) as Share,
  rM: BigInt(order.r_m) as Rate,
  rG: BigInt(order.r_g) as Rate,
  rA: BigInt(order.r_a) as Rate,
  rB: BigInt(order.r_b) as Rate,
})

/** null while the order is open. */
export const resultOf = (order: OrderRecord): OrderResult | null =>
  order.settled ? (order.result === null ? 'lose' : (RESULTS[order.result] ?? 'lose')) : null

export const payoutOf = (order: OrderRecord): Money => (order.amount ?? 0n) as Money

export const quoteOf = (order: OrderRecord): readonly Odds[] =>
  order.odds_tiers === null ? [order.odds as Odds] : (order.odds_tiers as Odds[])

export const playOfRecord = (order: OrderRecord): Play | undefined => {
  const game = gameById(order.game_id)
  return game && playOf(game.code, order.play)
}

const shareAt = (order: OrderRecord, seat: SeatRole): Share =>
  BigInt([order.s_h, order.s_m, order.s_g, order.s_a][seat] ?? 0) as Share

const tierName = (order: OrderRecord, play: Play | undefined): string | undefined => {
  if (order.result !== 1 || order.tier === null || play === undefined) return undefined
  return play.payoutKind === 'tiers' ? play.tiers[order.tier]?.name : undefined
}

/** What the seat holds of an order; of a fly-out no level of the chain holds anything. */
const subjectOf = (order: OrderRecord): RowSubject =>
  order.kind === 2 ? { kind: 'ownFlyout' } : { kind: 'childReplenishment', childRole: 3, childOwn: 0n as Money }

/**
 * Whether the order was voided, alone or with its whole period. Its stake was returned, but that is no refund by a
 * result (和).
 */
export const isVoid = (order: OrderRecord): boolean => order.voided || order.period_void

const marksOf = (order: OrderRecord, seat: SeatRole): Pick<WireOrder, 'voided' | 'corrected'> => ({
  ...(isVoid(order)
    ? {
        voided: {
          of: order.voided ? 'order' : 'period',
          reason: order.void_reason ?? '',
          by: operatorFor(seat === 0, order.void_by ?? ''),
          at: Number(order.void_at ?? 0),
        },
      }
    : {}),
  ...(order.corrected ? { corrected: true } : {}),
})

/** An order in the wire's form, with the figures of the seat's level. */
export const orderOnWire = (order: OrderRecord, seat: SeatRole): WireOrder => {
  const play = playOfRecord(order)
  const result = resultOf(order)
  const stake = order.stake as Money
  const holding = holdingOfRecord(order)
  const sums = result === null ? null : measuresOf(holding, stake, payoutOf(order), result)
  const figures = sums && figuresOf(sums, seat, subjectOf(order))
  const held = figures ?? figuresOf(measuresOf(holding, stake, ZERO, 'lose'), seat, subjectOf(order))
  // A voided order is not held by anybody: reports do not count it in 实占 either.
  const heldStake = isVoid(order) ? ZERO : held.heldStake
  const tier = tierName(order, play)
  return {
    orderNo: order.id.toString(),
    ...(order.bet_no === null ? {} : { betNo: order.bet_no }),
    ...(order.cause === null ? {} : { causeOrderNo: order.cause.toString() }),
    ...(order.kind === 1 && order.taker !== null ? { takenBy: order.taker } : {}),
    kind: KINDS[order.kind] ?? 'member',
    at: Number(order.at),
    agentPathsId: order.bettor,
    accountName: order.bettor_name ?? '',
    gameId: order.game_id,
    periodNo: order.period_no,
    playCode: order.play,
    playName: play?.name ?? order.play,
    itemCode: order.item,
    itemName: play ? itemName(play, order.item) : order.item,
    pankou: order.pankou as WireOrder['pankou'],
    odds: play ? formatQuote(play, order.item, quoteOf(order)) : '0',
    stake: formatMoney(stake),
    commission: formatRate(BigInt(order.r_b) as Rate),
    state: isVoid(order) ? 'void' : order.settled ? 'settled' : 'open',
    result: isVoid(order) ? null : result,
    ...(tier === undefined ? {} : { tier }),
    payout: isVoid(order) ? formatMoney(stake) : result === null ? null : formatMoney(payoutOf(order)),
    memberResult: isVoid(order) ? '0' : sums === null ? null : formatMoney(-sums.uB as Money),
    share: formatShare(shareAt(order, seat)),
    heldStake: formatMoney(heldStake),
    heldResult: isVoid(order) ? '0' : figures === null ? null : formatMoney(figures.heldResult),
    ...marksOf(order, seat),
  }
}
