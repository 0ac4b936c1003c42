import { adminLogin, agentLogin, logout, ownPaths, platformStatus } from '@strata/contract/endpoints/access'
import type { FastifyInstance } from 'fastify'
import { type CallInfo, registerEndpoint } from '../platform/endpoint.ts'
import type { EventStreams } from '../platform/streams.ts'
import { maintenanceAt } from './platform-settings/maintenance.ts'
import { ownPathsOf } from './session/own-paths.ts'
import { serveSession } from './session/serve-session.ts'
import { endSession } from './session/store-sessions.ts'
import { type SignInContext, signIn } from './sign-in/sign-in.ts'
import type { RoleType } from './store-accounts.ts'

const deviceOf = (call: CallInfo): string => String(call.request.headers['user-agent'] ?? '')

export interface AccessRoutesContext extends SignInContext {
  /** Open streams, which end with their session. */
  readonly streams?: EventStreams
}

/** Sign-in, sign-out and what can be asked before. */
export function accessRoutes(app: FastifyInstance, context: AccessRoutesContext): void {
  const sides: readonly (readonly [typeof agentLogin | typeof adminLogin, RoleType])[] = [
    [agentLogin, 2],
    [adminLogin, 1],
  ]
  for (const [endpoint, side] of sides) {
    registerEndpoint(app, endpoint, {
      authorize: () => null,
      handle: (input, call) =>
        signIn(context, {
          side,
          account: input.account,
          password: input.password,
          verifyCode: input.verifyCode,
          ip: call.ip,
          device: deviceOf(call),
        }),
    })
  }

  serveSession(app, context, logout, async (_input, { caller }) => {
    await endSession(context.pool, caller.tokenHash, context.clock(), 'signedOut')
    context.streams?.endSession(caller.tokenHash, 'signedOut')
    return null
  })

  serveSession(app, context, ownPaths, (_input, { caller }) => ownPathsOf(context, caller))

  registerEndpoint(app, platformStatus, {
    authorize: () => null,
    handle: async () => {
      const serverNow = context.clock()
      return { ...(await maintenanceAt(context.pool, serverNow)), serverNow }
    },
  })
}
