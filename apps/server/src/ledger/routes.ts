import {
  agentRecovery,
  agentTransfer,
  balance,
  fundLogs,
  fundsQuery,
  merchantTransfer,
} from '@strata/contract/endpoints/ledger'
import type { FastifyInstance } from 'fastify'
import { serveSession } from '../access/session.ts'
import { balanceOf } from './balance.ts'
import { type FundsContext, recoveryCall, transferCall } from './funds.ts'
import { queryFunds } from './query-funds.ts'

/** Wallets, transfers and the fund records. */
export function ledgerRoutes(app: FastifyInstance, context: FundsContext): void {
  const { pool } = context
  serveSession(app, context, balance, async (input, { caller }) => {
    const target =
      input.agentPathsId === undefined ? caller.path : (caller.targets.get(input.agentPathsId) ?? caller.path)
    return balanceOf(pool, target)
  })
  serveSession(app, context, agentTransfer, (input, { caller }) => transferCall(context, caller, input, false))
  serveSession(app, context, merchantTransfer, (input, { caller }) => transferCall(context, caller, input, true))
  serveSession(app, context, agentRecovery, (input, { caller }) => recoveryCall(context, caller, input))
  serveSession(app, context, fundsQuery, (input, { caller }) => queryFunds(pool, caller, input, false))
  serveSession(app, context, fundLogs, (input, { caller }) => queryFunds(pool, caller, input, true))
}
