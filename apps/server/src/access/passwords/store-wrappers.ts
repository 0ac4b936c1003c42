import type { Queryable } from '../../platform/db.ts'

/** Returns false when the digest was stored before. */
export async function rememberWrapper(on: Queryable, digest: string, sealedAtMs: number): Promise<boolean> {
  const done = await on.query('insert into seen_wrappers (digest, t) values ($1, $2) on conflict (digest) do nothing', [
    digest,
    sealedAtMs,
  ])
  return done.rowCount === 1
}

export async function forgetWrappers(on: Queryable, before: number): Promise<void> {
  await on.query('delete from seen_wrappers where t < $1', [before])
}
