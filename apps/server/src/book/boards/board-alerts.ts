/**
 * Alerts that belong to no board: about the account itself, and about results and orders that were replaced or voided.
 */
export const ALERTS_OF_NO_BOARD: readonly string[] = [
  'security',
  'correction',
  'orderVoid',
  'periodVoid',
  'proposal',
  'lease',
  'lowBalance',
]
