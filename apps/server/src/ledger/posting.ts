import type { PathId } from '@strata/domain/ids'
import { durableAfterAll, type Pool, runTx, type Tx } from '../platform/db.ts'
import { insertRefund, openPostingRun, type PostingRun, postDueChunk, type RunNote } from './store-postings.ts'

/** Few wallets are locked at a time, so that a bet of the same member never waits long for a settlement. */
export const WALLETS_PER_CHUNK = 100

/** The time of posting: an instant and its business day. */
export interface PostingTime {
  readonly at: number
  readonly day: string
}

/**
 * Posts the next chunk of a run in its own transaction. Returns how many wallets it changed; 0: the run is done. Safe
 * to call from several workers at once and again after a crash, because cursor and money move together. For the same
 * reason only the last chunk waits for the disk: a crash of the database loses no chunk without all later ones, and
 * with them the end of the run.
 */
export function applyPostings(
  pool: Pool,
  run: PostingRun,
  time: PostingTime,
  walletLimit: number = WALLETS_PER_CHUNK,
): Promise<number> {
  return runTx(pool, { durable: false }, async (tx) => {
    const wallets = await postDueChunk(tx, run, time, walletLimit)
    if (wallets < walletLimit) await durableAfterAll(tx)
    return wallets
  })
}

/** Posts everything that a run still owes. Returns how many wallets changed. */
export async function applyAllPostings(
  pool: Pool,
  run: PostingRun,
  now: () => PostingTime,
  walletLimit: number = WALLETS_PER_CHUNK,
): Promise<number> {
  let posted = 0
  for (;;) {
    const wallets = await applyPostings(pool, run, now(), walletLimit)
    posted += wallets
    if (wallets < walletLimit) return posted
  }
}

export interface Refund {
  readonly pathId: PathId
  readonly stake: bigint
}

/**
 * Makes the postings of a revision due. `refund`: the whole stake of a voided open order, which has no other posting;
 * it is written first, so that the run owes it.
 */
export async function openRun(
  tx: Tx,
  run: PostingRun,
  about: RunNote & { readonly at: number; readonly refund?: Refund | undefined },
): Promise<void> {
  const { at, refund, ...note } = about
  if (refund) await insertRefund(tx, run, refund)
  await openPostingRun(tx, run, note, at)
}
