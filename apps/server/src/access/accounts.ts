/** For the other rooms: making and naming accounts, and the sub-accounts of a main account. */

export {
  createOperator,
  endOperatorSessions,
  listOperatorSessions,
  resetOperatorValidator,
  setOperatorStatus,
  updateOperator,
} from './operators/operators.ts'
export type { PeopleContext } from './profile/people-context.ts'
export { setFirstContact } from './profile/profile.ts'
export type { PathRef } from './store-account-paths.ts'
export {
  hasAccounts,
  lastSignIns,
  type NewAccount,
  setNickname,
} from './store-accounts.ts'
export { addAccounts, addSubAccount } from './sub-accounts/new-accounts.ts'
export { promoteToAgent } from './sub-accounts/promote-to-agent.ts'
export { listSubAccounts, subAccountsPage } from './sub-accounts/sub-accounts.ts'
