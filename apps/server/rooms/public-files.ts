export interface Face {
  readonly room: string
  /** Maximum number of its public files, so that other rooms use a few named files and not a whole folder. */
  readonly most: number
  /** Relative to the room's folder. None is a store. */
  readonly files: readonly string[]
}

/**
 * The public files of each room: another room may import these and no others. Most are named like the folder beside
 * them and re-export its public names; everything else is private to the room.
 */
export const faces: readonly Face[] = [
  {
    room: 'access',
    most: 5,
    files: ['accounts.ts', 'audit-log.ts', 'passwords.ts', 'platform-settings.ts', 'session.ts'],
  },
  { room: 'exports', most: 3, files: ['context.ts', 'own-exports.ts', 'source.ts'] },
  { room: 'settings', most: 2, files: ['fly-out-accounts.ts', 'replenishment-settings.ts'] },
  { room: 'tree', most: 4, files: ['merchants.ts', 'paths.ts', 'snapshot.ts', 'terms.ts'] },
  { room: 'ledger', most: 4, files: ['funds.ts', 'transfer-password.ts', 'verify.ts', 'wallets.ts'] },
  { room: 'games', most: 5, files: ['periods.ts', 'planning.ts', 'prices.ts', 'results.ts', 'setup.ts'] },
  {
    room: 'book',
    most: 5,
    files: ['boards.ts', 'exposures.ts', 'open-games.ts', 'orders.ts', 'scenario.ts'],
  },
  { room: 'replenishment', most: 2, files: ['fly-out.ts', 'sending.ts'] },
  { room: 'intake', most: 2, files: ['bets.ts', 'merchant-keys.ts'] },
  {
    room: 'settlement',
    most: 3,
    files: ['settle.ts', 'operator-calls/void-order.ts', 'verify/verify.ts'],
  },
  { room: 'notices', most: 1, files: ['notices.ts'] },
]

/**
 * Writes that a public file shows straight from a store, as `file name`. What a room shows is an act with its own
 * meaning: what it checks, locks, writes and tells. These are single statements that run inside another room's act; a
 * new one is not allowed, so the list may only shrink. Reads are not listed: rows have no more meaning than they say.
 */
export const shownWrites: readonly string[] = [
  'access/accounts.ts setNickname',
  'access/platform-settings.ts putSetting',
  'access/session.ts endSessionsOf',
  'book/open-games.ts claimFinalPass',
  'book/open-games.ts noteSettled',
  'book/open-games.ts sharePeriods',
  'games/periods.ts endPeriod',
  'games/prices.ts bumpDropsVersion',
  'games/prices.ts noteDropChange',
  'games/results.ts noteHeard',
  'games/results.ts noteTrial',
  'games/results.ts saveSource',
  'intake/merchant-keys.ts endMerchantKey',
  'intake/merchant-keys.ts retireAllButNewest',
  'intake/merchant-keys.ts retireOldKeys',
  'ledger/wallets.ts insertRefund',
  'ledger/wallets.ts openPostingRun',
  'replenishment/fly-out.ts insertFlyOuts',
  'settings/fly-out-accounts.ts saveBook',
  'settings/fly-out-accounts.ts saveFlyOutAccount',
  'settings/fly-out-accounts.ts takeBookOut',
  'tree/merchants.ts saveMerchant',
  'tree/merchants.ts saveOpenBound',
  'tree/paths.ts joinGroup',
  'tree/paths.ts moveToGroup',
]
