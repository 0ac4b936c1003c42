import type { MerchantId, PathId } from '@strata/domain/ids'
import { recoverable } from '@strata/domain/ledger'
import { add, type Money, neg, sub, ZERO } from '@strata/domain/money'
import type { Tx } from '../platform/db.ts'
import {
  changeWallets,
  type EntryHead,
  type FundMode,
  ISSUANCE,
  insertEntries,
  lockWallets,
  type NewEntry,
  type Wallet,
  type WalletChange,
} from './store.ts'

/** Why money does not move, in the order of the checks. */
export type TransferRefusal = 'amountNotPositive' | 'noWallet' | 'wrongFundMode' | 'balanceTooLow'

export interface Transfer {
  readonly merchantId: MerchantId
  /** Null when the parent is the head. It has no wallet; its transfers debit the merchant's issuance account. */
  readonly parentId: PathId | null
  readonly childId: PathId
  readonly kind: FundMode
  readonly head: EntryHead
}

export interface Transferred {
  readonly transactionId: bigint
  /** The parent's balance. Null for the head. */
  readonly balance: Money | null
  readonly childBalance: Money
  readonly amount: Money
}

export type TransferResult = Transferred | { readonly refusal: TransferRefusal }

interface Pair {
  readonly parent: Wallet | null
  readonly child: Wallet
}

async function lockPair(tx: Tx, transfer: Transfer): Promise<Pair | TransferRefusal> {
  const { parentId, childId } = transfer
  const wallets = await lockWallets(tx, transfer.merchantId, parentId === null ? [childId] : [parentId, childId])
  const child = wallets.get(childId)
  const parent = parentId === null ? null : wallets.get(parentId)
  if (!child || parent === undefined) return 'noWallet'
  if (child.fundMode !== transfer.kind || (parent && parent.fundMode !== transfer.kind)) return 'wrongFundMode'
  return { parent, child }
}

const kindsOf = {
  down: { parent: 'transferOut', child: 'transferIn' },
  up: { parent: 'recovery', child: 'recovery' },
} as const

/** `amount` > 0 moves down, < 0 moves up. The caller has checked that it may move. */
async function move(tx: Tx, transfer: Transfer, pair: Pair, amount: Money): Promise<Transferred> {
  const kinds = amount > 0n ? kindsOf.down : kindsOf.up
  const childBalance = add(pair.child.balance, amount)
  const balance = pair.parent ? add(pair.parent.balance, neg(amount)) : null
  const parentAccount = transfer.parentId ?? ISSUANCE
  const changes: WalletChange[] = [
    { pathId: transfer.childId, quota: transfer.kind === 'credit' ? amount : ZERO, balance: amount, openStake: ZERO },
  ]
  if (transfer.parentId !== null) {
    changes.push({ pathId: transfer.parentId, quota: ZERO, balance: neg(amount), openStake: ZERO })
  }
  const entries: NewEntry[] = [
    { pathId: transfer.childId, kind: kinds.child, amount, balanceAfter: childBalance, counterparty: parentAccount },
    {
      pathId: parentAccount,
      kind: kinds.parent,
      amount: neg(amount),
      balanceAfter: balance,
      counterparty: transfer.childId,
    },
  ]
  await changeWallets(tx, transfer.merchantId, changes)
  const transactionId = await insertEntries(tx, transfer.merchantId, transfer.head, entries)
  return { transactionId, balance, childBalance, amount }
}

/** 上分: from a path to its direct child. The caller has checked that they are parent and child. */
export async function transferDown(tx: Tx, transfer: Transfer, amount: Money): Promise<TransferResult> {
  if (amount <= 0n) return { refusal: 'amountNotPositive' }
  const pair = await lockPair(tx, transfer)
  if (typeof pair === 'string') return { refusal: pair }
  if (pair.parent && pair.parent.balance < amount) return { refusal: 'balanceTooLow' }
  return move(tx, transfer, pair, amount)
}

/** 回收: from a child back to its parent. `all`: everything that can be taken back. */
export async function recoverUp(tx: Tx, transfer: Transfer, amount: Money | 'all'): Promise<TransferResult> {
  if (amount !== 'all' && amount <= 0n) return { refusal: 'amountNotPositive' }
  const pair = await lockPair(tx, transfer)
  if (typeof pair === 'string') return { refusal: pair }
  const { fundMode: mode, quota, balance } = pair.child
  const most = recoverable({ mode, quota, balance })
  const wanted = amount === 'all' ? most : amount
  if (wanted > most || wanted <= 0n) return { refusal: 'balanceTooLow' }
  return move(tx, transfer, pair, neg(wanted))
}

/**
 * Moves a whole wallet to another of the same mode in one transaction: the quota as a recovery and a transfer, the
 * difference of the balance as a correction. Throws when a wallet is missing or has open stakes.
 */
export async function moveWallet(
  tx: Tx,
  merchantId: MerchantId,
  paths: { readonly from: PathId; readonly to: PathId },
  head: EntryHead,
): Promise<void> {
  const wallets = await lockWallets(tx, merchantId, [paths.from, paths.to])
  const from = wallets.get(paths.from)
  if (!from || !wallets.has(paths.to)) throw new Error(`no wallets to move between ${paths.from} and ${paths.to}`)
  if (from.openStake !== 0n) throw new Error(`wallet ${paths.from} has open stakes`)
  const given = from.fundMode === 'credit' ? from.quota : from.balance
  const rest = sub(from.balance, given)
  const entries: NewEntry[] = [
    { pathId: paths.from, kind: 'recovery', amount: neg(given), balanceAfter: rest, counterparty: paths.to },
    { pathId: paths.from, kind: 'correction', amount: neg(rest), balanceAfter: ZERO, counterparty: paths.to },
    { pathId: paths.to, kind: 'transferIn', amount: given, balanceAfter: given, counterparty: paths.from },
    { pathId: paths.to, kind: 'correction', amount: rest, balanceAfter: from.balance, counterparty: paths.from },
  ]
  const moved = entries.filter((entry) => entry.amount !== 0n)
  if (moved.length === 0) return
  const { quota, balance } = from
  await changeWallets(tx, merchantId, [
    { pathId: paths.from, quota: neg(quota), balance: neg(balance), openStake: ZERO },
    { pathId: paths.to, quota, balance, openStake: ZERO },
  ])
  await insertEntries(tx, merchantId, head, moved)
}
