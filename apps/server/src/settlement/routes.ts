import {
  drawConfirm,
  drawCorrect,
  drawEnter,
  drawPublish,
  gamePeriodQuery,
  gamePeriodVoid,
  orderVoid,
} from '@strata/contract/endpoints/settlement'
import type { FastifyInstance } from 'fastify'
import { serveSession } from '../access/session/serve-session.ts'
import { readSource } from '../games/periods/store-periods.ts'
import { publishDraw } from '../games/results/put-result.ts'
import { type CallInfo, registerEndpoint } from '../platform/endpoint.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { signatureProblem, sourceKeyPurpose } from '../platform/signature.ts'
import {
  confirmCall,
  correctCall,
  enterCall,
  type OperatorContext,
  queryPeriods,
  voidOrderCall,
  voidPeriodCall,
} from './operator-calls/operator-calls.ts'

export interface SettlementContext extends OperatorContext {
  readonly secrets: Secrets
}

interface SignedSource {
  readonly code: string
  readonly gameIds: readonly number[]
}

const headerText = (call: CallInfo, name: string): string => {
  const value = call.request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Judges the signature of a result source. An unknown code answers like a wrong signature, after the same work. */
async function signedSource(context: SettlementContext, call: CallInfo): Promise<SignedSource | Refusal> {
  const code = headerText(call, 'x-merchant').slice(0, 64)
  const source = await readSource(context.pool, code)
  const keys = source ? [context.secrets.open(source.secret, sourceKeyPurpose(code))] : []
  const request = {
    timestamp: headerText(call, 'x-timestamp'),
    signature: headerText(call, 'x-signature'),
    method: call.request.method,
    target: call.request.url,
    rawBody: call.request.rawBody ?? '',
  }
  const problem = signatureProblem(request, keys, context.clock())
  if (problem !== null || !source) return refuse(problem ?? 'signatureWrong')
  return { code, gameIds: source.gameIds }
}

/** What operators do to periods and orders. */
function operatorRoutes(app: FastifyInstance, context: SettlementContext): void {
  serveSession(app, context, gamePeriodQuery, (input) => queryPeriods(context, input))
  serveSession(app, context, gamePeriodVoid, (input, { caller }) => voidPeriodCall(context, caller, input))
  serveSession(app, context, drawEnter, (input, { caller }) => enterCall(context, caller, input))
  serveSession(app, context, drawConfirm, (input, { caller }) => confirmCall(context, caller, input))
  serveSession(app, context, drawCorrect, (input, { caller }) => correctCall(context, caller, input))
  serveSession(app, context, orderVoid, (input, { caller }) => voidOrderCall(context, caller, input))
}

/** Results from outside, signed by their source, and what operators do to them. */
export function settlementRoutes(app: FastifyInstance, context: SettlementContext): void {
  operatorRoutes(app, context)
  registerEndpoint(app, drawPublish, {
    authorize: (call) => signedSource(context, call),
    handle: async ({ gameId, periodNo, result }, { caller }) => {
      if (!caller.gameIds.includes(gameId)) return refuse('notFound')
      const answer = await publishDraw(context, { source: caller.code, gameId, periodNo, result })
      if (!('refusal' in answer)) return { gameId, periodNo, state: answer.state, result: [...answer.result] }
      return answer.refusal === 'badResult'
        ? refuse('badParameter', { message: answer.message })
        : refuse(answer.refusal)
    },
  })
}
