import { readFileSync } from 'node:fs'
import type { Member, Site } from './site.ts'

/** What a soak looks at every few seconds. */
export interface Sample {
  readonly minute: number
  readonly betsPerSecond: number
  readonly apiMb: number
  readonly workerMb: number
  /** The slowest of some calls for a page, in milliseconds. */
  readonly pageMs: number
  readonly waitingBets: number
  readonly jobs: number
  readonly undelivered: number
  readonly ordersMb: number
  /** Tables that must not grow with the orders. */
  readonly smallMb: number
}

const MB = 1024 * 1024

const residentMb = ({ child }: Member): number => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}

const largest = (values: readonly number[]): number => Math.max(0, ...values)

async function gauge(member: Member, name: string): Promise<number> {
  const text = await (await fetch(`${member.url}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? 0)
}

/** Sizes of tables; partitions count for their parent. */
async function sizes({ owner }: Site): Promise<{ orders: number; small: number; jobs: number; undelivered: number }> {
  const found = await owner.query<{ orders: bigint; small: bigint; jobs: number; undelivered: number }>(
    `/* all merchants */
     select (select sum(pg_total_relation_size(c.oid)) from pg_class c where c.relkind in ('r', 'm')
               and (c.relname like 'orders%' or c.relname = 'order_keys'))::bigint as orders,
            (select sum(pg_total_relation_size(c.oid)) from pg_class c
              where c.relname in ('wallets', 'seen_nonces', 'processes', 'sessions', 'merchant_periods', 'outbox')
                and c.relkind = 'r')::bigint
              + pg_total_relation_size('graphile_worker._private_jobs') as small,
            (select count(*)::integer from graphile_worker._private_jobs) as jobs,
            (select count(*)::integer from outbox where state = 'pending') as undelivered`,
  )
  const [row] = found.rows
  if (!row) throw new Error('no sizes')
  return { ...row, orders: Number(row.orders), small: Number(row.small) }
}

export async function takeSample(
  site: Site,
  at: { readonly minute: number; readonly betsPerSecond: number; readonly pageMs: number },
): Promise<Sample> {
  const { orders, small, jobs, undelivered } = await sizes(site)
  const waiting = await Promise.all(site.of('api').map((member) => gauge(member, 'strata_intake_waiting')))
  return {
    ...at,
    apiMb: largest(site.of('api').map(residentMb)),
    workerMb: largest(site.of('worker').map(residentMb)),
    waitingBets: largest(waiting),
    jobs,
    undelivered,
    ordersMb: orders / MB,
    smallMb: small / MB,
  }
}
