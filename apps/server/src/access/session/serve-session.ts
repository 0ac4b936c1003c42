import type { Endpoint, ParsedRequestOf } from '@strata/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { type Call, type EndpointHandlers, registerEndpoint } from '../../platform/endpoint.ts'
import { refuse } from '../../platform/refusal.ts'
import { type AccessContext, asksExport, authorize, judgedAgain, scopePaths } from './authorize.ts'
import type { Caller } from './caller.ts'
import { type Acting, actAs } from './judged-again.ts'

export type SessionHandler<E extends Endpoint> = EndpointHandlers<E, Caller>['handle']

/** The caller of a change, for the second check inside its transaction. */
export const actingIn = (endpoint: Endpoint, input: unknown, caller: Caller): Acting => ({
  judge: (on) => judgedAgain(on, endpoint, input, caller),
  when: endpoint.whenFrozen === 'refused' ? 'end' : 'start',
})

/**
 * Serves a call that needs a session. The caller, its permissions and every path of the request are checked here,
 * so the handler only does the work. `scope` adds a check of the room's own after these. A list requested as a file
 * is answered by the export and not by its handler.
 */
export function serveSession<E extends Endpoint>(
  app: FastifyInstance,
  context: AccessContext,
  endpoint: E,
  handle: SessionHandler<E>,
  scope?: (input: ParsedRequestOf<E>, call: Call<Caller>) => ReturnType<typeof scopePaths>,
): void {
  registerEndpoint<E, Caller>(app, endpoint, {
    authorize: (call) => authorize(context, endpoint, call),
    scope: async (input, call) => (await scopePaths(context, endpoint, input, call)) ?? scope?.(input, call),
    handle: (input, call) => {
      const { startExport } = context
      if (startExport && endpoint.exportable && asksExport(input))
        // A file would stand in the download list of the account.
        return call.caller.isLooking ? Promise.resolve(refuse('lookOnly')) : startExport(input, call)
      return endpoint.write
        ? actAs(actingIn(endpoint, input, call.caller), () => handle(input, call))
        : handle(input, call)
    },
  })
}
