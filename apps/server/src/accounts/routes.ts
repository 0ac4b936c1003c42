import { createAgent, createMember, upgradeToAgent } from '@strata/contract/endpoints/tree'
import type { FastifyInstance } from 'fastify'
import { serveSession } from '../access/session/serve-session.ts'
import type { LedgerContext } from '../ledger/routes.ts'
import { createAgentCall, createMemberCall } from './create-account.ts'
import { upgradeCall } from './upgrade-to-agent.ts'

/** Accounts that are opened, with funds or without, and members that become agents: path and wallet in one transaction. */
export function accountRoutes(app: FastifyInstance, context: LedgerContext): void {
  serveSession(app, context, createAgent, (input, { caller }) => createAgentCall(context, caller, input))
  serveSession(app, context, createMember, (input, { caller }) => createMemberCall(context, caller, input))
  serveSession(app, context, upgradeToAgent, (input, { caller }) => upgradeCall(context, caller, input))
}
