import type { PeriodId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { accessJobs } from './access/jobs.ts'
import { codeSender } from './access/passwords/code-channels.ts'
import { followDayStarts, followSystemSettings } from './access/platform-settings.ts'
import type { PeopleContext } from './access/profile/people-context.ts'
import { peopleRoutes } from './access/profile/people-routes.ts'
import { accessRoutes } from './access/routes.ts'
import type { AccessContext } from './access/session/authorize.ts'
import { signInPool } from './access/sign-in/sign-in.ts'
import { accountCalls } from './accounts/account-calls.ts'
import { bookAdminRoutes, channelAdminRoutes } from './admin/books/routes.ts'
import { removeLinkFile } from './admin/first-start/link-file.ts'
import { firstStartRoutes } from './admin/first-start/routes.ts'
import { certificateJobs } from './admin/home/certificates.ts'
import { diskJobs } from './admin/home/disk.ts'
import { databaseMetrics } from './admin/operations/database-metrics.ts'
import { sizeJobs, startReports } from './admin/operations/reports.ts'
import { operationRoutes } from './admin/operations/routes.ts'
import { verifyJobs } from './admin/operations/verify-runs.ts'
import { adminRoutes } from './admin/routes.ts'
import { besideBoardRoutes } from './book/beside-boards.ts'
import { BoardCache } from './book/boards/board-cache.ts'
import { bookJobs } from './book/jobs.ts'
import { GamesReader } from './book/open-games/read-open-games.ts'
import { hasEarlyOrder } from './book/open-games/store-early-orders.ts'
import { bookRoutes, oddsDropRoutes } from './book/routes.ts'
import { PERIOD_THREADS, type PeriodTask } from './book/scenario/period-work.ts'
import { warmPeriods } from './book/scenario/warm-up.ts'
import { ensureDemo, startSimulator } from './demo/demo.ts'
import { refuseDemoTraces } from './demo/traces.ts'
import type { ExportContext } from './exports/context.ts'
import { exportStore } from './exports/files/bucket-files.ts'
import { exportJobs } from './exports/jobs.ts'
import { startExport } from './exports/start.ts'
import { gamesJobs, preparePartitions } from './games/jobs.ts'
import { announcePeriod } from './games/periods/announce-period.ts'
import type { PeriodDeps } from './games/results/put-result.ts'
import { gamesRoutes } from './games/routes.ts'
import { setupGames } from './games/setup/setup-games.ts'
import { groupJobs } from './groups/jobs.ts'
import { groupRoutes } from './groups/routes.ts'
import { INTAKE_LIMITS, type Intake, type IntakeLimits, type WatchedDeps } from './intake/intake.ts'
import { MerchantKeys } from './intake/merchant-keys.ts'
import { intakeRoutes } from './intake/routes.ts'
import { IntakeThread } from './intake/thread.ts'
import { watchIntake } from './intake/watch.ts'
import { ledgerJobs } from './ledger/jobs.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { TransferPasswords } from './ledger/transfer-password.ts'
import { tellAllOperators } from './notices/alerts/tell-all-operators.ts'
import { tellTouched } from './notices/alerts/tell-corrections.ts'
import { tellFlyOut } from './notices/alerts/tell-fly-outs.ts'
import { tellOperators } from './notices/alerts/tell-proposals.ts'
import { tellSecurity } from './notices/alerts/tell-security.ts'
import { noticeJobs } from './notices/jobs.ts'
import { noticeRoutes } from './notices/routes.ts'
import { streamRoutes } from './notices/stream.ts'
import { claimDatabaseKind } from './platform/database-kind.ts'
import type { Platform } from './platform/platform.ts'
import { createSecrets } from './platform/secrets.ts'
import { ThreadPool } from './platform/threads.ts'
import { finalPass } from './replenishment/automatic/final-pass.ts'
import { flyOutJobs, flyOutStarter } from './replenishment/fly-out/fly-out-delivery.ts'
import { downlineFillRoutes, flyOutRoutes, replenishmentRoutes, warningCalls } from './replenishment/routes.ts'
import { exportRoutes } from './reports/export-routes.ts'
import { HeavyReads } from './reports/heavy-reads.ts'
import { boardOrderCalls } from './reports/orders/relation-order.ts'
import { reportRoutes } from './reports/routes.ts'
import { settlementJobs, settleOnResult } from './settlement/jobs.ts'
import { settlementRoutes } from './settlement/routes.ts'
import { addLateFlyOut } from './settlement/settle/late-fly-out.ts'
import { accountRoutes } from './tree/account-routes.ts'
import { logoRoute } from './tree/logo.ts'
import { completeDirectory } from './tree/paths/store-merchants.ts'
import { renamePathsOf } from './tree/paths/store-paths.ts'
import { treeRoutes } from './tree/routes.ts'
import { SnapshotCache } from './tree/snapshot/merchant-snapshot.ts'
import { treeJobs } from './tree/terms/change-terms-of-many.ts'
import { EXPORT_SOURCES } from './workers/export-sources.ts'

type IntakeOf = (
  deps: WatchedDeps & Pick<Platform, 'live'> & { readonly slowMs: number; readonly onSlow: () => void },
  limits: IntakeLimits,
) => Intake

const intakeInThread: IntakeOf = ({ pool, log, live, onFlyOut, onBatch, onSlow, slowMs, traced = false }, limits) =>
  new IntakeThread({
    limits,
    script: new URL('./workers/intake.ts', import.meta.url),
    url: String(pool.options.connectionString),
    log,
    live,
    onBatch,
    onSlow,
    slowMs,
    traced,
    ...(onFlyOut ? { onFlyOut } : {}),
  })

/** After the rush of a start, and not in servers that live for seconds only. */
const WARM_AFTER_MS = 5_000

function warmSoon({ pool, clock, log, onStop }: Platform, work: ThreadPool<PeriodTask, unknown>): void {
  const timer = setTimeout(() => {
    warmPeriods(pool, clock, work).catch((error: unknown) => log.warn({ err: error }, 'periods could not be warmed up'))
  }, WARM_AFTER_MS).unref()
  onStop(async () => clearTimeout(timer))
}

/**
 * Composes the rooms. Each room knows only those before it; callbacks into later rooms are passed in here.
 * `intakeOf`: makes the intake; the default runs in a thread with the system clock, so a test with another clock
 * must pass its own.
 */
export async function addRooms(app: FastifyInstance, platform: Platform, intakeOf = intakeInThread): Promise<void> {
  const { config, pool, clock, live, log } = platform
  const endDayStarts = await followDayStarts(pool, (error) =>
    log.warn({ err: error }, 'when business days begin could not be read again'),
  )
  platform.onStop(async () => endDayStarts())
  if (config.mode === 'production') await refuseDemoTraces(pool)
  const isDemo = (await claimDatabaseKind(pool, config.mode)) === 'demo'
  const secrets = createSecrets(config.keys)
  const files = exportStore(config)
  const exporting: ExportContext = { pool, clock, replica: platform.replica, live, files, sources: EXPORT_SOURCES }
  const access: AccessContext & Pick<PeopleContext, 'appSecret' | 'secrets'> = {
    pool,
    clock,
    appSecret: config.appSecret,
    secrets,
    startExport: (input, call) => startExport(exporting, input, call),
  }
  const openGames = new GamesReader(clock).open
  const onFlyOut = flyOutStarter(platform)
  const book = { pool, live, clock, openGames, snapshots: new SnapshotCache(), onFlyOut }
  const flyOuts = { ...book, secrets, allow: config.outboundAllow, alert: tellFlyOut(live), addLate: addLateFlyOut }
  const keys = new MerchantKeys({ pool, secrets, clock, live })
  const { metrics, tracer } = platform
  const watch = watchIntake(metrics, tracer)
  const slow = metrics.counter('strata_intake_slow_statements_total', 'Slow statements of the intake')
  const watched = { onBatch: watch.onBatch, onSlow: () => slow.add(), slowMs: config.slowStatementMs }
  const limits = { ...INTAKE_LIMITS, minAhead: config.intakeAhead }
  const intake = intakeOf({ ...book, log, ...watched, traced: tracer !== undefined }, limits)
  platform.onStop(() => intake.drain())
  metrics.gauge('strata_intake_waiting', 'Bets waiting for their answer', () => intake.waiting)

  const periods = {
    pool,
    clock,
    hasEarlyOrder,
    onResult: settleOnResult,
    onChange: announcePeriod(platform),
    // The last automatic replenishment, after the last bet and before the end of replenishment.
    onClosing: (periodId: PeriodId) => finalPass(book, periodId),
  } satisfies PeriodDeps

  const onTouched = tellTouched(live)
  const work = new ThreadPool<PeriodTask, unknown>({
    ...PERIOD_THREADS,
    script: new URL('./workers/period.ts', import.meta.url),
  })
  platform.onStop(() => work.close())

  followSystemSettings(platform)
  const signIns = signInPool(pool)
  platform.onStop(() => signIns.end())
  const secureCookies = config.tls || config.mode === 'production'
  accessRoutes(app, { ...access, signIns, streams: platform.streams, secureCookies })
  const sendCode = codeSender({
    pool,
    clock,
    secrets,
    log,
    allow: config.outboundAllow,
    isDemo: config.mode === 'demo',
  })
  peopleRoutes(app, {
    ...access,
    isDemo,
    recheckStreams: (merchantId) => platform.streams.recheck(merchantId),
    sendCode,
    tell: tellSecurity(live),
    renamePaths: renamePathsOf,
  })
  logoRoute(app, pool)
  treeRoutes(app, { ...access, recheckStreams: (merchantId) => platform.streams.recheck(merchantId) })
  const ledger = { ...access, live, passwords: new TransferPasswords(access) }
  ledgerRoutes(app, ledger)
  accountRoutes(app, access, accountCalls(ledger))
  gamesRoutes(app, { ...access, signed: (call) => keys.authorize(call) })
  bookRoutes(app, access, { ...book, cache: new BoardCache(book), work })
  oddsDropRoutes(app, access, platform.live)
  streamRoutes(app, access, platform.streams)
  replenishmentRoutes(app, access, { ...book, work })
  downlineFillRoutes(app, access)
  flyOutRoutes(app, access, flyOuts)
  intakeRoutes(app, { pool, clock, intake, keys, watch, tracer })
  settlementRoutes(app, {
    ...access,
    ...periods,
    live,
    onTouched,
    fourEyes: config.fourEyes,
    tellOperators: tellOperators(live),
  })
  groupRoutes(app, access, { intake, keys, openGames })
  const reads = { reports: platform.reports, replica: platform.replica, heavy: new HeavyReads() }
  reportRoutes(app, ledger, reads)
  besideBoardRoutes(app, access, { ...warningCalls({ ...book, work }), ...boardOrderCalls(access, reads) })
  noticeRoutes(app, access)
  adminRoutes(app, {
    ...access,
    agentsSite: { named: config.site, ports: { site: config.port, admin: config.adminPort } },
    live,
    dataDir: config.dataDir,
    certificates: config.certificates,
    fourEyes: config.fourEyes,
    isDemo,
    sendCode,
    tell: tellSecurity(live),
    tellSources: tellAllOperators(live, '/admin/game/sources'),
    recheckStreams: (merchantId) => platform.streams.recheck(merchantId),
    onPeriodChange: periods.onChange,
  })
  operationRoutes(app, access, platform)
  databaseMetrics(platform)
  const outside = { ...access, secrets, allow: config.outboundAllow }
  bookAdminRoutes(app, outside)
  channelAdminRoutes(app, { ...outside, tellChannels: tellAllOperators(live, '/admin/system/books') })
  firstStartRoutes(app, { ...access, onFirstStart: () => removeLinkFile(config.dataDir) })
  exportRoutes(app, exporting)

  await preparePartitions(platform)
  await completeDirectory(pool)
  const { demoResults, demoPeriodSeconds: periodSeconds } = config
  await setupGames(pool, { demo: isDemo, demoResults, periodSeconds, now: clock() })
  await ensureDemo(platform, secrets)
  accessJobs(platform)
  treeJobs(platform)
  ledgerJobs(platform)
  gamesJobs(platform, periods)
  bookJobs(platform.jobs, book)
  flyOutJobs(platform, flyOuts)
  settlementJobs(platform, onTouched)
  groupJobs(platform)
  noticeJobs(platform.jobs, book)
  diskJobs(platform)
  certificateJobs(platform)
  verifyJobs(platform)
  sizeJobs(platform)
  exportJobs(platform, exporting, new URL('./workers/export.ts', import.meta.url))
  app.addHook('onListen', async () => {
    intake.start?.()
    await startReports(platform)
    if (config.role !== 'worker') warmSoon(platform, work)
    const address = app.server.address()
    if (typeof address === 'object' && address !== null) await startSimulator(platform, address.port)
  })
}
