import { monitorEventLoopDelay } from 'node:perf_hooks'

const loop = monitorEventLoopDelay({ resolution: 20 })

/** The slowest one in a hundred turns of the event loop, in milliseconds, since it was asked last. */
export function loopDelayMs(): number {
  loop.enable()
  const slow = loop.percentile(99) / 1e6
  loop.reset()
  // The resolution of the measurement itself is in every turn.
  return Math.max(0, Math.round(slow - 20))
}
