import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'

/** The first `free` attempts need no wait; each further one doubles it. */
export interface AttemptRule {
  readonly free: number
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  readonly forgetAfterMs: number
}

/** The longest wait that these counts require now; undefined: none. Only reads. */
export async function findWait(
  on: Queryable,
  counts: readonly { readonly key: string; readonly rule: AttemptRule }[],
  now: number,
): Promise<{ key: string; until: number } | undefined> {
  const found = await maybeRow<{ key: string; wait_until: bigint }>(
    on,
    `select w.key, w.wait_until
       from unnest($1::text[], $2::integer[]) as c (key, free) join sign_in_waits w on w.key = c.key
      where w.wait_until > $3 and w.failures + 1 >= c.free
      order by w.wait_until desc limit 1`,
    [counts.map(({ key }) => key), counts.map(({ rule }) => rule.free), now],
  )
  return found && { key: found.key, until: Number(found.wait_until) }
}

/** How many failures are counted for each key, in their order; old ones are forgotten. */
export async function countFailures(
  on: Queryable,
  counts: readonly { readonly key: string; readonly rule: AttemptRule }[],
  now: number,
): Promise<number[]> {
  const found = await rows<{ failures: number }>(
    on,
    `select coalesce(w.failures, 0)::integer as failures
       from unnest($1::text[], $2::bigint[]) with ordinality as c (key, forget, at)
       left join sign_in_waits w on w.key = c.key and w.wait_until >= $3::bigint - c.forget order by c.at`,
    [counts.map(({ key }) => key), counts.map(({ rule }) => rule.forgetAfterMs), now],
  )
  return found.map(({ failures }) => failures)
}

/**
 * Counts an attempt before it is checked, so that parallel attempts cannot all be free. Returns the instant until
 * which to wait, or 0 when the attempt may continue. An attempt that has to wait writes nothing.
 */
export async function chargeAttempt(on: Queryable, key: string, rule: AttemptRule & { now: number }): Promise<number> {
  const { wait_until: until } = await row<{ wait_until: bigint | null }>(
    on,
    // Attempts that are still free wait for nobody, also when a neighbour's clock was a little ahead.
    `with waiting as (
       select wait_until from sign_in_waits where key = $1::text and wait_until > $2::bigint and failures + 1 >= $3::integer),
     charged as (
       insert into sign_in_waits as w (key, failures, wait_until)
       select $1::text, 1, $2::bigint where not exists (select from waiting)
       on conflict (key) do update
         set failures = case when w.wait_until < $2::bigint - $6::bigint then 1 else w.failures + 1 end,
             wait_until = $2::bigint + case when w.wait_until < $2::bigint - $6::bigint or w.failures + 1 < $3::integer then 0
               else least($5::bigint, $4::bigint * (2 ^ least(w.failures + 1 - $3::integer, 20))::bigint) end
       where w.wait_until <= $2::bigint or w.failures + 1 < $3::integer
       returning 0::bigint as wait_until)
     select coalesce((select wait_until from charged), (select wait_until from waiting)) as wait_until`,
    [key, rule.now, rule.free, rule.firstWaitMs, rule.longestWaitMs, rule.forgetAfterMs],
  )
  if (until !== null) return Number(until)
  // Another attempt at the same moment was the last free one.
  const found = await row<{ wait_until: bigint }>(on, 'select wait_until from sign_in_waits where key = $1', [key])
  return Number(found.wait_until)
}

export async function forgetAttempts(on: Queryable, key: string): Promise<void> {
  await on.query('delete from sign_in_waits where key = $1', [key])
}

/** The same for all keys that are made of this one and more words. */
export async function forgetAttemptsBelow(on: Queryable, key: string): Promise<void> {
  await on.query(`delete from sign_in_waits where starts_with(key, $1 || ' ')`, [key])
}

/** Subtracts one attempt: the password was right and only the code is missing. */
export async function returnAttempt(on: Queryable, key: string, now: number): Promise<void> {
  await on.query(
    'update sign_in_waits set failures = greatest(failures - 1, 0), wait_until = least(wait_until, $2) where key = $1',
    [key, now],
  )
}
