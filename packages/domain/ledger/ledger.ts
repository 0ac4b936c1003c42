/**
 * The double-entry ledger as a small exact model: what each movement writes, what may not go below zero, and what a
 * settlement posts. The server does the same set-based; a test runs the same operations on both and compares them.
 */

import type { Money } from '../money/money.ts'

/** 资金类型. */
export type EntryKind =
  | 'transferIn'
  | 'transferOut'
  | 'recovery'
  | 'stake'
  | 'payout'
  | 'commission'
  | 'refund'
  | 'creditReset'
  | 'correction'

export type FundMode = 'credit' | 'cash'
/** A path's wallet, or a system account of the merchant. */
export type LedgerAccount = number | 'clearing' | 'result' | 'issuance'

export interface Entry {
  readonly account: LedgerAccount
  readonly kind: EntryKind
  readonly amount: Money
}

/** Entries of one transaction; they sum to zero. `quota` moves only in credit mode, by transfer and recovery. */
export interface Movement {
  readonly entries: readonly Entry[]
  readonly quota?: readonly { readonly path: number; readonly change: Money }[]
  /** Change of a wallet's open stakes. */
  readonly openStake?: readonly { readonly path: number; readonly change: Money }[]
}

export interface Wallet {
  readonly mode: FundMode
  readonly quota: Money
  readonly balance: Money
  readonly openStake: Money
}

export interface Books {
  readonly wallets: ReadonlyMap<number, Wallet>
  readonly clearing: Money
  readonly result: Money
  readonly issuance: Money
}

export const emptyBooks = (): Books => ({
  wallets: new Map(),
  clearing: 0n as Money,
  result: 0n as Money,
  issuance: 0n as Money,
})

const neg = (amount: Money): Money => -amount as Money

export type LedgerRefusal = 'noWallet' | 'balanceTooLow'

/**
 * Applies one transaction whole or not at all. Only path wallets may not go below zero, and only a correction takes them
 * there; a movement that raises a balance is never refused. Entries that do not sum to zero are a fault and throw.
 */
export const applyMovement = (
  books: Books,
  movement: Movement,
): { readonly ok: true; readonly books: Books } | { readonly ok: false; readonly refusal: LedgerRefusal } => {
  const total = movement.entries.reduce((sum, entry) => sum + entry.amount, 0n)
  if (total !== 0n) throw new Error(`entries sum to ${total}`)
  const wallets = new Map(books.wallets)
  const system = { clearing: books.clearing, result: books.result, issuance: books.issuance }
  for (const { account, amount, kind } of movement.entries) {
    if (typeof account === 'string') {
      system[account] = (system[account] + amount) as Money
      continue
    }
    const wallet = wallets.get(account)
    if (!wallet) return { ok: false, refusal: 'noWallet' }
    const balance = (wallet.balance + amount) as Money
    if (balance < 0n && amount < 0n && kind !== 'correction') return { ok: false, refusal: 'balanceTooLow' }
    wallets.set(account, { ...wallet, balance })
  }
  for (const field of ['quota', 'openStake'] as const) {
    for (const { path, change } of movement[field] ?? []) {
      const wallet = wallets.get(path)
      if (wallet) wallets.set(path, { ...wallet, [field]: (wallet[field] + change) as Money })
    }
  }
  return { ok: true, books: { wallets, ...system } }
}

export interface Pair {
  /** Null: the head, whose transfers debit the merchant's issuance account. */
  readonly parent: number | null
  readonly child: number
  readonly mode: FundMode
}

const between = (
  { parent, child, mode }: Pair,
  amount: Money,
  kinds: { parent: EntryKind; child: EntryKind },
): Movement => {
  const entries: Entry[] = [
    { account: parent ?? 'issuance', kind: kinds.parent, amount: neg(amount) },
    { account: child, kind: kinds.child, amount },
  ]
  return mode === 'credit' ? { entries, quota: [{ path: child, change: amount }] } : { entries }
}

/** 上分 to a direct child; `amount` > 0. */
export const transferMovement = (pair: Pair, amount: Money): Movement =>
  between(pair, amount, { parent: 'transferOut', child: 'transferIn' })

/** What may be taken back: no more than is there, and of credit no more than the quota. */
export const recoverable = (wallet: Pick<Wallet, 'mode' | 'quota' | 'balance'>): Money => {
  const most = wallet.mode === 'credit' && wallet.quota < wallet.balance ? wallet.quota : wallet.balance
  return most > 0n ? most : (0n as Money)
}

/** 回收 from a direct child; `amount` > 0 and at most `recoverable`. */
export const recoveryMovement = (pair: Pair, amount: Money): Movement =>
  between(pair, neg(amount), { parent: 'recovery', child: 'recovery' })

/**
 * All of a wallet without open stakes goes over to an empty one of the same mode: the quota as a recovery and a transfer,
 * what the balance differs from it as a correction.
 */
export const upgradeMovement = (from: number, to: number, wallet: Wallet): Movement => {
  const given = wallet.mode === 'credit' ? wallet.quota : wallet.balance
  const rest = (wallet.balance - given) as Money
  const entries: Entry[] = [
    { account: from, kind: 'correction', amount: neg(rest) },
    { account: from, kind: 'recovery', amount: neg(given) },
    { account: to, kind: 'transferIn', amount: given },
    { account: to, kind: 'correction', amount: rest },
  ]
  const moved = entries.filter(({ amount }) => amount !== 0n)
  if (wallet.mode === 'cash') return { entries: moved }
  return {
    entries: moved,
    quota: [
      { path: from, change: neg(given) },
      { path: to, change: given },
    ],
  }
}

/** 下注: the order row is itself this transaction. */
export const stakeMovement = (path: number, stake: Money): Movement => ({
  entries: [
    { account: path, kind: 'stake', amount: neg(stake) },
    { account: 'clearing', kind: 'stake', amount: stake },
  ],
  openStake: [{ path, change: stake }],
})

/** A settled member's order: `flow` is what the bettor owes its parent (u_b); a refund has none. */
export interface SettledStake {
  readonly path: number
  readonly stake: Money
  readonly payout: Money
  readonly flow: Money
  readonly refunded: boolean
}

/** One wallet's postings of a settlement. */
export interface WalletPosting {
  readonly path: number
  /** Stakes that leave clearing. */
  readonly stake: Money
  readonly payout: Money
  /** Sum of x - p - u_b: what each order's rounded flow says, never a second rounding of rate times stake. */
  readonly commission: Money
  readonly refund: Money
}

/** Sums orders by wallet, ascending by path. Orders whose results are unchanged fold to the same postings. */
export const foldPostings = (orders: Iterable<SettledStake>): WalletPosting[] => {
  const sums = new Map<number, { stake: bigint; payout: bigint; commission: bigint; refund: bigint }>()
  for (const { path, stake, payout, flow, refunded } of orders) {
    const sum = sums.get(path) ?? { stake: 0n, payout: 0n, commission: 0n, refund: 0n }
    sum.stake += stake
    if (refunded) sum.refund += payout
    else {
      sum.payout += payout
      sum.commission += stake - payout - flow
    }
    sums.set(path, sum)
  }
  return [...sums]
    .sort(([one], [two]) => one - two)
    .map(([path, sum]) => ({ path, ...(sum as Record<keyof typeof sum, Money>) }))
}

/** The transaction of one wallet's postings: stakes leave clearing, what remains goes to the result account. */
export const postingMovement = (posting: WalletPosting): Movement => {
  const amounts = [
    ['payout', posting.payout],
    ['commission', posting.commission],
    ['refund', posting.refund],
  ] as const
  const entries: Entry[] = amounts
    .filter(([, amount]) => amount !== 0n)
    .map(([kind, amount]) => ({ account: posting.path, kind, amount }))
  const paid = posting.payout + posting.commission + posting.refund
  entries.push({ account: 'clearing', kind: 'payout', amount: neg(posting.stake) })
  entries.push({ account: 'result', kind: 'payout', amount: (posting.stake - paid) as Money })
  return { entries, openStake: [{ path: posting.path, change: neg(posting.stake) }] }
}

/** A correction posts only the difference between two versions of a wallet's postings; stakes have left clearing. */
export const correctionMovement = (before: WalletPosting, after: WalletPosting): Movement => {
  const paid = ({ payout, commission, refund }: WalletPosting): bigint => payout + commission + refund
  const change = (paid(after) - paid(before)) as Money
  return {
    entries: [
      { account: after.path, kind: 'correction', amount: change },
      { account: 'result', kind: 'correction', amount: neg(change) },
    ],
  }
}

/** 额度恢复 of a credit bettor: back to quota less open stakes. Null: nothing to move. */
export const creditReset = (path: number, wallet: Wallet): Movement | null => {
  const change = (wallet.quota - wallet.openStake - wallet.balance) as Money
  if (wallet.mode !== 'credit' || change === 0n) return null
  return {
    entries: [
      { account: path, kind: 'creditReset', amount: change },
      { account: 'result', kind: 'creditReset', amount: neg(change) },
    ],
  }
}

/** What a posting moved on a day whose credit has come back already is taken back: it belonged to that reset. */
export const forestalledReset = (path: number, change: Money): Movement => ({
  entries: [
    { account: path, kind: 'creditReset', amount: neg(change) },
    { account: 'result', kind: 'creditReset', amount: change },
  ],
})

/** What must hold at any moment; null: it does. */
export const imbalance = (books: Books): 'notZero' | 'clearing' | null => {
  let total = books.clearing + books.result + books.issuance
  let open = 0n
  for (const wallet of books.wallets.values()) {
    total += wallet.balance
    open += wallet.openStake
  }
  if (total !== 0n) return 'notZero'
  return open === books.clearing ? null : 'clearing'
}
