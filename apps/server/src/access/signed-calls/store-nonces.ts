import { namedRows, type Queryable } from '../../platform/db.ts'

export interface Nonce {
  readonly signer: string
  readonly nonce: string
}

export interface SeenNonce extends Nonce {
  readonly validUntil: number
}

/** Remembers all of these with one statement; answers those that were not there before, each once. */
export function insertNonces(on: Queryable, seen: readonly SeenNonce[]): Promise<Nonce[]> {
  // In order, so that two processes that remember the same ones never wait for each other in a circle.
  return namedRows(
    on,
    'seen-nonces-insert',
    `insert into seen_nonces (signer, nonce, valid_until)
     select signer, nonce, valid_until from unnest($1::text[], $2::text[], $3::bigint[]) t (signer, nonce, valid_until)
      order by signer, nonce
     on conflict (signer, nonce) do nothing returning signer, nonce`,
    [seen.map(({ signer }) => signer), seen.map(({ nonce }) => nonce), seen.map(({ validUntil }) => validUntil)],
  )
}

/** Which of these are remembered, in their order. */
export async function hasNonces(on: Queryable, asked: readonly Nonce[]): Promise<boolean[]> {
  const found = await namedRows<{ is_seen: boolean }>(
    on,
    'seen-nonces-read',
    `select exists (select from seen_nonces s where s.signer = t.signer and s.nonce = t.nonce) as is_seen
       from unnest($1::text[], $2::text[]) with ordinality t (signer, nonce, at) order by t.at`,
    [asked.map(({ signer }) => signer), asked.map(({ nonce }) => nonce)],
  )
  return found.map(({ is_seen }) => is_seen)
}

export async function deleteNonces(on: Queryable, validBefore: number): Promise<void> {
  await on.query('delete from seen_nonces where valid_until < $1', [validBefore])
}
