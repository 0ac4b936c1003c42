import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { Counter } from './metrics.ts'
import type { Tracer } from './tracing.ts'

/** Undefined without an endpoint: then nothing of tracing is loaded. */
export async function createTracer(
  config: Pick<Config, 'traces'>,
  log: Log,
  lost: Counter['add'],
): Promise<Tracer | undefined> {
  if (config.traces === undefined) return undefined
  const { OtlpTracer } = await import('./otlp.ts')
  return new OtlpTracer(config.traces, log, lost)
}
