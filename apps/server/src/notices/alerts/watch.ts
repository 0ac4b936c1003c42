import { GAMES } from '@strata/domain/games/catalogue'
import { readHoldersExposures } from '../../book/boards/store-boards.ts'
import type { OpenGames } from '../../book/open-games/batch-games.ts'
import { type Period, replenishablePeriods } from '../../book/open-games/store-periods.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import type { LiveHub, NumberedEvent } from '../../platform/live.ts'
import { readWatched } from '../../settings/store-replenishment-settings.ts'
import { listMerchantIds, readMerchantName } from '../../tree/paths/store-merchants.ts'
import { HEAD_MERCHANT } from '../../tree/paths/store-paths.ts'
import { HEAD_PATH, type SnapshotCache } from '../../tree/snapshot/merchant-snapshot.ts'
import type { OnceAlert } from '../store.ts'
import { crossedLines } from './crossed-lines.ts'
import { raiseAlerts } from './raise-alerts.ts'

export interface WatchDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly live: LiveHub
  readonly snapshots: SnapshotCache
  readonly openGames: OpenGames
}

/** What live events did not tell, a process that has died or a message that was lost, is found within this. */
const SWEEP_EVERY_MS = 30_000
/** Paths kept in mind; beyond it the next run looks at all. */
const MAX_MOVED = 20_000

/**
 * Raises an alert when an item passes a warning line or an automatic limit cannot be met: beside intake, from the same
 * events that move boards. Each is raised once for an item and period, whoever looks and how often.
 */
export class LineWatch {
  readonly #deps: WatchDeps
  /** By merchant: paths whose exposure moved since the last run. */
  #moved = new Map<number, Set<number>>()
  #count = 0
  #sweepAt = 0
  /** By period: what was raised already, so that it is not written again every second. */
  readonly #raised = new Map<number, Set<string>>()

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
    this.#moved.set(merchantId, paths.add(data['pathId']))
    this.#count += 1
  }

  #forget(): void {
    this.#moved = new Map()
    this.#count = 0
  }

  /** Looks at what moved since the last run. Answers how many alerts were raised. */
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
    for (const merchantId of isSweep ? await listMerchantIds(pool) : moved.keys())
      raised += await this.#look(merchantId, isSweep ? null : [...(moved.get(merchantId) ?? [])], periods)
    return raised
  }

  async #look(merchantId: number, among: readonly number[] | null, periods: readonly Period[]): Promise<number> {
    const { pool, snapshots, openGames } = this.#deps
    const paths = await readWatched(pool, merchantId, among)
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

  async #raise(merchantId: number, periodId: number, alerts: readonly OnceAlert[]): Promise<number> {
    const { pool } = this.#deps
    const known = this.#raised.get(periodId) ?? new Set()
    const keyOf = ({ pathId, once }: OnceAlert): string => `${merchantId} ${pathId} ${once}`
    const news = alerts.filter((alert) => !known.has(keyOf(alert)))
    if (news.length === 0) return 0
    for (const alert of news) known.add(keyOf(alert))
    this.#raised.set(periodId, known)
    // The head reads its alerts in one place, whichever merchant's book they are about.
    const heads = news.filter(({ pathId }) => pathId === HEAD_PATH)
    const name = heads.length === 0 ? '' : await readMerchantName(pool, merchantId)
    const ofHead = heads.map((alert) => ({
      ...alert,
      text: `${name} ${alert.text}`,
      once: `${merchantId} ${alert.once}`,
    }))
    const others = news.filter(({ pathId }) => pathId !== HEAD_PATH)
    return (await this.#insert(merchantId, others)) + (await this.#insert(HEAD_MERCHANT, ofHead))
  }

  async #insert(merchantId: number, alerts: readonly OnceAlert[]): Promise<number> {
    if (alerts.length === 0) return 0
    const { pool, clock, live } = this.#deps
    const at = clock()
    return runTx(pool, {}, (tx) => raiseAlerts(tx, live, { merchantId, at }, alerts))
  }
}
