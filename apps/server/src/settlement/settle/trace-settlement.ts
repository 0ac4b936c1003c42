import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { newSpanId, settlementPlace, type Tracer } from '../../platform/tracing.ts'

/**
 * The trace of one settlement: payouts and rollups are folded, then the ledger entries of the members are posted. The
 * writes of its bets link to it. A call that found nothing to do leaves no trace.
 */
export function traceSettlement(
  tracer: Tracer,
  part: { readonly merchantId: MerchantId; readonly periodId: PeriodId },
  done: { readonly payouts: number; readonly wallets: number; readonly revision?: number },
  times: { readonly beganAt: number; readonly foldedAt: number; readonly postedAt: number },
): void {
  const { revision, payouts, wallets } = done
  if (revision === undefined) return
  const { traceId, spanId } = settlementPlace(part.merchantId, part.periodId, revision)
  const attributes = { 'strata.merchant': part.merchantId, 'strata.period': part.periodId, 'strata.revision': revision }
  const { beganAt, foldedAt, postedAt } = times
  const below = { traceId, parentId: spanId }
  tracer.record({ traceId, spanId, name: 'settlement', startMs: beganAt, endMs: postedAt, attributes })
  tracer.record({
    ...below,
    spanId: newSpanId(),
    name: 'fold',
    startMs: beganAt,
    endMs: foldedAt,
    attributes: { ...attributes, 'strata.payouts': payouts },
  })
  tracer.record({
    ...below,
    spanId: newSpanId(),
    name: 'ledger entries',
    startMs: foldedAt,
    endMs: postedAt,
    attributes: { ...attributes, 'strata.wallets': wallets },
  })
}
