/** Statements of one file that a cluster may send to several machines. */
export interface SpreadStatement {
  /** The file that sends it, relative to apps/server/src. */
  readonly file: string
  /** The distributed tables that it names. */
  readonly tables: readonly string[]
  readonly reason: string
}

/** The statement carries a list of merchants and goes to their machines: to one for everybody but the head. */
const LISTED = 'The merchants are listed: all of them for the head, one for anybody else.'
const ORDERS = ['fly_outs', 'merchant_periods', 'orders', 'paths', 'payouts', 'posting_runs', 'voids']
const FUNDS = ['dropped_stakes', 'ledger_entries', 'merchants', 'orders', 'paths', 'posting_runs', 'voids']

export const spreadStatements: readonly SpreadStatement[] = [
  {
    file: 'access/audit-log/store-all-logs.ts',
    tables: ['change_log', 'merchants', 'paths'],
    reason: 'Operators read the logs of all merchants.',
  },
  { file: 'access/audit-log/store-log.ts', tables: ['change_log', 'merchants', 'paths'], reason: LISTED },
  { file: 'access/downlines/store-downlines.ts', tables: ['change_log', 'paths'], reason: LISTED },
  { file: 'access/session/store-sessions.ts', tables: ['paths'], reason: 'Sessions of one moment are read together.' },
  {
    file: 'access/store-account-paths.ts',
    tables: ['paths'],
    reason: 'The head names a path by its id alone; it calls seldom.',
  },
  {
    file: 'admin/home/store-home.ts',
    tables: [
      'fly_outs',
      'ledger_entries',
      'merchant_keys',
      'merchant_periods',
      'merchants',
      'orders',
      'paths',
      'wallets',
    ],
    reason: "The operators' first page is about all merchants.",
  },
  {
    file: 'admin/store-merchants.ts',
    tables: ['merchant_keys', 'merchants', 'paths', 'wallets'],
    reason: "The operators' list of merchants.",
  },
  {
    file: 'book/boards/store-board-cache.ts',
    tables: ['exposures', 'merchants'],
    reason: 'Boards of all merchants that changed are read together, a few times a second at most.',
  },
  {
    file: 'book/boards/store-boards.ts',
    tables: ['exposures', 'merchant_periods', 'rollup_plays'],
    reason: LISTED,
  },
  { file: 'book/exposures/store-exposures.ts', tables: ['exposures'], reason: LISTED },
  {
    file: 'book/exposures/store-order-search.ts',
    tables: ['merchant_periods', 'order_keys', 'voids'],
    reason: LISTED,
  },
  { file: 'book/exposures/store-orders.ts', tables: ['orders'], reason: LISTED },
  { file: 'book/exposures/store-void.ts', tables: ['orders'], reason: LISTED },
  {
    file: 'book/odds-drops/store-drops.ts',
    tables: ['exposures'],
    reason: 'A drop is decided by what the head holds.',
  },
  {
    file: 'book/open-games/store-early-orders.ts',
    tables: ['merchant_periods', 'orders'],
    reason: 'A draw by seed asks once whether anybody bet before the seed was promised.',
  },
  {
    file: 'book/open-games/store-period-parts.ts',
    tables: ['merchant_periods'],
    reason: 'Once for a closed period: who bet in it.',
  },
  { file: 'book/scenario/store-ways.ts', tables: ['fly_outs', 'orders', 'voids'], reason: LISTED },
  { file: 'exports/source.ts', tables: ['change_log', 'merchants', 'paths'], reason: LISTED },
  { file: 'exports/store.ts', tables: ['exports'], reason: 'The queue of files and its sweep.' },
  { file: 'groups/store.ts', tables: ['chat_groups', 'group_messages', 'paths'], reason: LISTED },
  {
    file: 'intake/store-merchant-keys.ts',
    tables: ['merchant_keys', 'merchants'],
    reason: 'The codes that sign are read every two seconds at most; the key of the store is checked at a start.',
  },
  { file: 'ledger/export-funds.ts', tables: FUNDS, reason: LISTED },
  {
    file: 'ledger/store-ended.ts',
    tables: ['paths', 'wallets'],
    reason: 'A sweep looks for what a crash left on ended paths, of all merchants.',
  },
  { file: 'ledger/store-funds.ts', tables: FUNDS, reason: LISTED },
  {
    file: 'ledger/store-verify.ts',
    tables: ['orders'],
    reason: 'While a merchant is verified, no day leaves the orders of any.',
  },
  {
    file: 'replenishment/fly-out/store-fly-outs.ts',
    tables: ['fly_outs', 'merchant_periods', 'orders', 'outbox', 'pilots', 'voids'],
    reason: "The head's fly-out accounts lie in a merchant of its own; what is due in the outbox is asked of all.",
  },
  {
    file: 'reports/delivery/store-rollups.ts',
    tables: [...ORDERS, 'dropped_periods', 'rollup_paths', 'rollup_plays'],
    reason: LISTED,
  },
  { file: 'reports/orders/export-orders.ts', tables: [...ORDERS, 'merchants'], reason: LISTED },
  { file: 'reports/orders/store-order-page.ts', tables: [...ORDERS, 'merchants'], reason: LISTED },
  { file: 'reports/orders/store-order-roll.ts', tables: [...ORDERS, 'merchants'], reason: LISTED },
  { file: 'reports/orders/store-orders.ts', tables: ORDERS, reason: LISTED },
  {
    file: 'reports/settling-up/store-settling-up.ts',
    tables: ['paths', 'rollup_paths', 'settled_days', 'settling_ups'],
    reason: LISTED,
  },
  { file: 'settings/store-books.ts', tables: ['paths', 'pilots'], reason: 'Operators see who uses an outside book.' },
  {
    file: 'settings/store-fly-out-accounts.ts',
    tables: ['fly_out_rules', 'paths', 'pilots'],
    reason: "The head's fly-out accounts lie in a merchant of its own.",
  },
  { file: 'settlement/dropped-days/store-records.ts', tables: ['dropped_bettors'], reason: LISTED },
  {
    file: 'settlement/preview/store-preview.ts',
    tables: ['merchant_periods', 'merchants', 'posting_runs', 'postings'],
    reason: 'Operators see how far the settlement of a period is with every merchant.',
  },
  {
    file: 'settlement/verify/store-verify.ts',
    tables: ['orders'],
    reason: 'While a merchant is verified, no day leaves the orders of any.',
  },
  {
    file: 'settlement/settle/store-runs.ts',
    tables: ['corrections', 'merchant_periods', 'posting_runs'],
    reason: 'Which parts of a period are left is asked of all merchants, once a result and by a sweep.',
  },
  {
    file: 'tree/directory/store-agent-query.ts',
    tables: ['link_terms', 'paths', 'share_terms', 'wallets'],
    reason: LISTED,
  },
  { file: 'tree/paths/store-bettor-search.ts', tables: ['paths'], reason: LISTED },
  {
    file: 'tree/paths/store-merchants.ts',
    tables: ['merchants', 'paths'],
    reason: 'Lists of all merchants for jobs and choices; what the head changes raises the version of every merchant.',
  },
  { file: 'tree/paths/store-path-names.ts', tables: ['paths'], reason: LISTED },
]
