import { createHash, randomBytes } from 'node:crypto'
import type { MerchantId, PeriodId } from '@strata/domain/ids'

/** 32 hex digits. The number of a call (X-Trace-Id, 编号 on the screen, reqId in the log) is the id of its trace. */
export type TraceId = string
/** 16 hex digits. */
export type SpanId = string

export interface SpanPlace {
  readonly traceId: TraceId
  readonly spanId: SpanId
}

/** A span that is over. Times are epoch milliseconds with fractions. */
export interface Span extends SpanPlace {
  readonly parentId?: SpanId
  readonly name: string
  readonly kind?: 'server' | 'internal'
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly failed?: boolean
  /** Spans of other traces that this one leads to or comes from. */
  readonly links?: readonly SpanPlace[]
}

export interface Tracer {
  /** Whether the trace of a call is recorded. The same for all processes. */
  records(traceId: TraceId): boolean
  /** Never waits and never throws: what cannot be sent in time is dropped and counted. */
  record(span: Span): void
  /** Sends what waits. */
  stop(): Promise<void>
}

export const newSpanId = (): SpanId => randomBytes(8).toString('hex')

/** The span of the call itself. It follows from the trace, so that whatever the call starts knows its parent. */
export const callSpanId = (traceId: TraceId): SpanId => traceId.slice(16)

/**
 * The trace of the settlement of a merchant's part of a period. Bets are written long before, by other processes: both
 * sides know it without storing anything.
 */
export function settlementPlace(merchantId: MerchantId, periodId: PeriodId, version: number): SpanPlace {
  const hexOf = (text: string): string => createHash('sha256').update(text).digest('hex')
  const period = `strata:settlement:${merchantId}:${periodId}`
  return { traceId: hexOf(period).slice(0, 32), spanId: hexOf(`${period}:${version}`).slice(0, 16) }
}

/** Epoch milliseconds with fractions, by the clock that does not jump. Comparable between threads of a process. */
export const spanNow = (): number => performance.timeOrigin + performance.now()
