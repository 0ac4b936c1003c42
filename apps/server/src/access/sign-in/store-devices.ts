import type { AccountId } from '@strata/domain/ids'
import { maybeRow, type Queryable } from '../../platform/db.ts'

/** Which of these devices the account has signed in from since then; undefined: none. */
export async function findKnownDevice(
  on: Queryable,
  accountName: string,
  tokenHashes: readonly string[],
  seenSince: number,
): Promise<string | undefined> {
  const found = await maybeRow<{ token_hash: string }>(
    on,
    `select d.token_hash
       from known_devices d join accounts a on a.id = d.account_id
      where d.token_hash = any($1::text[]) and lower(a.name) = lower($2) and d.seen_at > $3
      order by d.seen_at desc limit 1`,
    [tokenHashes, accountName, seenSince],
  )
  return found?.token_hash
}

/** Stores a device of an account. Above `most`, the devices seen least recently are deleted. */
export async function rememberDevice(
  on: Queryable,
  device: { readonly tokenHash: string; readonly accountId: AccountId; readonly at: number; readonly most: number },
): Promise<void> {
  const { tokenHash, accountId, at, most } = device
  await on.query(
    `insert into known_devices (token_hash, account_id, created_at, seen_at) values ($1, $2, $3, $3)
     on conflict (token_hash) do update set seen_at = excluded.seen_at`,
    [tokenHash, accountId, at],
  )
  await on.query(
    `delete from known_devices
      where token_hash in (select token_hash from known_devices where account_id = $1
                            order by seen_at desc, token_hash <> $2 offset $3)`,
    [accountId, tokenHash, most],
  )
}

/** Deletes devices without a sign-in since then, at most 10,000 rows. */
export async function sweepDevices(on: Queryable, seenBefore: number): Promise<void> {
  await on.query(
    `delete from known_devices
      where token_hash in (select token_hash from known_devices where seen_at < $1 order by seen_at limit 10000)`,
    [seenBefore],
  )
}
