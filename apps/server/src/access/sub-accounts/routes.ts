import {
  childAccountModules,
  childAccountTemplates,
  createChildAccount,
  queryChildAccount,
  updateChildAccount,
  updateChildAccountStatus,
} from '@strata/contract/endpoints/sub-accounts'
import type { FastifyInstance } from 'fastify'
import type { PeopleContext } from '../profile/people-context.ts'
import { serveSession } from '../session/serve-session.ts'
import { createSub, listSubAccounts, modules, setSubStatus, templates, updateSub } from './sub-accounts.ts'

export function subAccountRoutes(app: FastifyInstance, context: PeopleContext): void {
  serveSession(app, context, childAccountTemplates, async (_input, { caller }) => templates(caller))
  serveSession(app, context, childAccountModules, (input, { caller }) => modules(context, caller, input))
  serveSession(app, context, queryChildAccount, (input, { caller }) => listSubAccounts(context, caller, input))
  serveSession(app, context, createChildAccount, (input, { caller }) => createSub(context, caller, input))
  serveSession(app, context, updateChildAccount, (input, { caller }) => updateSub(context, caller, input))
  serveSession(app, context, updateChildAccountStatus, (input, { caller }) => setSubStatus(context, caller, input))
}
