import {
  addGroup,
  createGroupCommand,
  findGroup,
  getGroupCommand,
  groupDropdown,
  groupMessage,
  setGroupMembers,
  updateGroup,
} from '@strata/contract/endpoints/groups'
import type { FastifyInstance } from 'fastify'
import { isMaintenanceOn } from '../access/platform-settings.ts'
import { type AccessContext, serveSession } from '../access/session.ts'
import type { MerchantKeys } from '../intake/merchant-keys.ts'
import { registerEndpoint } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import {
  changeCommands,
  changeGroup,
  changeMembers,
  groupNames,
  listGroups,
  openGroup,
  readCommands,
} from './groups.ts'
import { answerMessage, type MessageContext } from './messages.ts'

/** Chat groups, their members and commands, and the messages of their bot. */
export function groupRoutes(
  app: FastifyInstance,
  context: AccessContext,
  chat: Omit<MessageContext, 'pool' | 'clock'> & { readonly keys: MerchantKeys },
): void {
  serveSession(app, context, addGroup, (input, { caller }) => openGroup(context, caller, input))
  serveSession(app, context, updateGroup, (input, { caller }) => changeGroup(context, caller, input))
  serveSession(app, context, findGroup, (input, { caller }) => listGroups(context, caller, input))
  serveSession(app, context, setGroupMembers, (input, { caller }) => changeMembers(context, caller, input))
  serveSession(app, context, groupDropdown, (_input, { caller }) => groupNames(context, caller))
  serveSession(app, context, createGroupCommand, (input, { caller }) => changeCommands(context, caller, input))
  serveSession(app, context, getGroupCommand, (input, { caller }) => readCommands(context, caller, input.groupId))
  const { pool, clock } = context
  registerEndpoint(app, groupMessage, {
    authorize: (call) => chat.keys.authorize(call),
    handle: async (input, { caller }) => {
      if (await isMaintenanceOn(pool, clock())) return refuse('maintenance')
      return answerMessage({ ...chat, pool, clock }, caller.merchantId, input)
    },
  })
}
