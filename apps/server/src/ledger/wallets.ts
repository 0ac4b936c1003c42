/** For the other rooms: wallets: locking them, moving money between two of them, and what settlement posts to them. */

export { resetCredit, resetIfBehind, resumeResets } from './credit-reset.ts'
export { passOnEnded } from './pass-on.ts'
export { applyAllPostings, openRun, type Refund } from './posting.ts'
export {
  type BettorWallet,
  type FundMode,
  type HolderBalance,
  lockBettorWallets,
  lockWallets,
  readBettorWallets,
  readHolderBalances,
  readOpenStake,
  readWallets,
} from './store.ts'
export { dueRuns, type RunNote } from './store-postings.ts'
export { moveWallet, transferDown } from './transfer.ts'
