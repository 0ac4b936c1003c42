import type { ResponseOf } from '@strata/contract/endpoint'
import { orderCreate, recOrderQuery } from '@strata/contract/endpoints/intake'
import type { FastifyInstance } from 'fastify'
import { isMaintenanceOn } from '../access/platform-settings.ts'
import type { CallMark, CallOutcome } from '../access/session.ts'
import type { Clock } from '../platform/clock.ts'
import type { Pool } from '../platform/db.ts'
import { type Call, registerEndpoint } from '../platform/endpoint.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Tracer } from '../platform/tracing.ts'
import { BetGate } from './bet-gate.ts'
import { BetRates } from './bet-rates.ts'
import { CallReplayed, type Intake, type WireBet } from './intake.ts'
import type { MerchantKeys, SignedMerchant } from './merchant-keys.ts'
import { queryBets } from './query-bets.ts'
import { QueueFull } from './queue.ts'
import type { IntakeWatch } from './watch.ts'

export interface IntakeContext {
  readonly pool: Pool
  readonly clock: Clock
  readonly intake: Intake
  readonly keys: MerchantKeys
  readonly watch: Pick<IntakeWatch, 'answered' | 'shed'>
  readonly tracer?: Tracer | undefined
}

async function placeBets(
  { pool, clock, intake, rates, watch, tracer }: IntakeContext & { readonly rates: BetRates },
  { caller: { merchantId, betsPerSecond }, traceId }: Pick<Call<SignedMerchant>, 'caller' | 'traceId'>,
  bets: readonly WireBet[],
  mark: CallMark | undefined,
): Promise<ResponseOf<typeof orderCreate> | Refusal> {
  if (await isMaintenanceOn(pool, clock())) return refuse('maintenance')
  if (!rates.admits(merchantId, betsPerSecond, bets.length)) return refuse('tooManyBets')
  const began = performance.now()
  try {
    const trace = tracer?.records(traceId) ? traceId : undefined
    const results = await intake.create(merchantId, bets, { trace, mark })
    const accepted = results.filter((result) => result.accepted).length
    watch.answered((performance.now() - began) / 1000, accepted, results.length - accepted)
    return { results }
  } catch (error) {
    if (error instanceof CallReplayed) return refuse('callReplayed')
    if (!(error instanceof QueueFull)) throw error
    watch.shed(bets.length)
    return refuse('overloaded')
  }
}

function outcomeOf(results: readonly { readonly accepted: boolean }[]): CallOutcome {
  if (results.every(({ accepted }) => accepted)) return 'accepted'
  return results.some(({ accepted }) => accepted) ? 'partly' : 'refused'
}

/** The game platform's signed calls: placing bets and querying them. */
export function intakeRoutes(app: FastifyInstance, context: IntakeContext): void {
  const { pool, keys } = context
  const rates = new BetRates(context.clock)
  registerEndpoint(app, orderCreate, {
    authorize: (call) => keys.authorize(call),
    gate: new BetGate((bets) => context.watch.shed(bets)),
    judgesText: true,
    handle: ({ bets }, call) =>
      keys.answerOnce(
        call,
        (mark) => placeBets({ ...context, rates }, call, bets, mark),
        ({ results }) => outcomeOf(results),
      ),
  })
  registerEndpoint(app, recOrderQuery, {
    authorize: (call) => keys.authorize(call),
    handle: ({ betNos }, { caller }) => queryBets(pool, caller.merchantId, betNos),
  })
}
