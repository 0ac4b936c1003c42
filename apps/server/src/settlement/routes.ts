import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import { orderVoidPreview, periodPreview, periodProgress } from '@strata/contract/endpoints/previews'
import { proposalDecide, proposalQuery, proposalWithdraw } from '@strata/contract/endpoints/proposals'
import {
  drawConfirm,
  drawCorrect,
  drawEnter,
  drawPublish,
  gamePeriodQuery,
  gamePeriodSettle,
  gamePeriodVoid,
  orderVoid,
} from '@strata/contract/endpoints/settlement'
import type { GameId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { SignedCalls, serveSession } from '../access/session.ts'
import { readSource, readSourceCodes } from '../games/periods.ts'
import { publishDraw } from '../games/results.ts'
import { registerEndpoint } from '../platform/endpoint.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sourceKeyPurpose } from '../platform/signature.ts'
import { queryPeriods } from './operator-calls/query-periods.ts'
import { settleAgainCall } from './operator-calls/settle-again.ts'
import { previewOrderVoid, previewPeriod, progressOfPeriod } from './preview/preview.ts'
import type { OperatorContext } from './proposals/context.ts'
import { confirmCall, decideCall, withdrawCall } from './proposals/decide.ts'
import { listProposals } from './proposals/list-proposals.ts'
import { correctCall, enterCall, voidOrderCall, voidPeriodCall } from './proposals/propose.ts'

export interface SettlementContext extends OperatorContext {
  readonly secrets: Secrets
}

interface SignedSource {
  readonly code: string
  readonly gameIds: readonly GameId[]
}

/** Judges the signature of a result source's calls. */
function sourceCalls({ pool, clock, secrets }: SettlementContext): SignedCalls<SignedSource> {
  return new SignedCalls({
    pool,
    clock,
    readCodes: () => readSourceCodes(pool),
    readSigner: async (code) => {
      const source = await readSource(pool, code)
      if (!source) return undefined
      const keys = [secrets.open(source.secret, sourceKeyPurpose(code))]
      return { name: `source:${code}`, caller: { code, gameIds: source.gameIds }, keys }
    },
  })
}

/** Routes of the operators' calls on periods and orders. */
function operatorRoutes(app: FastifyInstance, context: SettlementContext): void {
  serveSession(app, context, gamePeriodQuery, (input) => queryPeriods(context, input))
  serveSession(app, context, gamePeriodVoid, (input, { caller }) => voidPeriodCall(context, caller, input))
  serveSession(app, context, gamePeriodSettle, (input, { caller }) => settleAgainCall(context, caller, input))
  serveSession(app, context, drawEnter, (input, { caller }) => enterCall(context, caller, input))
  serveSession(app, context, drawConfirm, (input, { caller }) => confirmCall(context, caller, input))
  serveSession(app, context, drawCorrect, (input, { caller }) => correctCall(context, caller, input))
  serveSession(app, context, orderVoid, (input, { caller }) => voidOrderCall(context, caller, input))
  serveSession(app, context, periodPreview, (input) => previewPeriod(context, input))
  serveSession(app, context, orderVoidPreview, (input) => previewOrderVoid(context, input))
  serveSession(app, context, periodProgress, (input) => progressOfPeriod(context, input))
  serveSession(app, context, proposalQuery, (input, { caller }) => listProposals(context, caller, input))
  serveSession(app, context, proposalDecide, (input, { caller }) => decideCall(context, caller, input))
  serveSession(app, context, proposalWithdraw, (input, { caller }) => withdrawCall(context, caller, input))
}

async function publishCall(
  context: SettlementContext,
  { code, gameIds }: SignedSource,
  { gameId, periodNo, result }: ParsedRequestOf<typeof drawPublish>,
): Promise<ResponseOf<typeof drawPublish> | Refusal> {
  if (!gameIds.includes(gameId)) return refuse('notFound')
  const answer = await publishDraw(context, { source: code, gameId, periodNo, result })
  if (!('refusal' in answer)) return { gameId, periodNo, state: answer.state, result: [...answer.result] }
  return answer.refusal === 'badResult' ? refuse('badParameter', { message: answer.message }) : refuse(answer.refusal)
}

/** Results from outside, signed by their source, and the operators' calls. */
export function settlementRoutes(app: FastifyInstance, context: SettlementContext): void {
  operatorRoutes(app, context)
  const sources = sourceCalls(context)
  registerEndpoint(app, drawPublish, {
    authorize: (call) => sources.authorize(call),
    handle: (input, call) =>
      sources.answerOnce(
        call,
        () => publishCall(context, call.caller, input),
        () => false,
      ),
  })
}
