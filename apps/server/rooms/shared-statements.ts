/** Statements of one file that use tables of other rooms. */
export interface SharedStatement {
  /** The file that contains the statement, relative to apps/server/src. */
  readonly file: string
  readonly reads?: readonly string[]
  /** Tables whose rows the statement changes; it may read them too. */
  readonly writes?: readonly string[]
  /** Tables that are used only through SQL parts written by other rooms, read-only. */
  readonly byParts?: readonly string[]
  /**
   * A statement of the file only reads tables of one room that stands before it. Such a read belongs to that room
   * (decision 0129), unless `reason` says why it does not.
   */
  readonly alone?: true
  readonly reason: string
}

/** A file that sends whole statements written by stores of other rooms. */
export interface Carrier {
  readonly file: string
  readonly rooms: readonly string[]
  readonly reason: string
}

export const carriers: readonly Carrier[] = [
  {
    file: 'compose.ts',
    rooms: ['platform'],
    reason: 'A start asks the platform what the database was made for before it sets up a room.',
  },
  {
    file: 'exports/source.ts',
    rooms: ['access', 'book', 'games', 'groups', 'ledger', 'notices', 'reports', 'settlement', 'tree'],
    reason: 'An export reads a statement of the room whose list it writes, by a cursor.',
  },
  {
    file: 'intake/decide-batch.ts',
    rooms: ['book'],
    reason: "The bet's write goes with the commit behind it, as the last statement of the batch's transaction.",
  },
]

export const sharedStatements: readonly SharedStatement[] = [
  {
    file: 'platform/database-kind.ts',
    reads: ['settings'],
    writes: ['settings'],
    reason: 'Read before any room is there: a start refuses a database that was made for the other mode.',
  },
  {
    file: 'access/audit-log/store-log.ts',
    reads: ['merchants', 'paths'],
    reason:
      'A log shows records about paths at or below one, and the head’s spans all merchants; access stands before tree.',
  },
  {
    file: 'access/audit-log/store-all-logs.ts',
    reads: ['merchant_directory', 'merchants', 'paths'],
    reason:
      'Operators read the logs of all merchants by name, and of what lies below a path; access stands before tree.',
  },
  {
    file: 'access/downlines/store-downlines.ts',
    reads: ['paths'],
    reason: 'Open sessions and changes are asked for by the paths below one; access stands before tree.',
  },
  {
    file: 'access/session/store-sessions.ts',
    reads: ['paths'],
    reason: 'A call’s session, account and open paths come in one round trip: it goes before every call.',
  },
  {
    file: 'access/store-account-paths.ts',
    reads: ['paths'],
    reason: 'A sign-in and a right over a path are judged on the paths of the account; access stands before tree.',
  },
  {
    file: 'settings/store-fly-out-accounts.ts',
    reads: ['paths'],
    reason:
      'A fly-out account is a path: its name, state and time are the path’s, and lists sort and page by them; settings stands before tree.',
  },
  {
    file: 'settings/store-books.ts',
    reads: ['paths'],
    reason: 'The accounts that use a book are paths: their names and whether they are closed are the paths’.',
  },
  {
    file: 'tree/directory/store-agent-query.ts',
    reads: ['accounts', 'wallets'],
    reason: 'A page of an operator’s agents sorts by last sign-in and balance.',
  },
  {
    file: 'tree/paths/store-paths.ts',
    reads: ['accounts', 'chat_groups'],
    writes: ['wallets'],
    reason: 'A new path opens its wallet in the same statement.',
  },
  {
    file: 'tree/terms/store-terms.ts',
    reads: ['exposures', 'merchant_periods', 'orders', 'rollup_paths'],
    reason: 'The last day with an order decides when new shares begin.',
  },
  {
    file: 'ledger/store-ended.ts',
    reads: ['paths'],
    reason: 'Which paths ended and what followed them is asked together with what they are owed.',
  },
  {
    file: 'ledger/store-funds.ts',
    reads: ['accounts', 'draws', 'dropped_days', 'dropped_stakes', 'merchants', 'orders', 'paths', 'periods', 'voids'],
    reason: 'A page of funds names the order, draw and void behind each entry.',
  },
  {
    file: 'ledger/store-postings.ts',
    reads: ['merchant_periods', 'merchants', 'paths'],
    reason:
      'Posting reads the days of settled periods and the chain of paths in one statement, and whether credit is reset.',
  },
  {
    file: 'ledger/store.ts',
    reads: ['exposures', 'merchant_periods', 'paths'],
    reason: 'A holder’s balance says what is open below it, as its board does; low balances are those of open holders.',
  },
  {
    file: 'ledger/store-verify.ts',
    reads: ['dropped_days', 'dropped_stakes', 'merchant_periods', 'orders', 'voids'],
    reason: 'Verify holds balances against all stakes in one snapshot.',
  },
  {
    file: 'games/prices/store-listed-prices.ts',
    reads: ['price_drops'],
    reason: 'The list of prices shows the drop in force beside each price; games stands before book.',
  },
  {
    file: 'book/boards/store-board-cache.ts',
    reads: ['games', 'merchants', 'periods'],
    reason:
      'One statement tells every board that changed: exposures with the game and period on sale and the merchant’s version.',
  },
  {
    file: 'book/boards/store-boards.ts',
    reads: ['games', 'rollup_plays'],
    reason: 'A board of a closed period sums rollups where exposures are gone; book stands before settlement.',
  },
  {
    file: 'book/exposures/store-fold.ts',
    reads: ['fly_outs'],
    reason: 'The fold from orders knows a fly-out by its record; fold and shift must see one snapshot.',
  },
  {
    file: 'book/exposures/store-write.ts',
    writes: ['wallets'],
    reason: 'The bet’s write: orders, exposures, order keys, limits and wallets in one statement and one round trip.',
  },
  {
    file: 'book/odds-drops/store-drops.ts',
    reads: ['periods'],
    reason: 'Due drops are found over the periods on sale in one statement, and a page of the log names periods.',
  },
  {
    file: 'book/open-games/store-early-orders.ts',
    reads: ['periods'],
    reason: 'Which merchants bet in a period near its commitment is one answer.',
  },
  {
    file: 'book/open-games/store-open-games.ts',
    reads: ['periods', 'price_offsets'],
    reason: 'Offsets of the games room and drops of this one are one list of cuts, in a fixed order.',
  },
  {
    file: 'book/open-games/store-period-parts.ts',
    reads: ['periods'],
    reason:
      'A merchant’s part is read with the number, result and rules of its period in one statement, under its lock.',
  },
  {
    file: 'book/exposures/store-order-search.ts',
    reads: ['periods'],
    reason: 'A period with void orders is void as a whole, as periods say, or in single orders, as voids say.',
  },
  {
    file: 'book/scenario/store-ways.ts',
    reads: ['fly_outs'],
    reason: 'A scenario is summed over orders and open fly-outs inside the database.',
  },
  {
    file: 'replenishment/fly-out/store-fly-outs.ts',
    reads: ['merchant_periods', 'orders', 'outside_books', 'periods', 'pilots', 'voids'],
    reason: 'A page of fly-outs shows order, period and account of each.',
  },
  {
    file: 'intake/store-bets-query.ts',
    reads: ['draws', 'merchant_periods', 'orders', 'outcomes', 'paths', 'payouts', 'periods', 'posting_runs', 'voids'],
    reason: 'A page of a member’s bets shows each with period, draw, outcome and payout.',
  },
  {
    file: 'intake/store-merchant-keys.ts',
    reads: ['merchants'],
    reason: 'A key is found by the code of its merchant.',
  },
  {
    file: 'settlement/preview/store-preview.ts',
    reads: ['merchant_periods', 'merchants', 'periods', 'posting_runs', 'postings'],
    reason: 'A preview and the progress of a period are sums over its merchants in one statement each.',
  },
  {
    file: 'settlement/proposals/store-proposals.ts',
    reads: ['periods'],
    reason: 'A page of proposals names and filters by the period of each.',
  },
  {
    file: 'settlement/fold/store-orders.ts',
    reads: ['orders', 'voids'],
    byParts: ['fly_outs'],
    alone: true,
    reason: 'A step of settlement’s fold, which is one statement from orders to payouts, postings and rollups.',
  },
  {
    file: 'settlement/fold/store-lost.ts',
    reads: ['orders'],
    alone: true,
    reason: 'A step of settlement’s fold, which is one statement from orders to payouts, postings and rollups.',
  },
  {
    file: 'settlement/fold/store-sums.ts',
    reads: ['paths'],
    reason: 'A step of settlement’s fold, which is one statement from orders to payouts, postings and rollups.',
  },
  {
    file: 'settlement/fold/store-payouts.ts',
    writes: ['postings'],
    reason: 'A step of settlement’s fold, which is one statement from orders to payouts, postings and rollups.',
  },
  {
    file: 'settlement/preview/store-preview-statements.ts',
    reads: ['orders', 'paths', 'wallets'],
    reason: 'A preview runs the fold’s arithmetic and names the bettors, wallets and orders that it would change.',
  },
  {
    file: 'settlement/fold/store-cuts.ts',
    reads: ['orders'],
    alone: true,
    reason: 'A large fold is cut by the pages that its orders lie on: the fold’s own plan, and no fact about orders.',
  },
  {
    file: 'settlement/settle/store-runs.ts',
    reads: ['draws', 'merchant_periods', 'periods', 'posting_runs'],
    reason: 'What is due is found over periods, draws, merchants and their runs in one statement.',
  },
  {
    file: 'settlement/verify/store-dropped-checks.ts',
    reads: ['dropped_days'],
    reason: 'A day whose single orders were dropped is held against its records.',
  },
  {
    file: 'settlement/dropped-days/store-records.ts',
    reads: ['fly_outs', 'merchant_periods', 'orders', 'periods', 'posting_runs'],
    byParts: ['day_starts', 'fly_outs'],
    alone: true,
    reason:
      'What is needed of a day when its orders are gone is summed from them, period by period as parts were settled.',
  },
  {
    file: 'settlement/verify/store-checks.ts',
    reads: ['dropped_days', 'merchant_periods', 'orders', 'paths', 'periods', 'posting_runs', 'postings', 'voids'],
    byParts: ['day_starts', 'fly_outs'],
    reason: 'Verify computes everything again from orders in one snapshot, by statements of its own.',
  },
  {
    file: 'settlement/verify/store-verify.ts',
    reads: ['draws', 'merchant_periods', 'orders', 'periods'],
    reason: 'Verify computes everything again from orders in one snapshot, by statements of its own.',
  },
  {
    file: 'groups/store.ts',
    reads: ['orders', 'paths', 'periods', 'voids'],
    reason:
      'A ranking joins the paths of a group with their orders; what may be cancelled is one order with its period and path.',
  },
  {
    file: 'reports/delivery/store-rollups.ts',
    reads: [
      'dropped_days',
      'dropped_periods',
      'merchant_periods',
      'orders',
      'paths',
      'payouts',
      'rollup_paths',
      'rollup_plays',
      'voids',
    ],
    byParts: ['fly_outs'],
    alone: true,
    reason:
      'Closed days are summed from rollups and the open day from orders, by the same measures and filters, which are the report’s.',
  },
  {
    file: 'reports/orders/store-order-page.ts',
    reads: ['merchants', 'orders'],
    alone: true,
    reason: 'A page of orders is read by keys.',
  },
  {
    file: 'reports/orders/store-order-roll.ts',
    reads: ['merchants', 'orders'],
    reason: 'The latest orders of a path.',
  },
  {
    file: 'reports/orders/store-orders.ts',
    reads: ['draws', 'merchant_periods', 'orders', 'paths', 'payouts', 'periods', 'posting_runs', 'voids'],
    byParts: ['fly_outs'],
    reason: 'A page of orders shows each with period, draw, payout, void and path.',
  },
  {
    file: 'reports/orders/store-versions.ts',
    reads: ['draws', 'orders', 'outcomes'],
    reason: 'An order shows its outcomes by version of the draw.',
  },
  {
    file: 'reports/settling-up/store-settling-up.ts',
    reads: ['paths', 'rollup_paths'],
    reason: 'Days are added from rollups by path.',
  },
  {
    file: 'admin/home/store-home.ts',
    reads: [
      'fly_outs',
      'games',
      'ledger_entries',
      'merchant_keys',
      'merchant_periods',
      'merchants',
      'orders',
      'outside_books',
      'paths',
      'periods',
      'proposals',
      'wallets',
    ],
    reason: 'The operators’ first page asks every room what needs a person, each kind in one statement.',
  },
  {
    file: 'admin/store-merchants.ts',
    reads: ['accounts', 'merchant_keys', 'merchants', 'paths', 'wallets'],
    reason: 'The list of merchants sorts and pages by account, path, wallet and key at once.',
  },
]
