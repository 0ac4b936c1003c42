import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import { orderVoidPreview, periodPreview, periodProgress } from '@strata/contract/endpoints/previews'
import { proposalDecide, proposalQuery, proposalWithdraw } from '@strata/contract/endpoints/proposals'
import {
  drawConfirm,
  drawCorrect,
  drawEnter,
  drawPublish,
  drawTrial,
  gamePeriodQuery,
  gamePeriodSettle,
  gamePeriodVoid,
  orderVoid,
} from '@strata/contract/endpoints/settlement'
import type { FastifyInstance } from 'fastify'
import { haveBeenRefused, SignedCalls, serveSession } from '../access/session.ts'
import { publishFrom, readSource, readSourceCodes, type SignedSource, tryFrom } from '../games/results.ts'
import { type Call, registerEndpoint } from '../platform/endpoint.ts'
import { isKeyChange } from '../platform/key-changes.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
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

/** Judges the signature of a result source's calls. */
function sourceCalls({ pool, clock, secrets, live }: SettlementContext): SignedCalls<SignedSource> {
  const calls = new SignedCalls<SignedSource>({
    pool,
    clock,
    readCodes: () => readSourceCodes(pool),
    readSigner: async (code) => {
      const source = await readSource(pool, code, clock())
      if (!source) return undefined
      const { gameIds, allowedIps } = source
      const keys = source.secrets.map((secret) => secrets.open(secret, sourceKeyPurpose(code)))
      return { name: `source:${code}`, caller: { code, gameIds, allowedIps }, keys }
    },
  })
  live.subscribe((event) => {
    if (isKeyChange(event)) calls.forget()
  })
  return calls
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

/** A trial call: everything is checked as if it were published, and thrown away. */
function trialRoute(app: FastifyInstance, context: SettlementContext, sources: SignedCalls<SignedSource>): void {
  registerEndpoint(app, drawTrial, {
    authorize: (call) => sources.authorize(call),
    handle: async (draw, { caller: source, ip }) => {
      const answer = await tryFrom(context, { source, ip }, draw)
      if (answer instanceof Refusal) return answer
      return { gameId: draw.gameId, periodNo: draw.periodNo, would: answer.would, result: [...answer.result] }
    },
  })
}

async function publishCall(
  context: SettlementContext,
  { caller: source, ip }: Pick<Call<SignedSource>, 'caller' | 'ip'>,
  draw: ParsedRequestOf<typeof drawPublish>,
): Promise<ResponseOf<typeof drawPublish> | Refusal> {
  const answer = await publishFrom(context, { source, ip }, draw)
  if (answer instanceof Refusal) return answer
  return { gameId: draw.gameId, periodNo: draw.periodNo, state: answer.state, result: [...answer.result] }
}

/** Results from outside, signed by their source, and the operators' calls. */
export function settlementRoutes(app: FastifyInstance, context: SettlementContext): void {
  operatorRoutes(app, context)
  const sources = sourceCalls(context)
  trialRoute(app, context, sources)
  registerEndpoint(app, drawPublish, {
    authorize: (call) => sources.authorize(call),
    handle: (input, call) =>
      sources.answerOnce(
        call,
        async (mark) => {
          const [isReplayed] = mark ? await haveBeenRefused(context.pool, [mark]) : []
          return isReplayed ? refuse('callReplayed') : publishCall(context, call, input)
        },
        () => 'accepted',
      ),
  })
}
