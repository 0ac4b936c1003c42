/**
 * The order in which transactions lock: rows of a table, `head's` rows of merchant 0, or an advisory lock by its name. Rows
 * of merchants that the head does not own are one class with those of all others.
 */
export const lockOrder: readonly string[] = [
  // One at a time, before anything else.
  'strata:partitions',
  'strata:export:',
  // A call claims its number first and waits for the same call (oncePerRequest).
  'requests',
  'strata:merchants',

  // Of the platform: locked for a moment, and never by bets.
  'settings',
  'result_sources',
  'notices',
  'notice_reads',
  'preferences',
  // A drop is written, then its game is told that its prices changed.
  'price_drop_resets',
  'price_drops',
  'price_drop_log',
  // The game before its periods: who plans them has locked it. The period before what is proposed about it (0145).
  'games',
  'schedule_changes',
  'period_templates',
  'price_drop_steps',
  'prices',
  'price_changes',
  'periods',
  'period_closes',
  'period_seeds',
  'proposals',
  'draw_entries',
  'draws',
  'dropped_days',
  'dropped_parts',
  'dropped_stakes',
  'dropped_periods',
  'dropped_bettors',
  'chat_groups',
  'group_messages',

  // What the head changes is read by the decisions of every merchant: it is written, then all merchants are told.
  'outside_books',
  "head's pilots",
  "head's fly_out_rules",
  "head's paths",
  "head's replenishment_settings",
  'strata:several-merchants',

  // The merchant before all that is its own (0003).
  'merchants',
  // The head's terms are capped with those of all merchants, under its path.
  "head's link_terms",
  "head's share_terms",
  'merchant_directory',
  'merchant_keys',
  'pilots',
  'fly_out_rules',
  // The account before its paths, and the device before its session.
  'accounts',
  'link_terms',
  'share_terms',
  'paths',
  'known_devices',
  'sessions',
  'reset_codes',
  'sign_in_waits',
  'bulk_changes',
  'replenishment_settings',
  'price_offsets',
  'offset_changes',

  // Money. A posting takes its mark, its run and its wallets (0020); a batch its wallets, then its part of the period.
  'job_marks',
  'posting_runs',
  'postings',
  'wallets',
  'merchant_periods',
  'outcomes',
  'orders',
  'order_keys',
  'exposures',
  'member_items',
  'voids',
  'payouts',
  'corrections',
  'ledger_entries',
  'fly_outs',
  'outbox',
  'rollup_applied',
  'rollup_paths',
  'rollup_plays',
  // A mark is taken back before its days, which other marks share.
  'settling_ups',
  'settling_up_days',
  'settled_days',

  // What is told at the end.
  'exports',
  "head's exports",
  'alerts',
  "head's alerts",
  'change_log',
  "head's change_log",
  'login_log',
  'sent_messages',
  'seen_nonces',
  'seen_wrappers',
  'database_sizes',
  'processes',
  'verify_runs',
]

/** A step against the order, or within one class. */
export interface AllowedStep {
  readonly held: readonly string[]
  readonly taken: readonly string[]
  /** `later`: against the order. `other`: rows of another merchant. `stronger`: rows that were shared before. */
  readonly kind: 'later' | 'other' | 'stronger'
  /** The file that begins the transaction, under apps/server/src. Absent: any. */
  readonly opener?: string
  /** A lock that the transaction has. */
  readonly under?: string
  /** As `under`; and whoever takes these locks in the order has it too. So only one at a time takes both. */
  readonly bothUnder?: string
  /** Why no two transactions wait for each other by it. */
  readonly reason: string
}

const TERMS = ['link_terms', 'share_terms', 'paths']
const DROPPED = ['dropped_parts', 'dropped_stakes', 'dropped_periods', 'dropped_bettors']
const DROP_DAYS = 'settlement/dropped-days/drop-days.ts'
const DROPPED_REASON = 'Only who has deleted the row of the day deletes its records; merchants come in one order.'

export const allowedSteps: readonly AllowedStep[] = [
  {
    held: ['merchants'],
    taken: ['merchants'],
    kind: 'other',
    under: 'strata:several-merchants',
    reason: 'One at a time locks several.',
  },
  {
    held: TERMS,
    taken: TERMS,
    kind: 'other',
    under: 'merchants',
    reason: 'The head caps terms merchant by merchant, and has locked them all.',
  },
  {
    held: ['share_terms', 'paths'],
    taken: ['link_terms', 'share_terms'],
    kind: 'later',
    bothUnder: 'merchants',
    reason: 'The head caps terms merchant by merchant, and has locked them all.',
  },
  {
    held: ['merchant_periods'],
    taken: ['wallets'],
    kind: 'later',
    bothUnder: 'merchants',
    reason: 'A replenishment opens its period before it knows which members it charges.',
  },
  {
    held: ['wallets'],
    taken: ['accounts', 'link_terms', 'share_terms', 'paths'],
    kind: 'later',
    bothUnder: 'merchants',
    reason: 'A member becomes an agent only while nothing of it is open, which its wallet says.',
  },
  {
    held: ['accounts'],
    taken: ["head's paths", 'strata:several-merchants', 'merchants'],
    kind: 'later',
    reason: 'The account is one of the head: who has locked a merchant locks accounts of that merchant alone.',
  },
  {
    held: ['accounts', 'link_terms', 'share_terms', 'paths'],
    taken: ['merchant_directory'],
    kind: 'later',
    under: 'strata:merchants',
    reason: 'The merchant is new, with its account, paths and terms: nobody else knows them.',
  },
  {
    held: ['proposals'],
    taken: ['period_seeds'],
    kind: 'later',
    reason: 'Both belong to the period, which is locked first.',
  },
  {
    held: ['games', 'prices'],
    taken: ['settings'],
    kind: 'later',
    opener: 'games/setup/setup-games.ts',
    reason: 'The year of the prices is a setting of its own, locked by nobody who waits for a game.',
  },
  {
    held: ['games'],
    taken: ['settings'],
    kind: 'later',
    opener: 'games/prices/lunar-prices.ts',
    reason: 'The year of the prices is a setting of its own, locked by nobody who waits for a game.',
  },
  {
    held: ['periods', 'period_seeds'],
    taken: ['games', 'prices', 'settings'],
    kind: 'later',
    opener: 'games/setup/setup-games.ts',
    reason: 'The periods are of games that it has locked, the next game is another one.',
  },
  { held: DROPPED, taken: DROPPED, kind: 'later', opener: DROP_DAYS, reason: DROPPED_REASON },
  { held: DROPPED, taken: DROPPED, kind: 'other', opener: DROP_DAYS, reason: DROPPED_REASON },
]
