import { drawPublish } from '@strata/contract/endpoints/settlement'
import type { FastifyInstance } from 'fastify'
import { type PeriodDeps, publishDraw } from '../games/results.ts'
import { readSource } from '../games/store.ts'
import { type CallInfo, registerEndpoint } from '../platform/endpoint.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { signatureProblem, sourceKeyPurpose } from '../platform/signature.ts'

export interface SettlementContext extends PeriodDeps {
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

/** Results from outside, signed by their source. */
export function settlementRoutes(app: FastifyInstance, context: SettlementContext): void {
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
