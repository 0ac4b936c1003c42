/** Alerts for Prometheus. Each has a section in docs/runbook.md with the same name. */
import { BET_PATH, boardsSlow, quantile, reportsSlow } from './goals.ts'

export interface Alert {
  readonly name: string
  /** `page`: somebody must look now. `ticket`: today. */
  readonly severity: 'page' | 'ticket'
  readonly value: string
  readonly is: '>' | '<' | '=='
  readonly limit: number
  /** How long it must be so. */
  readonly lasting: string
  readonly unit: 's' | 'bytes' | 'short' | 'percentunit'
  readonly summary: string
}

const HOUR = 3_600
const DAY = 24 * HOUR

/** The part of calls with a fault of the server. */
const failing = (labels: string): string =>
  `sum(rate(strata_http_seconds_count{${labels}status=~"5.."}[5m])) / sum(rate(strata_http_seconds_count{${labels.replace(/,$/, '')}}[5m]))`

const page = (name: string, rest: Omit<Alert, 'name' | 'severity'>): Alert => ({ name, severity: 'page', ...rest })
const ticket = (name: string, rest: Omit<Alert, 'name' | 'severity'>): Alert => ({ name, severity: 'ticket', ...rest })

const stops: readonly Alert[] = [
  page('ServerDown', {
    value: 'min by (instance) (up{job="strata"})',
    is: '==',
    limit: 0,
    lasting: '1m',
    unit: 'short',
    summary: 'A process does not answer /metrics.',
  }),
  page('NotReady', {
    value: 'min by (instance, check) (strata_ready)',
    is: '==',
    limit: 0,
    lasting: '2m',
    unit: 'short',
    summary: 'A check of /readyz fails.',
  }),
  page('DatabaseGone', {
    value: 'max(strata_database_up)',
    is: '==',
    limit: 0,
    lasting: '1m',
    unit: 'short',
    summary: 'No process gets an answer from the database.',
  }),
  page('BetsFail', {
    value: failing(`route="${BET_PATH}",`),
    is: '>',
    limit: 0.001,
    lasting: '2m',
    unit: 'percentunit',
    summary: 'Calls with bets are answered with a fault of the server.',
  }),
  page('BetsShed', {
    value: 'sum(rate(strata_bets_total{answer="shed"}[5m]))',
    is: '>',
    limit: 0,
    lasting: '5m',
    unit: 'short',
    summary: 'Bets are shed with 429 because the queue is full.',
  }),
  page('SettlementLate', {
    value: 'max(strata_unsettled_seconds)',
    is: '>',
    limit: 300,
    lasting: '1m',
    unit: 's',
    summary: 'A result has not been settled for five minutes.',
  }),
  page('ResultLate', {
    value: 'max(strata_results_late)',
    is: '>',
    limit: 0,
    lasting: '5m',
    unit: 'short',
    summary: 'A drawn period has no result.',
  }),
  page('VerifyFaults', {
    value: 'max(strata_verify_faults)',
    is: '>',
    limit: 0,
    lasting: '1m',
    unit: 'short',
    summary: 'Verify found books that do not balance, or could not finish.',
  }),
  page('PartitionsShort', {
    value: 'min(strata_partitions_ahead_days)',
    is: '<',
    limit: 3,
    lasting: '10m',
    unit: 'short',
    summary: 'Fewer than three days have a partition for orders.',
  }),
  page('DiskFull', {
    value: 'min(strata_disk_bytes{kind="free"}) / max(strata_disk_bytes{kind="total"})',
    is: '<',
    limit: 0.1,
    lasting: '10m',
    unit: 'percentunit',
    summary: 'Less than a tenth of the disk is free.',
  }),
]

const slow: readonly Alert[] = [
  ticket('CallsFail', {
    value: failing(''),
    is: '>',
    limit: 0.01,
    lasting: '5m',
    unit: 'percentunit',
    summary: 'More than one call of a hundred is answered with a fault of the server.',
  }),
  ticket('BetsSlow', {
    value: quantile(0.99, 'strata_bet_seconds'),
    is: '>',
    limit: 0.05,
    lasting: '10m',
    unit: 's',
    summary: 'One call with bets of a hundred takes more than 50 ms.',
  }),
  ticket('BoardsSlow', {
    value: boardsSlow,
    is: '>',
    limit: 0.05,
    lasting: '15m',
    unit: 's',
    summary: 'One board of a hundred takes more than 50 ms.',
  }),
  ticket('LiveLate', {
    value: quantile(0.99, 'strata_live_seconds'),
    is: '>',
    limit: 0.5,
    lasting: '10m',
    unit: 's',
    summary: 'Changes reach open boards later than 500 ms after their bet.',
  }),
  ticket('ReportsSlow', {
    value: reportsSlow,
    is: '>',
    limit: 0.5,
    lasting: '15m',
    unit: 's',
    summary: 'One report of a hundred takes more than half a second.',
  }),
  ticket('LoopDelay', {
    value: 'max by (instance) (strata_loop_delay_seconds)',
    is: '>',
    limit: 0.2,
    lasting: '5m',
    unit: 's',
    summary: 'The event loop of a process is late.',
  }),
  ticket('DatabaseWaits', {
    value: 'min_over_time(strata_db_waiting[5m])',
    is: '>',
    limit: 0,
    lasting: '5m',
    unit: 'short',
    summary: 'Calls wait for a database connection all the time.',
  }),
  ticket('SlowStatements', {
    value: 'sum(rate(strata_slow_statements_total[5m])) + sum(rate(strata_intake_slow_statements_total[5m]))',
    is: '>',
    limit: 0.1,
    lasting: '10m',
    unit: 'short',
    summary: 'More than six slow statements a minute.',
  }),
  ticket('PasswordsWait', {
    value: 'max by (instance) (strata_passwords_waiting)',
    is: '>',
    limit: 20,
    lasting: '5m',
    unit: 'short',
    summary: 'Sign-ins wait for their password to be checked.',
  }),
]

const around: readonly Alert[] = [
  ticket('JobsFailed', {
    value: 'max by (task) (strata_jobs_failed)',
    is: '>',
    limit: 0,
    lasting: '5m',
    unit: 'short',
    summary: 'A job has no tries left.',
  }),
  ticket('JobsLate', {
    value: 'max by (task) (strata_job_age_seconds)',
    is: '>',
    limit: 300,
    lasting: '5m',
    unit: 's',
    summary: 'A due job has waited for five minutes.',
  }),
  ticket('LoopStands', {
    value: 'max by (loop) (strata_loop_age_seconds)',
    is: '>',
    limit: 300,
    lasting: '5m',
    unit: 's',
    summary: 'Repeated work is not done by any process.',
  }),
  ticket('ProcessLost', {
    value: 'max(strata_processes{state="lost"})',
    is: '>',
    limit: 0,
    lasting: '5m',
    unit: 'short',
    summary: 'A process ended without saying so.',
  }),
  ticket('ConnectionsFull', {
    value: 'max(strata_database_connections{kind="open"}) / max(strata_database_connections{kind="max"})',
    is: '>',
    limit: 0.9,
    lasting: '5m',
    unit: 'percentunit',
    summary: 'Nine of ten connections of the database are open.',
  }),
  ticket('LongTransaction', {
    value: 'max(strata_oldest_transaction_seconds)',
    is: '>',
    limit: HOUR,
    lasting: '5m',
    unit: 's',
    summary: 'A transaction has been open for an hour.',
  }),
  ticket('MemoryHigh', {
    value: 'max by (instance) (strata_resident_bytes)',
    is: '>',
    limit: 2e9,
    lasting: '15m',
    unit: 'bytes',
    summary: 'A process uses more than 2 GB.',
  }),
  ticket('ReplicaLate', {
    value: 'max by (replica) (strata_replica_lag_seconds)',
    is: '>',
    limit: 60,
    lasting: '10m',
    unit: 's',
    summary: 'A replica is more than a minute behind.',
  }),
  ticket('FlyOutsUnknown', {
    value: 'max(strata_fly_outs_unknown)',
    is: '>',
    limit: 0,
    lasting: '15m',
    unit: 'short',
    summary: 'An outside book has not said yes or no to a fly-out.',
  }),
  ticket('BackupOld', {
    value: 'time() - max(strata_backup_timestamp_seconds)',
    is: '>',
    limit: 36 * HOUR,
    lasting: '10m',
    unit: 's',
    summary: 'The last backup is older than 36 hours.',
  }),
  ticket('WalNotArchived', {
    value: 'max(strata_wal_unarchived_bytes)',
    is: '>',
    limit: 1e9,
    lasting: '10m',
    unit: 'bytes',
    summary: 'The archive of the WAL is a gigabyte behind.',
  }),
  ticket('VerifyOld', {
    value: 'time() - max(strata_verify_timestamp_seconds)',
    is: '>',
    limit: 7 * DAY,
    lasting: '10m',
    unit: 's',
    summary: 'All books were last found clean more than a week ago.',
  }),
  ticket('CertificateEnds', {
    value: 'min by (address) (strata_certificate_end_timestamp_seconds) - time()',
    is: '<',
    limit: 14 * DAY,
    lasting: '10m',
    unit: 's',
    summary: 'A certificate of a site ends within two weeks.',
  }),
  ticket('SpansLost', {
    value: 'sum(rate(strata_spans_lost_total[5m]))',
    is: '>',
    limit: 0,
    lasting: '10m',
    unit: 'short',
    summary: 'The receiver of traces does not take them.',
  }),
]

export const ALERTS: readonly Alert[] = [...stops, ...slow, ...around]
