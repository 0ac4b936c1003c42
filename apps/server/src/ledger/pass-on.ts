import type { MerchantId } from '@strata/domain/ids'
import { add, neg, ZERO } from '@strata/domain/money'
import { type Pool, runTx, type Tx } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import { announceBalances } from './funds.ts'
import type { PostingTime } from './posting.ts'
import { changeWallets, type EntryHead, insertEntries, lockWallets } from './store.ts'
import { type EndedPath, endedPathsOf, endedPathsWithMoney } from './store-ended.ts'
import type { PostingRun } from './store-postings.ts'

export interface PassOnDeps {
  readonly pool: Pool
  /** Receives the agent's new balance. */
  readonly live?: LiveHub | undefined
}

/**
 * Moves all that the wallet of an ended path holds, also below zero, to the path that followed it. Returns whether anything
 * was there.
 */
export async function passOn(
  tx: Tx,
  merchantId: MerchantId,
  { from, to }: EndedPath,
  head: EntryHead,
): Promise<boolean> {
  const wallets = await lockWallets(tx, merchantId, [from, to])
  const [ended, next] = [wallets.get(from), wallets.get(to)]
  if (!ended || !next || ended.balance === 0n) return false
  const amount = ended.balance
  await changeWallets(tx, merchantId, [
    { pathId: from, quota: ZERO, balance: neg(amount), openStake: ZERO },
    { pathId: to, quota: ZERO, balance: amount, openStake: ZERO },
  ])
  await insertEntries(tx, merchantId, head, [
    { pathId: from, kind: 'correction', amount: neg(amount), balanceAfter: ZERO, counterparty: to },
    { pathId: to, kind: 'correction', amount, balanceAfter: add(next.balance, amount), counterparty: from },
  ])
  return true
}

async function passOnAndTell(
  { pool, live }: PassOnDeps,
  merchantId: MerchantId,
  path: EndedPath,
  head: EntryHead,
): Promise<boolean> {
  return runTx(pool, {}, async (tx) => {
    const moved = await passOn(tx, merchantId, path, head)
    if (moved && live) await announceBalances(tx, live, merchantId, [path.to])
    return moved
  })
}

/**
 * After a correction or a void: what it posted to members that are agents by now goes on to their agents' paths. A first
 * settlement owes them nothing, because nobody with open bets is upgraded. Each path is a transaction of its own, in which
 * only its two wallets are locked.
 */
export async function passOnEnded(deps: PassOnDeps, run: PostingRun, { at, day }: PostingTime): Promise<void> {
  for (const path of await endedPathsOf(deps.pool, run))
    await passOnAndTell(deps, run.merchantId, path, { at, day, periodId: run.periodId, resultVersion: run.version })
}

/** Passes on what a crash between posting and passing on has left. Returns the number of paths. */
export async function sweepEnded(deps: PassOnDeps, { at, day }: PostingTime): Promise<number> {
  let moved = 0
  for (const { merchantId, ...path } of await endedPathsWithMoney(deps.pool))
    if (await passOnAndTell(deps, merchantId, path, { at, day })) moved += 1
  return moved
}
