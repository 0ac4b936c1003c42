/** For the other rooms: fly-out accounts and the outside books behind them. */

export {
  allBooks,
  bookUsers,
  findBook,
  insertBook,
  lockBook,
  type StoredBook,
  saveTrial,
  updateBook,
} from './store-books.ts'
export {
  bookKeyPurpose,
  type FlyOutAccount,
  type FlyOutAccountRow,
  type FlyOutAccountTerms,
  findFlyOutAccount,
  flyOutAccountPage,
  listBooks,
  loadFlyOutAccounts,
  type OutsideBook,
  ownFlyOutAccounts,
  saveBook,
  saveFlyOutAccount,
  takeBookOut,
} from './store-fly-out-accounts.ts'
export { readFlyOutRules, saveFlyOutRule } from './store-fly-out-rules.ts'
