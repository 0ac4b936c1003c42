/** Alerts about proposals of operators: only for who may read proposals. */
export const PROPOSAL_ALERT = 'proposal'

/**
 * Alerts that belong to no board: about the account itself, and about results and orders that were replaced or voided.
 */
export const ALERTS_OF_NO_BOARD: readonly string[] = [
  'security',
  'correction',
  'orderVoid',
  'periodVoid',
  PROPOSAL_ALERT,
  'lease',
  'lowBalance',
]
