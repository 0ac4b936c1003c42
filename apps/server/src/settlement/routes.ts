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
import type { GameId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { isAllowed, plainAddress, SignedCalls, serveSession } from '../access/session.ts'
import {
  noteHeard,
  noteTrial,
  type PublishAnswer,
  publishDraw,
  readSource,
  readSourceCodes,
  tryDraw,
} from '../games/results.ts'
import { type Call, type CallInfo, registerEndpoint } from '../platform/endpoint.ts'
import { isKeyChange } from '../platform/key-changes.ts'
import { Refusal, refusalEnvelope, refuse } from '../platform/refusal.ts'
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
  readonly allowedIps: readonly string[]
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

/** A trial call: everything is checked as if it were published; only that it was made, and what was wrong, is noted. */
function trialRoute(app: FastifyInstance, context: SettlementContext, sources: SignedCalls<SignedSource>): void {
  const { pool, clock } = context
  const note = (call: CallInfo, code: string, about: { gameId: GameId; periodNo: string }, refused: Refusal | null) => {
    const own = refused?.name === 'badParameter' ? refused.details['message'] : undefined
    const problem = refused && String(own ?? refusalEnvelope(refused).body.message)
    return noteTrial(pool, code, { at: clock(), ip: plainAddress(call.ip), ...about, problem })
  }
  registerEndpoint(app, drawTrial, {
    authorize: (call) => sources.authorize(call),
    handle: async ({ gameId, periodNo, result }, call) => {
      const { code, gameIds, allowedIps } = call.caller
      const judged = async () => {
        if (!isAllowed(call.ip, allowedIps)) return refuse('addressNotAllowed')
        if (!gameIds.includes(gameId)) return refuse('notFound')
        const answer = await tryDraw(context, { source: code, gameId, periodNo, result })
        return 'refusal' in answer ? refusalOf(answer) : answer
      }
      const answer = await judged()
      await note(call, code, { gameId, periodNo }, answer instanceof Refusal ? answer : null)
      return answer instanceof Refusal ? answer : { gameId, periodNo, would: answer.would, result: [...answer.result] }
    },
  })
}

type Refused = Extract<PublishAnswer, { readonly refusal: string }>

const refusalOf = (answer: Refused): Refusal =>
  answer.refusal === 'badResult' ? refuse('badParameter', { message: answer.message }) : refuse(answer.refusal)

async function publishCall(
  context: SettlementContext,
  { caller, ip }: Pick<Call<SignedSource>, 'caller' | 'ip'>,
  { gameId, periodNo, result }: ParsedRequestOf<typeof drawPublish>,
): Promise<ResponseOf<typeof drawPublish> | Refusal> {
  const { code, gameIds, allowedIps } = caller
  await noteHeard(context.pool, code, context.clock())
  if (!isAllowed(ip, allowedIps)) return refuse('addressNotAllowed')
  if (!gameIds.includes(gameId)) return refuse('notFound')
  const answer = await publishDraw(context, { source: code, gameId, periodNo, result })
  if ('refusal' in answer) return refusalOf(answer)
  return { gameId, periodNo, state: answer.state, result: [...answer.result] }
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
        () => publishCall(context, call, input),
        () => false,
      ),
  })
}
