/** Alerts that are about no board: the account itself, results and orders that were replaced or voided. */
export const ALERTS_OF_NO_BOARD: readonly string[] = ['security', 'correction', 'orderVoid', 'periodVoid']
