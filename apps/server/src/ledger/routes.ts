import {
  agentRecovery,
  agentTransfer,
  balance,
  fundLogs,
  fundsQuery,
  merchantTransfer,
} from '@strata/contract/endpoints/ledger'
import type { FastifyInstance } from 'fastify'
import { serveSession } from '../access/session/serve-session.ts'
import type { LiveHub } from '../platform/live.ts'
import { balanceOf } from './balance.ts'
import { recoveryCall, transferCall } from './funds.ts'
import { queryFunds } from './query-funds.ts'
import type { PasswordContext, TransferPasswords } from './transfer-password.ts'

export interface LedgerContext extends PasswordContext {
  readonly live: LiveHub
  /** One for the process: what it remembers of proved passwords, and one guess at a time per account. */
  readonly passwords: TransferPasswords
}

/** Wallets, transfers and the fund records. */
export function ledgerRoutes(app: FastifyInstance, context: LedgerContext): void {
  const { pool } = context
  serveSession(app, context, balance, async (input, { caller }) => {
    const target =
      input.agentPathsId === undefined ? caller.path : (caller.targets.get(input.agentPathsId) ?? caller.path)
    return balanceOf(pool, target.merchantId, target.id)
  })
  serveSession(app, context, agentTransfer, (input, { caller }) => transferCall(context, caller, input, false))
  serveSession(app, context, merchantTransfer, (input, { caller }) => transferCall(context, caller, input, true))
  serveSession(app, context, agentRecovery, (input, { caller }) => recoveryCall(context, caller, input))
  serveSession(app, context, fundsQuery, (input, { caller }) => queryFunds(pool, caller, input, false))
  serveSession(app, context, fundLogs, (input, { caller }) => queryFunds(pool, caller, input, true))
}
