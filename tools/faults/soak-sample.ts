import { readFileSync } from 'node:fs'
import type { Member, Site } from './site.ts'
import type { LoadSample } from './soak-load.ts'
import type { PageSample } from './soak-pages.ts'

/** What a soak looks at every few seconds. */
export interface Sample extends LoadSample, PageSample {
  readonly minute: number
  readonly apiMb: number
  readonly workerMb: number
  /** The 99th percentile of the delay of the event loop. */
  readonly loopMs: number
  /** How long the oldest result waits for its settlement. */
  readonly unsettledSeconds: number
  readonly waitingBets: number
  readonly jobs: number
  readonly undelivered: number
  /** All tables that hold bets and what follows from them. */
  readonly factsMb: number
  /** What they grew since the first look, for each bet since then. */
  readonly bytesABet: number
  /** All others: they must not grow with the bets. */
  readonly boundedMb: number
}

type Seen = LoadSample & PageSample & { readonly minute: number }

/**
 * Tables that grow with the bets, or with the periods that are settled: facts are kept. Everything else is bounded by
 * the members, accounts and games that there are.
 */
const FACTS: ReadonlySet<string> = new Set([
  'orders',
  'order_keys',
  'payouts',
  'ledger_entries',
  'postings',
  'posting_runs',
  'member_items',
  'exposures',
  'merchant_periods',
  'outcomes',
  'rollup_applied',
  'rollup_paths',
  'rollup_plays',
  'fly_outs',
  'outbox',
  'periods',
  'period_seeds',
  'period_closes',
  'draws',
  'draw_entries',
])

const MB = 1024 * 1024

const residentMb = ({ child }: Member): number => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}

const largest = (values: readonly number[]): number => Math.max(0, ...values)

type Gauge = (name: string) => number

async function gauges({ url }: Member): Promise<Gauge> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? 0)
}

/** Bytes of each table with its indexes, its partitions among them. */
export async function tableSizes({ owner }: Site): Promise<ReadonlyMap<string, number>> {
  const found = await owner.query<{ name: string; bytes: bigint }>(
    `select coalesce(parent.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
       from pg_class c
       left join pg_inherits i on i.inhrelid = c.oid
       left join pg_class parent on parent.oid = i.inhparent
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      group by 1`,
  )
  return new Map(found.rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

async function queues({ owner }: Site): Promise<{ jobs: number; undelivered: number }> {
  const found = await owner.query<{ jobs: number; undelivered: number }>(
    `/* all merchants */
     select (select count(*)::integer from graphile_worker._private_jobs) as jobs,
            (select count(*)::integer from outbox where state = 'pending') as undelivered`,
  )
  const [row] = found.rows
  if (!row) throw new Error('no queues')
  return row
}

export async function takeSample(site: Site, at: Seen, first?: Pick<Sample, 'bets' | 'factsMb'>): Promise<Sample> {
  const [sizes, queued] = [await tableSizes(site), await queues(site)]
  const [apis, workers] = await Promise.all(
    [site.of('api'), site.of('worker')].map((of) => Promise.all(of.map(gauges))),
  )
  const of = (members: readonly Gauge[] | undefined, name: string): number =>
    largest((members ?? []).map((gauge) => gauge(name)))
  const mb = (isFact: boolean): number =>
    [...sizes].reduce((sum, [name, bytes]) => sum + (FACTS.has(name) === isFact ? bytes : 0), 0) / MB
  const factsMb = mb(true)
  const since = first ? at.bets - first.bets : 0
  return {
    ...at,
    ...queued,
    bytesABet: first && since > 0 ? ((factsMb - first.factsMb) * MB) / since : 0,
    apiMb: largest(site.of('api').map(residentMb)),
    workerMb: largest(site.of('worker').map(residentMb)),
    loopMs: 1000 * of(apis, 'strata_loop_delay_seconds'),
    unsettledSeconds: of(workers, 'strata_unsettled_seconds'),
    waitingBets: of(apis, 'strata_intake_waiting'),
    factsMb,
    boundedMb: mb(false),
  }
}
