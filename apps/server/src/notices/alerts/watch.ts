import { GAMES } from '@strata/domain/games/catalogue'
import { type MerchantId, PathId, type PeriodId } from '@strata/domain/ids'
import { readHoldersExposures } from '../../book/boards.ts'
import type { ExposureRow } from '../../book/exposures.ts'
import type { OpenGames } from '../../book/open-games.ts'
import { type Period, replenishablePeriods } from '../../games/periods.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import type { LiveHub, NumberedEvent } from '../../platform/live.ts'
import { pathsThatSet, readSumSettings } from '../../settings/replenishment-settings.ts'
import { HEAD_MERCHANT, listMerchantIds, readMerchantName } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import type { SnapshotCache } from '../../tree/snapshot.ts'
import type { OnceAlert } from '../store.ts'
import { crossedLines, crossedSum, WATCHED } from './crossed-lines.ts'
import { raiseAlerts } from './raise-alerts.ts'

export interface WatchDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly live: LiveHub
  readonly snapshots: SnapshotCache
  readonly openGames: OpenGames
}

/** Changes without a live event (a process ended, or a message was lost) are found within this time. */
const SWEEP_EVERY_MS = 30_000
/** Before the alerts about the sum of merchants, where others have the merchant's name. */
const ALL_MERCHANTS = '全部商户'
/** Limit of remembered paths; above it the next run checks all. */
const MAX_MOVED = 20_000

/**
 * Raises an alert when an item exceeds a warning limit or an automatic limit cannot be met. Runs beside intake and
 * uses the live events that update boards. Each alert is raised once per item and period, however often it is
 * checked.
 */
export class LineWatch {
  readonly #deps: WatchDeps
  /** By merchant: paths whose exposure changed since the last run. */
  #moved = new Map<MerchantId, Set<PathId>>()
  #count = 0
  #sweepAt = 0
  /** By period: alerts already raised, so that they are not written again every second. */
  readonly #raised = new Map<PeriodId, Set<string>>()

  constructor(deps: WatchDeps) {
    this.#deps = deps
    deps.live.subscribe((event) => this.#note(event))
  }

  #note({ type, merchantId, data }: NumberedEvent): void {
    if (type !== 'board' || typeof data['pathId'] !== 'number') return
    if (this.#count >= MAX_MOVED) {
      this.#forget()
      this.#sweepAt = 0
      return
    }
    const paths = this.#moved.get(merchantId) ?? new Set()
    this.#moved.set(merchantId, paths.add(PathId(data['pathId'])))
    this.#count += 1
  }

  #forget(): void {
    this.#moved = new Map()
    this.#count = 0
  }

  /** Checks what changed since the last run. Returns the number of raised alerts. */
  async run(): Promise<number> {
    const { pool, clock } = this.#deps
    const now = clock()
    const moved = this.#moved
    const isSweep = now >= this.#sweepAt
    if (!isSweep && moved.size === 0) return 0
    this.#forget()
    this.#sweepAt = isSweep ? now + SWEEP_EVERY_MS : this.#sweepAt
    const periods = (await Promise.all(GAMES.map(({ id }) => replenishablePeriods(pool, id, now)))).flat()
    for (const known of this.#raised.keys())
      if (!periods.some(({ periodId }) => periodId === known)) this.#raised.delete(known)
    let raised = 0
    // The head's own boards are of no merchant: they are the sum of all.
    const merchantIds = isSweep ? await listMerchantIds(pool) : [...moved.keys()].filter((id) => id !== HEAD_MERCHANT)
    for (const merchantId of merchantIds)
      raised += await this.#look(merchantId, isSweep ? null : [...(moved.get(merchantId) ?? [])], periods)
    const isOfHead = isSweep || [...moved.values()].some((paths) => paths.has(HEAD_PATH))
    return raised + (isOfHead ? await this.#lookAtSum(periods) : 0)
  }

  async #look(merchantId: MerchantId, among: readonly PathId[] | null, periods: readonly Period[]): Promise<number> {
    const { pool, snapshots, openGames } = this.#deps
    const paths = await pathsThatSet(pool, merchantId, WATCHED, among)
    if (paths.length === 0) return 0
    const snapshot = await snapshots.current(pool, merchantId, { ids: paths })
    let raised = 0
    for (const period of periods) {
      const books = await readHoldersExposures(pool, merchantId, { periodId: period.periodId, paths })
      if (books.size === 0) continue
      const games = await openGames(pool, merchantId, [period])
      const alerts = [...books].flatMap(([pathId, rows]) => crossedLines({ snapshot, period, games }, { pathId, rows }))
      raised += await this.#raise(merchantId, period.periodId, alerts)
    }
    return raised
  }

  /** The head's lines over the sum of its merchants. */
  async #lookAtSum(periods: readonly Period[]): Promise<number> {
    const { pool, openGames } = this.#deps
    const ofSum = await readSumSettings(pool, { merchantId: HEAD_MERCHANT, pathId: HEAD_PATH })
    if (ofSum.size === 0) return 0
    const merchantIds = await listMerchantIds(pool)
    let raised = 0
    for (const period of periods) {
      const warnings = ofSum.get(period.gameId)?.warnings
      if (!warnings || warnings.size === 0) continue
      const rows: ExposureRow[] = []
      for (const merchantId of merchantIds) {
        const books = await readHoldersExposures(pool, merchantId, { periodId: period.periodId, paths: [HEAD_PATH] })
        rows.push(...(books.get(HEAD_PATH) ?? []))
      }
      if (rows.length === 0) continue
      const games = await openGames(pool, HEAD_MERCHANT, [period])
      const alerts = crossedSum({ period, games, warnings }, { pathId: HEAD_PATH, rows })
      raised += await this.#raise(HEAD_MERCHANT, period.periodId, alerts)
    }
    return raised
  }

  async #raise(merchantId: MerchantId, periodId: PeriodId, alerts: readonly OnceAlert[]): Promise<number> {
    const known = this.#raised.get(periodId) ?? new Set()
    const keyOf = ({ pathId, once }: OnceAlert): string => `${merchantId} ${pathId} ${once}`
    const news = alerts.filter((alert) => !known.has(keyOf(alert)))
    if (news.length === 0) return 0
    for (const alert of news) known.add(keyOf(alert))
    this.#raised.set(periodId, known)
    // The head reads all its alerts in one list, whichever merchant's book they are about.
    const heads = news.filter(({ pathId }) => pathId === HEAD_PATH)
    const name = heads.length === 0 ? '' : await this.#nameOf(merchantId)
    const ofHead = heads.map((alert) => ({
      ...alert,
      text: `${name} ${alert.text}`,
      once: `${merchantId} ${alert.once}`,
    }))
    const others = news.filter(({ pathId }) => pathId !== HEAD_PATH)
    return (await this.#insert(merchantId, others)) + (await this.#insert(HEAD_MERCHANT, ofHead))
  }

  #nameOf(merchantId: MerchantId): Promise<string> | string {
    return merchantId === HEAD_MERCHANT ? ALL_MERCHANTS : readMerchantName(this.#deps.pool, merchantId)
  }

  async #insert(merchantId: MerchantId, alerts: readonly OnceAlert[]): Promise<number> {
    if (alerts.length === 0) return 0
    const { pool, clock, live } = this.#deps
    const at = clock()
    return runTx(pool, {}, (tx) => raiseAlerts(tx, live, { merchantId, at }, alerts))
  }
}
