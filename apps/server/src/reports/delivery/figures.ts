import type { ResponseOf } from '@strata/contract/endpoint'
import type { deliveryQuery } from '@strata/contract/endpoints/reports'
import { formatMoney, formatShare, type Money, type Share } from '@strata/domain/money'
import type { Figures, Measures, SeatRole, ShareRange } from '@strata/domain/reports'
import type { Measures as MeasureRow, ShareBounds } from './measures.ts'

export type WireFigures = Omit<
  ResponseOf<typeof deliveryQuery>['items'][number],
  'rowKind' | 'agentPathsId' | 'accountName' | 'nickname' | 'roleId' | 'memberFlag'
>

/** A row of sums in the domain's form. */
export const measuresOfRow = (row: MeasureRow): Measures => ({
  orders: row.orders,
  stake: row.stake as Money,
  valid: row.valid as Money,
  payout: row.payout as Money,
  uM: row.u_m as Money,
  uG: row.u_g as Money,
  uA: row.u_a as Money,
  uB: row.u_b as Money,
  pvM: row.pv_m as Money,
  pvG: row.pv_g as Money,
  pvA: row.pv_a as Money,
  pwM: row.pw_m as Money,
  pwG: row.pw_g as Money,
  pwA: row.pw_a as Money,
  pwB: row.pw_b as Money,
  hcH: row.hc_h as Money,
  hcM: row.hc_m as Money,
  hcG: row.hc_g as Money,
  hcA: row.hc_a as Money,
})

const LEVELS = ['h', 'm', 'g', 'a'] as const

export const sharesOfRow = (row: ShareBounds, seat: SeatRole): ShareRange => {
  const level = LEVELS[seat]
  return { min: BigInt(row[`smin_${level}`]) as Share, max: BigInt(row[`smax_${level}`]) as Share }
}

/** A ratio in 1/1,000,000 as a percentage with at most 4 decimals. */
const ratioText = (ratio: bigint): string => formatMoney(ratio as Money)

export const figuresOnWire = (figures: Figures): WireFigures => ({
  orders: Number(figures.orders),
  stake: formatMoney(figures.stake),
  valid: formatMoney(figures.valid),
  memberResult: formatMoney(figures.memberResult),
  childProfit: formatMoney(figures.childProfit),
  receivable: formatMoney(figures.receivable),
  shareMin: formatShare(figures.shareMin),
  shareMax: formatShare(figures.shareMax),
  heldStake: formatMoney(figures.heldStake),
  heldRatio: ratioText(figures.heldRatio),
  heldWinLoss: formatMoney(figures.heldWinLoss),
  heldCommission: formatMoney(figures.heldCommission),
  heldResult: formatMoney(figures.heldResult),
  earnedCommission: formatMoney(figures.earnedCommission),
  result: formatMoney(figures.result),
  passedUp: formatMoney(figures.passedUp),
  payable: formatMoney(figures.payable),
  external: formatMoney(figures.external),
})
