/** For the other rooms: fly-out accounts and the outside books behind them. */

export { setFlyOutRule } from './fly-out-rules.ts'
export { addBook, changeBook, noteTrial } from './outside-books.ts'
export { allBooks, bookUsers, findBook } from './store-books.ts'
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
export { readFlyOutRules } from './store-fly-out-rules.ts'
