import type { MerchantId } from '@strata/domain/ids'
import { add, type Money, neg, sub, ZERO } from '@strata/domain/money'
import { type Pool, runTx, type Tx } from '../platform/db.ts'
import { type PostingTime, WALLETS_PER_CHUNK } from './posting.ts'
import { changeWallets, insertEntries, type NewEntry, RESULT } from './store.ts'
import {
  adoptResetMark,
  isResetBehind,
  lockCreditBettors,
  lockResetMark,
  openResetMark,
  saveResetMark,
} from './store-postings.ts'

async function resetChunk(tx: Tx, merchantId: MerchantId, time: PostingTime): Promise<boolean> {
  await openResetMark(tx, merchantId, time.day, time.at)
  let mark = await lockResetMark(tx, merchantId, 'update')
  if (!mark) {
    await adoptResetMark(tx, merchantId)
    mark = await lockResetMark(tx, merchantId, 'update')
  }
  if (!mark) throw new Error(`no reset mark of merchant ${merchantId}`)
  const fresh = mark.day < time.day
  if (!fresh && mark.through === null) return true
  if (fresh && mark.resumed !== undefined && mark.resumed >= time.day) return true
  const after = fresh ? 0 : (mark.through ?? 0)
  const wallets = await lockCreditBettors(tx, merchantId, after, WALLETS_PER_CHUNK)
  const entries: NewEntry[] = []
  let total = ZERO
  const changes = wallets.flatMap((wallet) => {
    const target = sub(wallet.quota, wallet.openStake)
    const amount: Money = sub(target, wallet.balance)
    if (amount === 0n) return []
    entries.push({ pathId: wallet.pathId, kind: 'creditReset', amount, balanceAfter: target, counterparty: RESULT })
    total = add(total, amount)
    return [{ pathId: wallet.pathId, quota: ZERO, balance: amount, openStake: ZERO }]
  })
  if (changes.length > 0) {
    if (total !== 0n) entries.push({ pathId: RESULT, kind: 'creditReset', amount: neg(total), balanceAfter: null })
    await changeWallets(tx, merchantId, changes)
    await insertEntries(tx, merchantId, time, entries)
  }
  const last = wallets.length < WALLETS_PER_CHUNK ? null : (wallets.at(-1)?.pathId ?? null)
  const previous = !fresh ? mark.previous : mark.first ? null : mark.day
  await saveResetMark(tx, merchantId, { day: time.day, previous, through: last }, time.at)
  return last === null
}

/**
 * After the setting was switched on again: the first reset is that of the next business day. What was won and lost
 * today stays until then.
 */
export async function resumeResets(tx: Tx, merchantId: MerchantId, { day, at }: PostingTime): Promise<void> {
  const mark = await lockResetMark(tx, merchantId, 'update')
  if (mark) await saveResetMark(tx, merchantId, { ...mark, resumed: day }, at)
}

/**
 * Before anything is posted: what a period of the new day pays must come after the reset of that day, which would take it
 * away. The turn of the clock may come later than the first settlement.
 */
export async function resetIfBehind(pool: Pool, merchantId: MerchantId, time: PostingTime): Promise<void> {
  if (await isResetBehind(pool, merchantId, time.day)) await resetCredit(pool, merchantId, time)
}

/**
 * 自动恢复额度: sets every credit-mode bettor of a merchant back to quota less open stakes, once per business day, in chunks.
 * Calling it again for the same day, or after a crash, continues where it stopped.
 */
export async function resetCredit(pool: Pool, merchantId: MerchantId, time: PostingTime): Promise<void> {
  while (!(await runTx(pool, {}, (tx) => resetChunk(tx, merchantId, time)))) {
    // Each call does the next chunk.
  }
}
