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

/** Why money does not move, in the order it is checked. */
export type TransferRefusal = 'amountNotPositive' | 'noWallet' | 'wrongFundMode' | 'balanceTooLow'

export interface Transfer {
  readonly merchantId: number
  /** Null when the parent is the head: it has no wallet, its transfers debit the merchant's issuance account. */
  readonly parentId: number | null
  readonly childId: number
  readonly kind: FundMode
  readonly head: EntryHead
}

export interface Transferred {
  readonly transactionId: bigint
  /** Of the parent; null for the head. */
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

/** `amount` > 0 moves down, < 0 moves up; the caller has decided that it may. */
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

/** 上分: from a path to its direct child. Whether the two are parent and child is the caller's to know. */
export async function transferDown(tx: Tx, transfer: Transfer, amount: Money): Promise<TransferResult> {
  if (amount <= 0n) return { refusal: 'amountNotPositive' }
  const pair = await lockPair(tx, transfer)
  if (typeof pair === 'string') return { refusal: pair }
  if (pair.parent && pair.parent.balance < amount) return { refusal: 'balanceTooLow' }
  return move(tx, transfer, pair, amount)
}

/** 回收: from a child back to its parent, `all` for as much as may be taken. */
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
 * All that a wallet holds goes over to another of the same mode: the quota as a recovery and a transfer, what balance
 * differs from it as a correction, in one transaction. The caller knows that nothing is staked.
 */
export async function moveWallet(
  tx: Tx,
  merchantId: number,
  paths: { readonly from: number; readonly to: number },
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
