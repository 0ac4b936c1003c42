import { add, type Money, neg, sub, ZERO } from '@strata/domain/money'
import { type Pool, runTx, type Tx } from '../platform/db.ts'
import {
  CLEARING,
  changeWallets,
  type EntryKind,
  insertEntries,
  type NewEntry,
  RESULT,
  type WalletChange,
} from './store.ts'
import {
  advanceRun,
  type DuePosting,
  finishRun,
  lockDuePostings,
  lockResetMark,
  type PostingRun,
  type ResetMark,
} from './store-postings.ts'

/** So few wallets are held at a time that a bet of the same member never waits long for a settlement. */
export const WALLETS_PER_CHUNK = 100

/** The moment of posting: an instant and its business day. */
export interface PostingTime {
  readonly at: number
  readonly day: string
}

/** Whether the wallet's credit was already reset for a day after the period's own. */
const wasReset = (mark: ResetMark | undefined, due: DuePosting): boolean => {
  if (!mark || mark.first || due.fundMode !== 'credit') return false
  const latest = mark.through === null || due.pathId <= mark.through ? mark.day : mark.previous
  return latest !== null && latest > due.periodDay
}

interface Posted {
  readonly entries: NewEntry[]
  readonly changes: WalletChange[]
}

/** Entries and wallet changes of one chunk; the contra entries are one for each system account and kind. */
export function postingsOf(dues: readonly DuePosting[], mark: ResetMark | undefined): Posted {
  const entries: NewEntry[] = []
  const changes: WalletChange[] = []
  const contra = new Map<string, { pathId: number; kind: EntryKind; amount: Money }>()
  const against = (pathId: number, kind: EntryKind, amount: Money): void => {
    const key = `${pathId} ${kind}`
    contra.set(key, { pathId, kind, amount: add(contra.get(key)?.amount ?? ZERO, amount) })
  }
  const byWallet = Map.groupBy(dues, (due) => due.pathId)
  for (const [pathId, group] of byWallet) {
    let change = ZERO
    let released = ZERO
    const start = group[0] as DuePosting
    const post = (kind: EntryKind, amount: Money): void => {
      change = add(change, amount)
      if (amount !== 0n)
        entries.push({ pathId, kind, amount, balanceAfter: add(start.balance, change), counterparty: RESULT })
    }
    for (const due of group) {
      post(due.kind, due.amount)
      released = add(released, due.stake)
      against(CLEARING, due.kind, neg(due.stake))
      against(RESULT, due.kind, sub(due.stake, due.amount))
    }
    if (wasReset(mark, start)) {
      const reset = sub(released, change)
      post('creditReset', reset)
      against(RESULT, 'creditReset', neg(reset))
    }
    changes.push({ pathId, quota: ZERO, balance: change, openStake: neg(released) })
  }
  for (const { pathId, kind, amount } of contra.values()) {
    if (amount !== 0n) entries.push({ pathId, kind, amount, balanceAfter: null })
  }
  return { entries, changes }
}

async function postChunk(tx: Tx, run: PostingRun, time: PostingTime, walletLimit: number): Promise<number> {
  const mark = await lockResetMark(tx, run.merchantId, 'share')
  const dues = await lockDuePostings(tx, run, walletLimit)
  const last = dues.at(-1)
  if (!last) {
    await finishRun(tx, run)
    return 0
  }
  const { entries, changes } = postingsOf(dues, mark)
  await changeWallets(tx, run.merchantId, changes)
  if (entries.length > 0) {
    const head = { ...time, periodId: run.periodId, resultVersion: run.version }
    await insertEntries(tx, run.merchantId, head, entries)
  }
  await advanceRun(tx, run, last.pathId)
  if (changes.length < walletLimit) await finishRun(tx, run)
  return changes.length
}

/**
 * Posts the next chunk of a run in a transaction of its own and answers how many wallets it touched; 0: the run is done.
 * Safe to call from several workers at once and again after a crash: cursor and money move together.
 */
export function applyPostings(
  pool: Pool,
  run: PostingRun,
  time: PostingTime,
  walletLimit: number = WALLETS_PER_CHUNK,
): Promise<number> {
  return runTx(pool, {}, (tx) => postChunk(tx, run, time, walletLimit))
}

/** Posts all that a run still owes; answers how many wallets were touched. */
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
