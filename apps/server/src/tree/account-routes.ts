import { createAgent, createMember, importAccounts, upgradeToAgent } from '@strata/contract/endpoints/tree'
import type { FastifyInstance } from 'fastify'
import { type AccessContext, type SessionHandler, serveSession } from '../access/session.ts'

/** What these calls do. A new path may begin with money, so it is the work of a room behind the ledger. */
export interface AccountCalls {
  readonly createAgent: SessionHandler<typeof createAgent>
  readonly createMember: SessionHandler<typeof createMember>
  readonly importAccounts: SessionHandler<typeof importAccounts>
  readonly upgradeToAgent: SessionHandler<typeof upgradeToAgent>
}

/** New paths and their accounts. */
export function accountRoutes(app: FastifyInstance, context: AccessContext, calls: AccountCalls): void {
  serveSession(app, context, createAgent, calls.createAgent)
  serveSession(app, context, createMember, calls.createMember)
  serveSession(app, context, importAccounts, calls.importAccounts)
  serveSession(app, context, upgradeToAgent, calls.upgradeToAgent)
}
