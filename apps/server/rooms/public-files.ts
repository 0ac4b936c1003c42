export interface Face {
  readonly room: string
  /** Maximum number of its public files, so that other rooms use a few named files and not a whole folder. */
  readonly max: number
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
    max: 5,
    files: ['accounts.ts', 'audit-log.ts', 'passwords.ts', 'platform-settings.ts', 'session.ts'],
  },
  { room: 'exports', max: 3, files: ['context.ts', 'own-exports.ts', 'source.ts'] },
  { room: 'settings', max: 2, files: ['fly-out-accounts.ts', 'replenishment-settings.ts'] },
  { room: 'tree', max: 4, files: ['merchants.ts', 'paths.ts', 'snapshot.ts', 'terms.ts'] },
  { room: 'ledger', max: 4, files: ['funds.ts', 'transfer-password.ts', 'verify.ts', 'wallets.ts'] },
  { room: 'games', max: 5, files: ['periods.ts', 'planning.ts', 'prices.ts', 'results.ts', 'setup.ts'] },
  {
    room: 'book',
    max: 5,
    files: ['boards.ts', 'exposures.ts', 'open-games.ts', 'orders.ts', 'scenario.ts'],
  },
  { room: 'replenishment', max: 2, files: ['fly-out.ts', 'sending.ts'] },
  { room: 'intake', max: 2, files: ['bets.ts', 'merchant-keys.ts'] },
  {
    room: 'settlement',
    max: 3,
    files: ['settle.ts', 'operator-calls/void-order.ts', 'verify/verify.ts'],
  },
  { room: 'notices', max: 1, files: ['notices.ts'] },
]

/** A write that a public file shows straight from a store, and why it is no act. */
export interface ShownWrite {
  /** `file name`. */
  readonly write: string
  readonly reason: string
}

/**
 * What a room shows is an act with its own meaning: what it checks, locks, writes and tells. Single statements are shown
 * for the reason beside each; a new one is not allowed, so the list may only shrink. Reads are not listed: rows have no
 * more meaning than they say.
 */
export const shownWrites: readonly ShownWrite[] = [
  {
    write: 'access/accounts.ts setNickname',
    reason: 'The act is renamePath of the tree, which names a path and its account together.',
  },
  {
    write: 'access/platform-settings.ts putSetting',
    reason: 'A fact with one writer, such as the last backup: it is replaced as a whole, and nobody asks its version.',
  },
  {
    write: 'games/periods.ts endPeriod',
    reason: 'The statement is the whole rule: it ends a drawn period only while this result is in force.',
  },
  {
    write: 'intake/merchant-keys.ts endMerchantKey',
    reason:
      'The act is retireKey of the operators, under the lock of the merchant: it judges all keys of the merchant.',
  },
  {
    write: 'intake/merchant-keys.ts retireAllButNewest',
    reason: 'The statement is the whole rule, and the call of the operators that sends it logs and tells.',
  },
  {
    write: 'intake/merchant-keys.ts retireOldKeys',
    reason: 'It locks the keys, leaves one beside the new one and answers the number that issueKey takes.',
  },
  {
    write: 'replenishment/fly-out.ts insertFlyOuts',
    reason: 'The bet’s write: fly-outs and their messages in one statement of the batch’s transaction.',
  },
  {
    write: 'settings/fly-out-accounts.ts saveBook',
    reason: 'The server’s command and the demo register a book sealed elsewhere; registerBook adds version and log.',
  },
  {
    write: 'settings/fly-out-accounts.ts saveFlyOutAccount',
    reason:
      'replenishment judges the terms with the rule of the parent before it makes the path; the demo has no parent.',
  },
  {
    write: 'settings/fly-out-accounts.ts takeBookOut',
    reason: 'The server’s command disables a book by its name in one statement; disableBook adds version and log.',
  },
  {
    write: 'tree/merchants.ts saveOpenBound',
    reason: 'The bet’s write: the batch has the merchant’s lock and the sum that it decided on.',
  },
  {
    write: 'tree/terms.ts saveLinkTerms',
    reason: 'The demo’s world sets terms that nobody grants step by step.',
  },
  {
    write: 'tree/terms.ts saveShareTerms',
    reason: 'The demo’s world sets terms that nobody grants step by step.',
  },
]
