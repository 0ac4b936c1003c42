export interface Room {
  readonly name: string
  /**
   * Tables that belong to this room: only its stores may name them, except for the statements of
   * shared-statements.ts.
   */
  readonly tables: readonly string[]
}

/** Server rooms in the order of the architecture: each imports only rooms before it. */
export const rooms: readonly Room[] = [
  { name: 'platform', tables: [] },
  {
    name: 'access',
    tables: [
      'accounts',
      'change_log',
      'day_starts',
      'known_devices',
      'login_log',
      'requests',
      'reset_codes',
      'seen_nonces',
      'seen_wrappers',
      'sent_messages',
      'sessions',
      'settings',
      'sign_in_waits',
    ],
  },
  { name: 'exports', tables: ['exports'] },
  { name: 'settings', tables: ['fly_out_rules', 'outside_books', 'pilots', 'replenishment_settings'] },
  { name: 'tree', tables: ['bulk_changes', 'link_terms', 'merchant_directory', 'merchants', 'paths', 'share_terms'] },
  { name: 'ledger', tables: ['job_marks', 'ledger_entries', 'posting_runs', 'postings', 'wallets'] },
  { name: 'accounts', tables: [] },
  {
    name: 'games',
    tables: [
      'draw_entries',
      'draws',
      'dropped_days',
      'games',
      'offset_changes',
      'period_closes',
      'period_seeds',
      'period_templates',
      'periods',
      'price_changes',
      'price_offsets',
      'prices',
      'result_sources',
      'schedule_changes',
    ],
  },
  {
    name: 'book',
    tables: [
      'exposures',
      'member_items',
      'merchant_periods',
      'order_keys',
      'orders',
      'price_drop_log',
      'price_drop_resets',
      'price_drop_steps',
      'price_drops',
      'voids',
    ],
  },
  { name: 'replenishment', tables: ['fly_outs', 'outbox'] },
  { name: 'intake', tables: ['merchant_keys'] },
  {
    name: 'settlement',
    tables: [
      'corrections',
      'dropped_bettors',
      'dropped_parts',
      'dropped_periods',
      'dropped_stakes',
      'outcomes',
      'payouts',
      'proposals',
      'rollup_applied',
      'rollup_paths',
      'rollup_plays',
    ],
  },
  { name: 'groups', tables: ['chat_groups', 'group_messages'] },
  { name: 'reports', tables: ['settled_days', 'settling_up_days', 'settling_ups'] },
  { name: 'notices', tables: ['alerts', 'notice_reads', 'notices', 'preferences'] },
  { name: 'admin', tables: ['database_sizes', 'processes', 'verify_runs'] },
  { name: 'demo', tables: [] },
]
