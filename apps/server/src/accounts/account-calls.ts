import type { FundsContext } from '../ledger/funds.ts'
import type { AccountCalls } from '../tree/paths.ts'
import { createAgentCall, createMemberCall } from './create-account.ts'
import { importAccountsCall } from './import-accounts.ts'
import { upgradeCall } from './upgrade-to-agent.ts'

/** Opens accounts, with funds or without, and makes agents of members: path and wallet in one transaction. */
export const accountCalls = (context: FundsContext): AccountCalls => ({
  createAgent: (input, { caller }) => createAgentCall(context, caller, input),
  createMember: (input, { caller }) => createMemberCall(context, caller, input),
  importAccounts: (input, { caller }) => importAccountsCall(context, caller, input),
  upgradeToAgent: (input, { caller }) => upgradeCall(context, caller, input),
})
