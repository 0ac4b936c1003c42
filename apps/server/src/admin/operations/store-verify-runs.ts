import type { MerchantId } from '@strata/domain/ids'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'

export type RunState = 'waiting' | 'running' | 'clean' | 'faulty' | 'broken'

/** The first row of a merchant that breaks a rule. */
export interface Finding {
  readonly merchantId: MerchantId
  readonly merchant: string
  readonly check: string
  readonly row: string
}

export interface VerifyRun {
  readonly id: bigint
  readonly operator: string
  readonly at: bigint
  readonly only_one: string | null
  readonly merchants: readonly MerchantId[]
  readonly done: number
  readonly state: RunState
  readonly started_at: bigint | null
  readonly done_at: bigint | null
  readonly findings: readonly Finding[]
  readonly error: string
}

const columns = 'id, operator, at, only_one, merchants, done, state, started_at, done_at, findings, error'

/** Answers false while another run waits or goes. */
export async function insertRun(
  on: Queryable,
  run: Pick<VerifyRun, 'id' | 'operator' | 'only_one' | 'merchants'> & { readonly at: number },
): Promise<boolean> {
  const made = await on.query(
    `insert into verify_runs (id, operator, at, only_one, merchants) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [String(run.id), run.operator, run.at, run.only_one, run.merchants],
  )
  return made.rowCount === 1
}

/** A run that is not over: begins it, or goes on with one whose process ended. */
export const beginRun = (on: Queryable, id: bigint, at: number): Promise<VerifyRun | undefined> =>
  maybeRow<VerifyRun & Record<string, unknown>>(
    on,
    `update verify_runs set state = 'running', started_at = coalesce(started_at, $2)
      where id = $1 and state in ('waiting', 'running') returning ${columns}`,
    [String(id), at],
  )

/** One more merchant is done. */
export async function addFindings(on: Queryable, id: bigint, findings: readonly Finding[]): Promise<void> {
  await on.query('update verify_runs set done = done + 1, findings = findings || $2::jsonb where id = $1', [
    String(id),
    JSON.stringify(findings),
  ])
}

/** Ends a run. Without an error its findings decide how. */
export async function endRun(on: Queryable, id: bigint, at: number, error: string): Promise<void> {
  await on.query(
    `update verify_runs
        set done_at = $2, error = $3,
            state = case when $3 <> '' then 'broken' when findings = '[]' then 'clean' else 'faulty' end
      where id = $1`,
    [String(id), at, error],
  )
}

export async function pageOfRuns(
  on: Queryable,
  page: { readonly ascending: boolean; readonly limit: number; readonly offset: number },
): Promise<{ items: VerifyRun[]; total: number }> {
  const items = await rows<VerifyRun & Record<string, unknown>>(
    on,
    `select ${columns} from verify_runs order by at ${page.ascending ? 'asc' : 'desc'}, id desc limit $1 offset $2`,
    [page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(on, 'select count(*)::integer as total from verify_runs', [])
  return { items, total }
}

/**
 * Runs that ended badly and are the newest word on their books: no later run over the same merchant, or over all, was
 * clean.
 */
export const badRuns = (on: Queryable): Promise<Pick<VerifyRun, 'only_one' | 'findings' | 'error' | 'done_at'>[]> =>
  rows(
    on,
    `select distinct on (only_one) only_one, findings, error, done_at
       from verify_runs r
      where state in ('faulty', 'broken')
        and not exists (select from verify_runs c
                         where c.state = 'clean' and c.done_at > r.done_at
                           and (c.only_one is null or c.only_one = r.only_one))
      order by only_one, done_at desc limit 20`,
    [],
  )

/** When the last run over all merchants that found nothing was done. */
export const lastCleanRun = async (on: Queryable): Promise<number | null> =>
  Number(
    (
      await row<{ at: bigint | null }>(
        on,
        `select max(done_at) as at from verify_runs where state = 'clean' and only_one is null`,
        [],
      )
    ).at,
  ) || null
