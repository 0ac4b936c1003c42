/**
 * Reports add up per-order integers and combine the sums by column, from the seat of one level.
 *
 * A level's receivable is the flow of the level below it; its payable is its own flow. A skipped level copies the level
 * below, so a row need not know which levels its orders skipped. Opening a row splits the same columns among the
 * children of the opened path. The columns stay those of the seat and add up to the row.
 */

import { divideHalfEven, type Money, money, type Share } from '../money/money.ts'

export type SeatRole = 0 | 1 | 2 | 3

/**
 * Whether a row is of members' orders. One of replenishments or fly-outs has no result of a member, and its taker holds it
 * whole, whatever share was agreed. Rows of a classification have no kind and are of all orders.
 */
export const isMemberRow = ({ rowKind }: { readonly rowKind?: string | undefined }): boolean =>
  rowKind === undefined || rowKind === 'child'

/**
 * Sums over orders, by level: `u` flow to the parent, `pv` passed valid stake, `pw` passed win/loss, `hc` held
 * commission.
 */
export interface Measures {
  readonly orders: bigint
  readonly stake: Money
  readonly valid: Money
  readonly payout: Money
  readonly uM: Money
  readonly uG: Money
  readonly uA: Money
  readonly uB: Money
  readonly pvM: Money
  readonly pvG: Money
  readonly pvA: Money
  readonly pwM: Money
  readonly pwG: Money
  readonly pwA: Money
  readonly pwB: Money
  readonly hcH: Money
  readonly hcM: Money
  readonly hcG: Money
  readonly hcA: Money
}

/** Smallest and largest share of the seat in the orders of a row. */
export interface ShareRange {
  readonly min: Share
  readonly max: Share
}

/** The columns of a report row, all from the seat's side. Defined in section 10 of the design (domain.md). */
export interface Figures {
  readonly orders: bigint
  readonly stake: Money
  readonly valid: Money
  readonly memberResult: Money
  readonly childProfit: Money
  readonly receivable: Money
  readonly shareMin: Share
  readonly shareMax: Share
  readonly heldStake: Money
  /** Held of valid stake in 1/1,000,000. */
  readonly heldRatio: bigint
  readonly heldWinLoss: Money
  readonly heldCommission: Money
  readonly heldResult: Money
  readonly earnedCommission: Money
  readonly result: Money
  readonly passedUp: Money
  readonly payable: Money
  readonly external: Money
}

const ZERO = 0n as Money
const NO_SHARE = 0n as Share
const RATIO_SCALE = 1_000_000n

/** Flows by level, head first. The head owes nobody. */
const flowsByLevel = (sums: Measures): readonly Money[] => [ZERO, sums.uM, sums.uG, sums.uA, sums.uB]
const passedByLevel = (sums: Measures): readonly Money[] => [ZERO, sums.pvM, sums.pvG, sums.pvA, sums.valid]
const winLossByLevel = (sums: Measures): readonly Money[] => [ZERO, sums.pwM, sums.pwG, sums.pwA, sums.pwB]
const commissionByLevel = (sums: Measures): readonly Money[] => [sums.hcH, sums.hcM, sums.hcG, sums.hcA]

const at = (levels: readonly Money[], level: number): Money => levels[level] ?? ZERO
const difference = (a: Money, b: Money): Money => (a - b) as Money

const ratioOf = (held: Money, valid: Money): bigint => (valid === 0n ? 0n : divideHalfEven(held * RATIO_SCALE, valid))

const heldFigures = (sums: Measures, seat: SeatRole) => {
  const heldStake = difference(at(passedByLevel(sums), seat + 1), at(passedByLevel(sums), seat))
  const heldWinLoss = difference(at(winLossByLevel(sums), seat + 1), at(winLossByLevel(sums), seat))
  const heldCommission = at(commissionByLevel(sums), seat)
  return { heldStake, heldWinLoss, heldCommission, heldResult: (heldWinLoss + heldCommission) as Money }
}

/** What a row is about and which orders it sums. */
export type RowSubject =
  /** Members' orders through a child node (`childRole`), or of a direct bettor (null). */
  | { readonly kind: 'child'; readonly childRole: SeatRole | null; readonly shares: ShareRange }
  /** Replenishments from a child's side. `childOwn`: the flows of those that the child itself sent. */
  | { readonly kind: 'childReplenishment'; readonly childRole: SeatRole; readonly childOwn: Money }
  /** Replenishments sent by the opened path itself. `isSeat`: that path is the seat. */
  | { readonly kind: 'ownReplenishment'; readonly isSeat: boolean }
  /** The seat's fly-outs, between the seat and the outside book. */
  | { readonly kind: 'ownFlyout' }

/** The columns of one row, from the seat of a level. */
export const figuresOf = (sums: Measures, seat: SeatRole, subject: RowSubject): Figures => {
  const base = { orders: sums.orders, stake: sums.stake, valid: sums.valid }
  const flows = flowsByLevel(sums)
  const none = {
    memberResult: ZERO,
    childProfit: ZERO,
    receivable: ZERO,
    shareMin: NO_SHARE,
    shareMax: NO_SHARE,
    heldStake: ZERO,
    heldRatio: 0n,
    heldWinLoss: ZERO,
    heldCommission: ZERO,
    heldResult: ZERO,
    earnedCommission: ZERO,
    passedUp: ZERO,
    payable: ZERO,
    external: ZERO,
  }
  if (subject.kind === 'ownFlyout') return { ...base, ...none, result: -sums.uB as Money, external: sums.uB }
  if (subject.kind === 'ownReplenishment' && subject.isSeat) {
    const payable = at(flows, seat)
    return { ...base, ...none, result: -payable as Money, passedUp: at(passedByLevel(sums), seat), payable }
  }
  const receivable = at(flows, seat + 1)
  const payable = at(flows, seat)
  const result = difference(receivable, payable)
  const held = heldFigures(sums, seat)
  const shares = subject.kind === 'child' ? subject.shares : { min: NO_SHARE, max: NO_SHARE }
  return {
    ...base,
    memberResult: subject.kind === 'child' ? (-sums.uB as Money) : ZERO,
    childProfit: childProfitOf(flows, subject),
    receivable,
    shareMin: shares.min,
    shareMax: shares.max,
    ...held,
    heldRatio: ratioOf(held.heldStake, sums.valid),
    earnedCommission: difference(result, held.heldResult),
    result,
    passedUp: at(passedByLevel(sums), seat),
    payable,
    external: ZERO,
  }
}

/**
 * The child's own profit in the row's orders: its profit as a holder, less what it owes as a sender of replenishments.
 */
const childProfitOf = (flows: readonly Money[], subject: RowSubject): Money => {
  if (subject.kind === 'child')
    return subject.childRole === null
      ? ZERO
      : difference(at(flows, subject.childRole + 1), at(flows, subject.childRole))
  if (subject.kind === 'childReplenishment')
    return (at(flows, subject.childRole + 1) - at(flows, subject.childRole) - subject.childOwn) as Money
  return ZERO
}

const SUMMED = [
  'orders',
  'stake',
  'valid',
  'memberResult',
  'childProfit',
  'receivable',
  'heldStake',
  'heldWinLoss',
  'heldCommission',
  'heldResult',
  'earnedCommission',
  'result',
  'passedUp',
  'payable',
  'external',
] as const satisfies readonly (keyof Figures)[]

const recordOf = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>

/** The total row: the sum of each column. The shares range over the rows that hold orders. */
export const totalOf = (rows: readonly Figures[]): Figures => {
  const sums = recordOf(SUMMED, (name) => money(rows.reduce((total, row) => total + row[name], 0n)))
  const held = rows.filter((row) => row.shareMax > 0n)
  const shareMin = held.reduce<Share | null>(
    (least, row) => (least === null || row.shareMin < least ? row.shareMin : least),
    null,
  )
  const shareMax = held.reduce<Share>((most, row) => (row.shareMax > most ? row.shareMax : most), NO_SHARE)
  return { ...sums, shareMin: shareMin ?? NO_SHARE, shareMax, heldRatio: ratioOf(sums.heldStake, sums.valid) }
}

const MEASURES = [
  'orders',
  'stake',
  'valid',
  'payout',
  'uM',
  'uG',
  'uA',
  'uB',
  'pvM',
  'pvG',
  'pvA',
  'pwM',
  'pwG',
  'pwA',
  'pwB',
  'hcH',
  'hcM',
  'hcG',
  'hcA',
] as const satisfies readonly (keyof Measures)[]

export const ZERO_MEASURES: Measures = recordOf(MEASURES, () => ZERO)

/** Sum of two sets of measures. */
export const addMeasures = (a: Measures, b: Measures): Measures =>
  recordOf(MEASURES, (name) => money(a[name] + b[name]))
