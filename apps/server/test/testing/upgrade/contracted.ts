/**
 * What migrations took away from statements of the version before. Expand, then contract: a version first stops using a
 * thing, and only a migration of a later version takes it away; that migration has a line here.
 */
export interface Contracted {
  readonly migration: string
  /** As the test tells it. */
  readonly what: string
  /** The first version that did not use it, by its newest migration; or what broke. */
  readonly stoppedIn: string
  readonly reason: string
}

/** From this migration on, a version must have stopped before. Earlier ones are of the first days of the project. */
export const SAFE_SINCE = '0039'

export const CONTRACTED: readonly Contracted[] = [
  {
    migration: '0016-streak-drops-and-answers',
    what: 'column gone: replenishment_settings.halted',
    stoppedIn: '0016: bets that an older process takes fail until it is stopped',
    reason: 'No call ever wrote the switch, but versions before read it.',
  },
  {
    migration: '0016-streak-drops-and-answers',
    what: 'key gone: price_drops btree (period_id, play, price_key)',
    stoppedIn: '0016: odds drops of an older process fail until it is stopped',
    reason: 'A price key may have a drop by stakes and one by a streak: the key got the cause.',
  },
  {
    migration: '0021-notice-readers',
    what: 'column gone: notices.audience',
    stoppedIn: '0021: the lists of notices of an older process fail until it is stopped',
    reason: 'One merchant became a list of merchants.',
  },
  {
    migration: '0022-proposals',
    what: 'column gone: draw_entries.operator_id',
    stoppedIn: '0022: results that reach an older process are refused until it is stopped',
    reason: 'What operators enter became a proposal with a table of its own.',
  },
  {
    migration: '0022-proposals',
    what: 'column gone: draw_entries.operator',
    stoppedIn: '0022: as operator_id',
    reason: 'As operator_id.',
  },
]

/** Rows that a migration changes on purpose. Everything else must be there afterwards as it was. */
export interface Rewritten {
  readonly migration: string
  readonly table: string
  /** Columns with new values; absent: all columns of the rows below. */
  readonly column?: string
  /** Condition of the rows `t` that are removed, also where `t` has no such column yet. */
  readonly gone?: string
  /** Condition of the rows `t` that are added. */
  readonly added?: string
  readonly reason: string
}

export const REWRITTEN: readonly Rewritten[] = [
  {
    migration: '0017-database-kind',
    table: 'settings',
    added: `t.key = 'kind'`,
    reason: 'A filled database gets its kind.',
  },
  {
    migration: '0020-operators-actions',
    table: 'accounts',
    column: 'permission_ids',
    reason: 'Permissions of a page became one for each action.',
  },
  {
    migration: '0022-proposals',
    table: 'draw_entries',
    gone: `to_jsonb(t) ->> 'operator_id' is not null`,
    reason: 'Entries of operators that waited are entered again, as proposals.',
  },
]
