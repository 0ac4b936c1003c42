/**
 * Where the rows of a table lie on a Citus cluster. On a plain PostgreSQL the kinds mean nothing.
 *
 * - `distributed`: spread by merchant; all rows of one merchant lie together on one machine.
 * - `reference`: small, written seldom, and whole on every machine, so that every merchant's statements can join it.
 * - `local`: on the coordinator alone. No statement joins it with distributed tables.
 */
export type TableKind = 'distributed' | 'reference' | 'local'

/**
 * A spread table that was made before it knew its merchants: its key begins with the merchant on a cluster alone. On one
 * PostgreSQL older processes write it by its old key.
 */
export const LATE_MERCHANTS = 'job_marks'

/** The table whose rows are merchants themselves: spread by `id`. The others are spread by `merchant_id`. */
export const MERCHANTS = 'merchants'

const distributed = [
  // access
  'change_log',
  // exports
  'exports',
  // settings
  'fly_out_rules',
  'pilots',
  'replenishment_settings',
  // tree
  'bulk_changes',
  'link_terms',
  MERCHANTS,
  'paths',
  'share_terms',
  // ledger
  'job_marks',
  'ledger_entries',
  'posting_runs',
  'postings',
  'wallets',
  // games
  'offset_changes',
  'price_offsets',
  // book
  'exposures',
  'member_items',
  'merchant_periods',
  'order_keys',
  'orders',
  'voids',
  // replenishment
  'fly_outs',
  'outbox',
  // intake
  'merchant_keys',
  // settlement
  'corrections',
  'dropped_bettors',
  'dropped_parts',
  'dropped_periods',
  'dropped_stakes',
  'outcomes',
  'payouts',
  'rollup_applied',
  'rollup_paths',
  'rollup_plays',
  // groups
  'chat_groups',
  'group_messages',
  // reports
  'settled_days',
  'settling_up_days',
  'settling_ups',
  // notices
  'alerts',
] as const

const reference = [
  // access: names of people stand beside paths in lists
  'accounts',
  'day_starts',
  'settings',
  // settings
  'outside_books',
  // tree: which merchant a code or a host names
  'merchant_directory',
  // games
  'draw_entries',
  'draws',
  'dropped_days',
  'games',
  'period_closes',
  'period_seeds',
  'period_templates',
  'periods',
  'price_changes',
  'prices',
  'result_sources',
  'schedule_changes',
  // book: drops hold for all merchants
  'price_drop_log',
  'price_drop_resets',
  'price_drop_steps',
  'price_drops',
  // settlement: proposals are listed with the period and the order that they are about
  'proposals',
  // notices: one that another refers to comes before it
  'notices',
  'notice_reads',
] as const

const local = [
  // access: what belongs to a person, a device or an address, and is written with every call
  'known_devices',
  'login_log',
  'requests',
  'reset_codes',
  'seen_nonces',
  'seen_wrappers',
  'sent_messages',
  'sessions',
  'sign_in_waits',
  // notices
  'preferences',
  // admin
  'database_sizes',
  'processes',
  'verify_runs',
  // the migrations themselves
  'schema_migrations',
] as const

const entries = (tables: readonly string[], kind: TableKind): [string, TableKind][] =>
  tables.map((table) => [table, kind])

/** The kind of every table of the product. Tables of the job runner are local and not listed. */
export const tableKinds: ReadonlyMap<string, TableKind> = new Map([
  ...entries(distributed, 'distributed'),
  ...entries(reference, 'reference'),
  ...entries(local, 'local'),
])
