import {
  agentRecovery,
  agentTransfer,
  balance,
  fundLogs,
  fundsQuery,
  merchantTransfer,
} from '@strata/contract/endpoints/ledger'
import { createAgent, createMember, upgradeToAgent } from '@strata/contract/endpoints/tree'
import type { FastifyInstance } from 'fastify'
import { serveSession } from '../access/session-calls.ts'
import type { LiveHub } from '../platform/live.ts'
import { balanceOf } from './balance.ts'
import { recoveryCall, transferCall } from './funds.ts'
import { createAgentCall, createMemberCall } from './open-account.ts'
import { queryFunds } from './query-funds.ts'
import { type PasswordContext, TransferPasswords } from './transfer-password.ts'
import { upgradeCall } from './upgrade.ts'

export interface LedgerContext extends PasswordContext {
  readonly live: LiveHub
}

/** Wallets, transfers and the fund records, and accounts that are opened with funds. */
export function ledgerRoutes(app: FastifyInstance, context: LedgerContext): void {
  const { pool } = context
  const funds = { ...context, passwords: new TransferPasswords(context) }
  serveSession(app, context, balance, async (input, { caller }) => {
    const target =
      input.agentPathsId === undefined ? caller.path : (caller.targets.get(input.agentPathsId) ?? caller.path)
    return balanceOf(pool, target.merchantId, target.id)
  })
  serveSession(app, context, agentTransfer, (input, { caller }) => transferCall(funds, caller, input, false))
  serveSession(app, context, merchantTransfer, (input, { caller }) => transferCall(funds, caller, input, true))
  serveSession(app, context, agentRecovery, (input, { caller }) => recoveryCall(funds, caller, input))
  serveSession(app, context, fundsQuery, (input, { caller }) => queryFunds(pool, caller, input, false))
  serveSession(app, context, fundLogs, (input, { caller }) => queryFunds(pool, caller, input, true))
  serveSession(app, context, createAgent, (input, { caller }) => createAgentCall(funds, caller, input))
  serveSession(app, context, createMember, (input, { caller }) => createMemberCall(funds, caller, input))
  serveSession(app, context, upgradeToAgent, (input, { caller }) => upgradeCall(funds, caller, input))
}
