import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { playQuery, playResume, playStop } from '@strata/contract/endpoints/plays'
import { gameById, playOf, playsOfGame } from '@strata/domain/games/catalogue'
import { formatMoney, type Money } from '@strata/domain/money'
import type { AccessContext, Caller } from '../access/session.ts'
import { readExposures } from '../book/exposures.ts'
import { comingPeriod, type PeriodRecord, runningPeriod } from '../games/periods.ts'
import { countSources } from '../games/results.ts'
import {
  type ChangedStops,
  readPricedPlays,
  readStops,
  resumePlaysOf,
  stopPlaysOf,
  wireOptions,
} from '../games/setup.ts'
import type { Pool, Tx } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { listMerchantIds } from '../tree/merchants.ts'
import { HEAD_PATH } from '../tree/paths.ts'
import { changeAs, changesOf, logForHead } from './change.ts'

interface PlaysContext extends AccessContext {
  readonly live: LiveHub
}

interface Taken {
  readonly orders: number
  readonly stake: bigint
}

/** Bets of all merchants' members in a period, by play. */
async function takenBy(pool: Pool, period: PeriodRecord | undefined): Promise<Map<string, Taken>> {
  const taken = new Map<string, Taken>()
  if (!period) return taken
  const merchantIds = await listMerchantIds(pool)
  const rows = await readExposures(pool, merchantIds, { periodId: period.id, path: HEAD_PATH, plays: null })
  for (const { play, figures } of rows) {
    const known = taken.get(play) ?? { orders: 0, stake: 0n }
    taken.set(play, { orders: known.orders + figures.betCount, stake: known.stake + figures.betAmount })
  }
  return taken
}

/** play/query: the plays of a game, which of them are stopped, and what a change would meet now. */
export async function queryPlays(
  { pool }: PlaysContext,
  { gameId }: ParsedRequestOf<typeof playQuery>,
): Promise<ResponseOf<typeof playQuery> | Refusal> {
  const game = gameById(gameId)
  const stored = game && (await readStops(pool, game.id))
  if (!game || !stored) return refuse('notFound')
  const [running, next, sources, priced] = await Promise.all([
    runningPeriod(pool, gameId),
    comingPeriod(pool, gameId),
    countSources(pool, gameId),
    readPricedPlays(pool, gameId),
  ])
  const taken = await takenBy(pool, running)
  const { stops } = stored
  return {
    version: stored.stop_changes,
    running: running
      ? {
          periodNo: running.periodNo,
          state: running.state,
          closeAt: running.closeAt,
          drawAt: running.drawAt,
          options: wireOptions(game, running.options),
        }
      : null,
    next: next ? { periodNo: next.periodNo, openAt: next.openAt } : null,
    sources,
    plays: playsOfGame(game.code).map((play) => ({
      playCode: play.code,
      groupId: play.groupId,
      // 过关 has no prices of its own: 正码1-6 price its legs.
      priced: play.prices.length === 0 || priced.includes(play.code),
      stop: stops[play.code] ?? null,
      orders: taken.get(play.code)?.orders ?? 0,
      stake: formatMoney((taken.get(play.code)?.stake ?? 0n) as Money),
    })),
  }
}

const ON_SALE = '在售'
const stopText = (reason: string): string => `停售：${reason}`

/** One line of the log for all plays of a change, each with its state before and after. */
async function log(tx: Tx, caller: Caller, at: number, done: ChangedStops, after: string): Promise<void> {
  const { game, playCodes, before } = done
  if (playCodes.length === 0) return
  const changes = changesOf(
    playCodes.map((code) => {
      const stop = before[code]
      return [`stops.${code}`, playOf(game.code, code)?.name ?? code, stop ? stopText(stop.reason) : ON_SALE, after]
    }),
  )
  await logForHead(tx, caller, { action: 'playStop', targetName: game.name, changes }, at)
}

/** play/stop: at once. Refused in this order: notFound, unknownItem. */
export function stopPlay(
  context: PlaysContext,
  caller: Caller,
  input: ParsedRequestOf<typeof playStop>,
): Promise<ResponseOf<typeof playStop> | Refusal> {
  return changeAs(context, caller, { call: 'play/stop', input }, async (tx, at) => {
    const { gameId, playCodes, reason } = input
    const stop = { reason, at, by: caller.account.name }
    const done = await stopPlaysOf(tx, { gameId, playCodes, live: context.live, at, stop })
    if (done instanceof Refusal) return done
    await log(tx, caller, at, done, stopText(reason))
    return { version: done.version, stopped: [...done.playCodes] }
  })
}

/** play/resume. Refused in this order: notFound, unknownItem, changed. */
export function resumePlay(
  context: PlaysContext,
  caller: Caller,
  input: ParsedRequestOf<typeof playResume>,
): Promise<ResponseOf<typeof playResume> | Refusal> {
  return changeAs(context, caller, { call: 'play/resume', input }, async (tx, at) => {
    const { gameId, playCodes, version, reason } = input
    const done = await resumePlaysOf(tx, { gameId, playCodes, live: context.live, at, version })
    if (done instanceof Refusal) return done
    await log(tx, caller, at, done, `${ON_SALE}：${reason}`)
    return { version: done.version, resumed: [...done.playCodes] }
  })
}
