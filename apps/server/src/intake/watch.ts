import type { Metrics } from '../platform/metrics.ts'
import { callSpanId, newSpanId, settlementPlace, type TraceId, type Tracer } from '../platform/tracing.ts'
import type { WatchedBatch } from './intake.ts'

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/** What a bet's first settlement is called in its own trace. */
const FIRST_SETTLEMENT = 1

/** The spans of one call in its batch: it waits in the queue, its batch is decided, its orders are written. */
function traceCall(
  tracer: Tracer,
  batch: WatchedBatch,
  call: { readonly cameAt: number; readonly trace: TraceId },
): void {
  const { lane: merchantId, items: bets, beganAt, endedAt, failed, write } = batch
  const parentId = callSpanId(call.trace)
  const attributes = { 'strata.merchant': merchantId, 'strata.bets': bets, 'strata.calls': batch.calls.length }
  const base = { traceId: call.trace, attributes }
  tracer.record({ ...base, spanId: newSpanId(), parentId, name: 'queue', startMs: call.cameAt, endMs: beganAt })
  const batchId = newSpanId()
  tracer.record({ ...base, spanId: batchId, parentId, name: 'batch', startMs: beganAt, endMs: endedAt, failed })
  if (!write) return
  tracer.record({
    traceId: call.trace,
    spanId: newSpanId(),
    parentId: batchId,
    name: 'write',
    startMs: write.beganAt,
    endMs: write.endedAt,
    attributes: { 'strata.merchant': merchantId, 'strata.orders': write.orders },
    links: write.periods.map((periodId) => settlementPlace(merchantId, periodId, FIRST_SETTLEMENT)),
  })
}

export interface IntakeWatch {
  readonly onBatch: (batch: WatchedBatch) => void
  /** One call that was answered: how long it took, and what its bets were told. */
  readonly answered: (seconds: number, accepted: number, refused: number) => void
  readonly shed: (bets: number) => void
}

/** Metrics of the intake, and the spans of its traced calls. */
export function watchIntake(metrics: Metrics, tracer: Tracer | undefined): IntakeWatch {
  const bets = metrics.counter('strata_bets_total', 'Bets answered, by answer: accepted, refused, shed')
  const seconds = metrics.histogram('strata_bet_seconds', 'From a signed call in the queue to its durable answer')
  const sizes = metrics.histogram('strata_batch_bets', 'Bets of a batch', BATCH_SIZES)
  const batches = metrics.histogram('strata_batch_seconds', 'Time to decide and write a batch')
  const waits = metrics.histogram('strata_queue_seconds', 'Wait of the oldest call of a batch')
  return {
    onBatch: (batch) => {
      sizes.observe(batch.items)
      batches.observe((batch.endedAt - batch.beganAt) / 1000)
      waits.observe((batch.beganAt - (batch.calls[0]?.cameAt ?? batch.beganAt)) / 1000)
      if (!tracer) return
      for (const { cameAt, trace } of batch.calls) if (trace !== undefined) traceCall(tracer, batch, { cameAt, trace })
    },
    answered: (took, accepted, refused) => {
      seconds.observe(took)
      if (accepted > 0) bets.add(accepted, { answer: 'accepted' })
      if (refused > 0) bets.add(refused, { answer: 'refused' })
    },
    shed: (count) => bets.add(count, { answer: 'shed' }),
  }
}
