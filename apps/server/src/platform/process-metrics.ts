import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Platform } from './platform.ts'

const LOOP_WINDOW_MS = 10_000
const LOOP_RESOLUTION_MS = 20
const READY_EVERY_MS = 1_000

/**
 * The 99th percentile of the loop's delay over at least ten seconds, in seconds. Every watcher gets the same value,
 * however many there are.
 */
function loopDelay(): () => number {
  const monitor = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  monitor.enable()
  let [since, last] = [performance.now(), 0]
  return () => {
    if (performance.now() - since < LOOP_WINDOW_MS) return last
    const delay = monitor.percentile(99) / 1e9 - LOOP_RESOLUTION_MS / 1000
    last = Number.isFinite(delay) ? Math.max(0, delay) : 0
    monitor.reset()
    since = performance.now()
    return last
  }
}

/** What this process says of itself: memory, processor, event loop, connections, streams and readiness. */
export function processMetrics({
  metrics,
  config,
  pool,
  reports,
  streams,
  live,
  checks,
}: Pick<Platform, 'metrics' | 'config' | 'pool' | 'reports' | 'streams' | 'live' | 'checks'>): void {
  const info = metrics.gauges('strata_info', 'This process: always 1, with its role and Node version')
  info.set([[{ role: config.role, node: process.version }, 1]])
  metrics.gauge('strata_streams', 'Open event streams', () => streams.size)
  metrics.gauge('strata_db_waiting', 'Requests waiting for a database connection', () => pool.waitingCount)
  metrics.gauge('strata_db_open', 'Open connections of the calls', () => pool.totalCount)
  metrics.gauge('strata_reports_waiting', 'Reports waiting for a database connection', () => reports.waitingCount)
  metrics.gauge('strata_resident_bytes', 'Resident memory', () => process.memoryUsage.rss())
  metrics.total('strata_cpu_seconds_total', 'Processor time of all threads of this process', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('strata_loop_delay_seconds', '99th percentile of the delay of the event loop', loopDelay())
  const seconds = metrics.histogram('strata_live_seconds', 'From a change on a board to its event on open streams')
  live.subscribe(({ type, changedAt }) => {
    if (type === 'board' && changedAt !== undefined) seconds.observe(Math.max(0, Date.now() - changedAt) / 1000)
  })
  const ready = metrics.gauges('strata_ready', 'Checks of /readyz: 1 ready, 0 not')
  metrics.refresh(READY_EVERY_MS, async () => {
    const each = checks.map(
      async ({ name, isReady }) => [{ check: name }, (await isReady().catch(() => false)) ? 1 : 0] as const,
    )
    ready.set(await Promise.all(each))
  })
}
