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
  findPilot,
  listBooks,
  loadPilots,
  type OutsideBook,
  ownPilots,
  type PilotRow,
  type PilotTerms,
  pilotPage,
  type StoredPilot,
  saveBook,
  savePilot,
  takeBookOut,
} from './store-fly-out-accounts.ts'
export { readFlyOutRules, saveFlyOutRule } from './store-fly-out-rules.ts'
