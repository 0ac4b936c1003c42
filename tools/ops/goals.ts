/** What the product promises (docs/goals.md is made from this list), and the metrics that show it on a running server. */
import { ENDPOINTS } from '@strata/contract/endpoints'

export interface Goal {
  readonly id: string
  readonly text: string
  /** Expressions of its panel, by the name of their line. */
  readonly lines: Readonly<Record<string, string>>
  readonly unit: 's' | 'bytes' | 'short' | 'percentunit' | 'ops'
  /** The line of the goal in its panel, where it is a number of the running server. */
  readonly limit?: number
  /** What only `npm run bench` or a browser test can measure, because it needs a reference beside it. */
  readonly bench?: string
}

const pathsOf = (wanted: (id: string) => boolean): string => {
  const paths = ENDPOINTS.filter(({ id }) => wanted(id)).map(({ path }) => path)
  if (paths.length === 0) throw new Error('no such call')
  return [...new Set(paths)].sort().join('|')
}

export const BET_PATH = pathsOf((id) => id === 'intake.orderCreate')
const BOARDS = new Set(['tmzx1', 'tmzx2', 'common', 'type', 'zm16', 'zmt', 'multiCommon'].map((name) => `book.${name}`))
const BOARD_PATHS = pathsOf((id) => BOARDS.has(id))
const REPORT_PATHS = pathsOf((id) => id === 'reports.deliveryQuery' || id === 'reports.classificationQuery')

/** A quantile of a histogram over five minutes. */
export const quantile = (q: number, metric: string, labels = ''): string =>
  `histogram_quantile(${q}, sum by (le) (rate(${metric}_bucket${labels}[5m])))`

const ofPaths = (paths: string): string => `{route=~"${paths}"}`
export const boardsSlow = quantile(0.99, 'strata_http_seconds', ofPaths(BOARD_PATHS))
export const reportsSlow = quantile(0.99, 'strata_http_seconds', ofPaths(REPORT_PATHS))

export const GOALS: readonly Goal[] = [
  {
    id: 'intake-rate',
    text: 'Bets: at least 75% of a bare reference that writes the same rows; at most a third of the processor time of single bets.',
    lines: {
      'accepted bets a second': 'sum(rate(strata_bets_total{answer="accepted"}[1m]))',
      'refused bets a second': 'sum(rate(strata_bets_total{answer="refused"}[1m]))',
      'bets of a batch': 'sum(rate(strata_batch_bets_sum[5m])) / sum(rate(strata_batch_bets_count[5m]))',
      'ms of a batch': '1000 * sum(rate(strata_batch_seconds_sum[5m])) / sum(rate(strata_batch_seconds_count[5m]))',
    },
    unit: 'short',
    bench: 'npm run bench -- --only in-process',
  },
  {
    id: 'intake-time',
    text: 'Bets: 99 of 100 calls are answered within 10 ms at 2,000 bets a second, and within 50 ms at 8,000.',
    lines: { p99: quantile(0.99, 'strata_bet_seconds'), p50: quantile(0.5, 'strata_bet_seconds') },
    unit: 's',
    limit: 0.05,
    bench: 'npm run bench -- --only latency',
  },
  {
    id: 'intake-queue',
    text: 'Bets: the queue is bounded and sheds with 429; no merchant holds up another.',
    lines: {
      'bets that wait': 'max(strata_intake_waiting)',
      'shed bets a second': 'sum(rate(strata_bets_total{answer="shed"}[5m]))',
      'ms the oldest call waited, p99': `1000 * ${quantile(0.99, 'strata_queue_seconds')}`,
    },
    unit: 'short',
  },
  {
    id: 'settlement-time',
    text: 'Settlement: a million orders in at most twice the time of the bare reference.',
    lines: {
      'longest settlements': quantile(0.99, 'strata_settle_seconds'),
      'oldest result not settled': 'max(strata_unsettled_seconds)',
    },
    unit: 's',
    bench: 'npm run bench -- --only settlement',
  },
  {
    id: 'settlement-beside-bets',
    text: 'Settlement: the time of bets at most doubles while it runs, and no bet is refused for it.',
    lines: {
      'p99 of bets': quantile(0.99, 'strata_bet_seconds'),
      'seconds of settlement a second': 'sum(rate(strata_settle_seconds_sum[1m]))',
    },
    unit: 's',
    bench: 'npm run bench -- --only beside',
  },
  {
    id: 'boards-time',
    text: 'Boards: 99 of 100 reads within 15 ms at the server, at 5,000 bets a second.',
    lines: { p99: boardsSlow },
    unit: 's',
    limit: 0.015,
    bench: 'npm run bench -- --only boards',
  },
  {
    id: 'boards-live',
    text: 'Boards: a changed cell is on a connected screen within 500 ms of the accepted bet.',
    lines: { p99: quantile(0.99, 'strata_live_seconds') },
    unit: 's',
    limit: 0.5,
    bench: 'npm run bench -- --only pushed',
  },
  {
    id: 'boards-cost',
    text: 'Boards: 500 connected boards cost less than half a core.',
    lines: {
      'cores in use': 'sum by (instance) (rate(strata_cpu_seconds_total[1m]))',
      'hundreds of open streams': 'sum by (instance) (strata_streams) / 100',
    },
    unit: 'short',
    bench: 'npm run bench -- --only connected',
  },
  {
    id: 'reports-time',
    text: 'Reports: a month of deliveries within 50 ms for 99 of 100 reads, equal to the orders to the last unit.',
    lines: { p99: reportsSlow },
    unit: 's',
    limit: 0.05,
    bench: 'npm run bench -- --only reports',
  },
  {
    id: 'reports-apart',
    text: 'Reports have connections of their own and never delay bets.',
    lines: {
      'reports that wait': 'max(strata_reports_waiting)',
      'calls that wait': 'max(strata_db_waiting)',
      'connections of the calls': 'max(strata_db_open)',
    },
    unit: 'short',
  },
  {
    id: 'exports',
    text: 'Exports stream with flat memory.',
    lines: { 'resident memory': 'max by (instance) (strata_resident_bytes)' },
    unit: 'bytes',
    bench: 'npm run bench -- --only exports',
  },
  {
    id: 'rebuild',
    text: 'Exposure is rebuilt from a million open orders within 4 s and is identical.',
    lines: { 'verify of one merchant, p99': quantile(0.99, 'strata_verify_seconds') },
    unit: 's',
    bench: 'npm run bench -- --only rebuild',
  },
  {
    id: 'web',
    text: 'Web: sign-in within 75 kB of script and 250 ms, a list page within 330 kB.',
    lines: { 'files of the site, p99': quantile(0.99, 'strata_http_seconds', '{route="/*"}') },
    unit: 's',
    bench: 'npm run bench -- --only web',
  },
  {
    id: 'growth',
    text: 'Growth: tables and queues stay bounded.',
    lines: {
      'the database': 'max(strata_database_bytes)',
      'largest tables': 'topk(5, max by (table) (strata_table_bytes))',
    },
    unit: 'bytes',
  },
  {
    id: 'queues',
    text: 'Jobs are done soon, once, and by any worker.',
    lines: {
      waiting: 'sum(max by (task) (strata_jobs_waiting))',
      failed: 'sum(max by (task) (strata_jobs_failed))',
      'seconds the oldest waits': 'max(strata_job_age_seconds)',
      'seconds a loop is late': 'max(strata_loop_age_seconds)',
    },
    unit: 'short',
  },
  {
    id: 'scale-out',
    text: 'Any number of processes over one database; partitions exist 14 days ahead; limits never read a replica.',
    lines: {
      'processes, by what they do': 'count by (role) (strata_info)',
      'processes that live or are lost': 'max by (state) (strata_processes)',
      'days with a partition': 'min(strata_partitions_ahead_days)',
      'seconds a replica is behind': 'max(strata_replica_lag_seconds)',
    },
    unit: 'short',
  },
  {
    id: 'never-stops',
    text: 'Nothing stops a merchant: processes and database answer.',
    lines: {
      'checks of readyz': 'min by (check) (strata_ready)',
      'the database answers': 'max(strata_database_up)',
      'seconds of loop delay': 'max(strata_loop_delay_seconds)',
      'failed calls a second': 'sum(rate(strata_http_seconds_count{status=~"5.."}[5m]))',
    },
    unit: 'short',
  },
  {
    id: 'database',
    text: 'The database has room: connections, short transactions, few slow statements, free disk.',
    lines: {
      'connections in use':
        'max(strata_database_connections{kind="open"}) / max(strata_database_connections{kind="max"})',
      'free disk': 'min(strata_disk_bytes{kind="free"}) / max(strata_disk_bytes{kind="total"})',
      'hours of the oldest transaction': 'max(strata_oldest_transaction_seconds) / 3600',
      'slow statements a second':
        'sum(rate(strata_slow_statements_total[5m])) + sum(rate(strata_intake_slow_statements_total[5m]))',
    },
    unit: 'percentunit',
  },
  {
    id: 'passwords',
    text: 'Passwords: one hash at a time in a process and at most 50 that wait.',
    lines: { 'hashes that wait': 'max(strata_passwords_waiting)' },
    unit: 'short',
    limit: 50,
  },
  {
    id: 'books',
    text: 'Books balance at any time, and every result is settled.',
    lines: {
      'runs of verify with faults': 'max(strata_verify_faults)',
      'days since all books were clean': '(time() - max(strata_verify_timestamp_seconds)) / 86400',
      'overdue results': 'max(strata_results_late)',
      'fly-outs without an answer': 'max(strata_fly_outs_unknown)',
    },
    unit: 'short',
  },
  {
    id: 'recovery',
    text: 'A backup is one command and verified; what came after it is in the archive of the WAL.',
    lines: {
      'hours since the last backup': '(time() - max(strata_backup_timestamp_seconds)) / 3600',
      'GB of WAL that no archive has': 'max(strata_wal_unarchived_bytes) / 1e9',
    },
    unit: 'short',
  },
  {
    id: 'outside',
    text: 'What stands around the server is watched: certificates of the proxies, the receiver of traces.',
    lines: {
      'days until the first certificate ends': '(min(strata_certificate_end_timestamp_seconds) - time()) / 86400',
      'lost spans a second': 'sum(rate(strata_spans_lost_total[5m]))',
    },
    unit: 'short',
  },
]
