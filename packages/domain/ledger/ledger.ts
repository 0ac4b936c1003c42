/**
 * The double-entry ledger as a small exact model: the entries of each movement, which balances may not go below zero,
 * and the postings of a settlement. The server does the same set-based. A test runs the same operations on both and
 * compares.
 */

import type { PathId } from '../ids.ts'
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
export type LedgerAccount = PathId | 'clearing' | 'result' | 'issuance'

export interface Entry {
  readonly account: LedgerAccount
  readonly kind: EntryKind
  readonly amount: Money
}

/** Entries of one transaction; they sum to zero. `quota` moves only in credit mode, by transfer and recovery. */
export interface Movement {
  readonly entries: readonly Entry[]
  readonly quota?: readonly { readonly path: PathId; readonly change: Money }[]
  /** Change of a wallet's open stakes. */
  readonly openStake?: readonly { readonly path: PathId; readonly change: Money }[]
}

export interface Wallet {
  readonly mode: FundMode
  readonly quota: Money
  readonly balance: Money
  readonly openStake: Money
}

export interface Books {
  readonly wallets: ReadonlyMap<PathId, Wallet>
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
 * Applies one transaction whole or not at all. Only path wallets have the floor of zero, and only a correction may pass
 * it. A movement that raises a balance is never refused. Throws when the entries do not sum to zero.
 */
export const applyMovement = (
  books: Books,
  movement: Movement,
): { readonly ok: true; readonly books: Books } | { readonly ok: false; readonly refusal: LedgerRefusal } => {
  const total = movement.entries.reduce((sum, entry) => sum + entry.amount, 0n)
  if (total !== 0n) throw new Error(`entries sum to ${total}`)
  const wallets = new Map(books.wallets)
  // Who is not there is said before what is not there.
  if (movement.entries.some(({ account }) => typeof account !== 'string' && !wallets.has(account)))
    return { ok: false, refusal: 'noWallet' }
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
  readonly parent: PathId | null
  readonly child: PathId
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

/** The most that can be taken back: the balance, and for credit also at most the quota. Never below 0. */
export const recoverable = (wallet: Pick<Wallet, 'mode' | 'quota' | 'balance'>): Money => {
  const most = wallet.mode === 'credit' && wallet.quota < wallet.balance ? wallet.quota : wallet.balance
  return most > 0n ? most : (0n as Money)
}

/** 回收 from a direct child; `amount` > 0 and at most `recoverable`. */
export const recoveryMovement = (pair: Pair, amount: Money): Movement =>
  between(pair, neg(amount), { parent: 'recovery', child: 'recovery' })

/**
 * Moves a whole wallet without open stakes to an empty one of the same mode. The quota (for cash the balance) moves as
 * a recovery and a transfer; the difference between balance and quota moves as a correction.
 */
export const upgradeMovement = (from: PathId, to: PathId, wallet: Wallet): Movement => {
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

/**
 * What was corrected on the path of a member after its upgrade to an agent goes on to the agent's path, also below zero. Null
 * when nothing is there.
 */
export const passOnMovement = (from: PathId, to: PathId, wallet: Pick<Wallet, 'balance'>): Movement | null =>
  wallet.balance === 0n
    ? null
    : {
        entries: [
          { account: from, kind: 'correction', amount: neg(wallet.balance) },
          { account: to, kind: 'correction', amount: wallet.balance },
        ],
      }

/** 下注. On the server the order row itself is this transaction. */
export const stakeMovement = (path: PathId, stake: Money): Movement => ({
  entries: [
    { account: path, kind: 'stake', amount: neg(stake) },
    { account: 'clearing', kind: 'stake', amount: stake },
  ],
  openStake: [{ path, change: stake }],
})

/** A settled member's order. `flow` is what the bettor owes its parent (u_b); it is 0 for a refund. */
export interface SettledStake {
  readonly path: PathId
  readonly stake: Money
  readonly payout: Money
  readonly flow: Money
  readonly refunded: boolean
}

/** One wallet's postings of a settlement. */
export interface WalletPosting {
  readonly path: PathId
  /** Stakes that leave clearing. */
  readonly stake: Money
  readonly payout: Money
  /** Sum of x - p - u_b. It follows from each order's rounded flow; rate times stake is not rounded a second time. */
  readonly commission: Money
  readonly refund: Money
}

/** Sums orders by wallet, ascending by path. Orders with unchanged results give the same postings. */
export const foldPostings = (orders: Iterable<SettledStake>): WalletPosting[] => {
  const sums = new Map<PathId, { stake: bigint; payout: bigint; commission: bigint; refund: bigint }>()
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

/**
 * The transaction of one wallet's postings. The stakes leave clearing; what is not paid out goes to the result account.
 */
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

/** Posts only the difference between two versions of a wallet's postings. The stakes have already left clearing. */
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

/** 额度恢复 of a credit bettor: sets the balance back to quota less open stakes. Null when nothing changes. */
export const creditReset = (path: PathId, wallet: Wallet): Movement | null => {
  const change = (wallet.quota - wallet.openStake - wallet.balance) as Money
  if (wallet.mode !== 'credit' || change === 0n) return null
  return {
    entries: [
      { account: path, kind: 'creditReset', amount: change },
      { account: 'result', kind: 'creditReset', amount: neg(change) },
    ],
  }
}

/** Reverses a posting to a day whose credit reset has already run: an earlier posting would have been reset as well. */
export const forestalledReset = (path: PathId, change: Money): Movement => ({
  entries: [
    { account: path, kind: 'creditReset', amount: neg(change) },
    { account: 'result', kind: 'creditReset', amount: change },
  ],
})

/** The invariants of the books: all accounts sum to zero, and clearing equals the open stakes. Null when both hold. */
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
