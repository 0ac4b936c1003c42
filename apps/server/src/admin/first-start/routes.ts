import { firstStartBegin, firstStartFinish } from '@strata/contract/endpoints/first-start'
import type { FastifyInstance } from 'fastify'
import { registerEndpoint } from '../../platform/endpoint.ts'
import { beginFirstStart, type FirstStartContext, finishFirstStart } from './first-start.ts'

/** The page /setup. Public, because nobody has an account yet: the token of the link decides. */
export function firstStartRoutes(app: FastifyInstance, context: FirstStartContext): void {
  registerEndpoint(app, firstStartBegin, {
    authorize: () => null,
    handle: (input) => beginFirstStart(context, input),
  })
  registerEndpoint(app, firstStartFinish, {
    authorize: () => null,
    handle: (input, { ip }) => finishFirstStart(context, input, ip),
  })
}
