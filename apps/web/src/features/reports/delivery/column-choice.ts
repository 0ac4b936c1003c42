import { ROLE, type Role } from '@strata/domain/tree'

/** Figures that an open order does not have yet. */
const OF_RESULTS = [
  'memberResult',
  'receivable',
  'settlingUp',
  'open',
  'childProfit',
  'heldWinLoss',
  'heldCommission',
  'heldResult',
  'earnedCommission',
  'result',
  'payable',
  'external',
]
/** The head has no parent. */
const OF_PARENTS = ['passedUp', 'payable']

type Seat = {
  /** Role of the seat; null: a path below the caller's. */
  readonly roleId: Role | null
  readonly state: 'settled' | 'open'
}

/** Whether a column can hold anything: the report leaves out those that are empty for every row. */
export const isFilled = (name: string, { roleId, state }: Seat): boolean =>
  !(state === 'open' && OF_RESULTS.includes(name)) && !(roleId === ROLE.head && OF_PARENTS.includes(name))
