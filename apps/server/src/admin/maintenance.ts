import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { maintenanceQuery, maintenanceSet } from '@strata/contract/endpoints/admin'
import { wallClock } from '@strata/domain/calendar/wall-clock'
import { type GameId, MerchantId } from '@strata/domain/ids'
import { z } from 'zod'
import {
  forgetMaintenance,
  lockSetting,
  MAINTENANCE_KEY,
  noticeMsOf,
  readSettingRow,
  saveSetting,
} from '../access/platform-settings.ts'
import type { AccessContext, Caller } from '../access/session.ts'
import { gameMaintenance, saveGameMaintenance } from '../games/setup.ts'
import type { Queryable, Tx } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { changeAs, changesOf, logForHead } from './change.ts'

type Request = ParsedRequestOf<typeof maintenanceSet>
type Item = ResponseOf<typeof maintenanceQuery>['items'][number]

/** Its version counts changes of games' windows too. */
const KEY = MAINTENANCE_KEY

interface MaintenanceContext extends AccessContext {
  readonly live: LiveHub
}

const stored = z.object({
  enabled: z.boolean().default(true),
  from: z.int().nullable().default(null),
  until: z.int().nullable().default(null),
  message: z.string().default(''),
  reading: z.boolean().default(false),
})

function itemOf(gameId: GameId | null, value: unknown): Item {
  const read = stored.safeParse(value)
  return read.success
    ? { gameId, ...read.data }
    : { gameId, enabled: false, from: null, until: null, message: '', reading: false }
}

async function allItems(on: Queryable): Promise<Item[]> {
  const platform = itemOf(null, (await readSettingRow(on, KEY)).value)
  return [platform, ...(await gameMaintenance(on)).map(({ id, maintenance }) => itemOf(id, maintenance))]
}

/** maintenance/query: the platform's window first, then each game's. */
export async function queryMaintenance({ pool }: AccessContext): Promise<ResponseOf<typeof maintenanceQuery>> {
  const { version } = await readSettingRow(pool, KEY)
  return { version, items: await allItems(pool), noticeMinutes: (await noticeMsOf(pool)) / 60_000 }
}

const timeText = (at: number | null): string => (at === null ? '' : wallClock(at).slice(0, 16))
const windowText = ({ enabled, from, until, message, reading }: Item): string =>
  enabled
    ? `${timeText(from)} ～ ${until === null ? '手动结束' : timeText(until)}${reading ? '（报表可查看）' : ''} ${message}`.trim()
    : '未维护'

async function save(tx: Tx, item: Item): Promise<void> {
  const { gameId, ...window } = item
  if (gameId === null) return
  // A game that is not in maintenance has no window at all: batches look at nothing else.
  await saveGameMaintenance(tx, gameId, window.enabled ? window : null)
}

/**
 * maintenance/set: windows of the platform (gameId null) and of games, all or none; without a beginning at once. Refused in
 * this order: changed (another version), badParameter (one named twice, an end before its beginning), notFound (a game).
 */
export function setMaintenance(
  context: MaintenanceContext,
  caller: Caller,
  input: Request,
): Promise<{ version: number } | Refusal> {
  return changeAs(context, caller, { call: 'maintenance/set', input }, async (tx, at) => {
    const { version, value } = await lockSetting(tx, KEY)
    if (version !== input.version) return refuse('changed', {}, { version, asked: input.version })
    const ids = input.items.map((item) => item.gameId)
    if (new Set(ids).size !== ids.length) return refuse('badParameter', { message: '同一彩种重复提交' })
    const items = input.items.map((item): Item => ({ ...item, from: item.enabled ? (item.from ?? at) : item.from }))
    if (items.some(({ from, until }) => until !== null && until <= (from ?? at)))
      return refuse('badParameter', { message: '结束时间须晚于开始时间' })
    const games = new Map((await gameMaintenance(tx)).map((game) => [game.id, game]))
    if (ids.some((id) => id !== null && !games.has(id))) return refuse('notFound')
    const fields = items.map((item) => {
      const game = item.gameId === null ? undefined : games.get(item.gameId)
      const before = itemOf(item.gameId, game ? game.maintenance : value)
      const name = game?.name ?? '全平台'
      return [`maintenance.${item.gameId ?? 0}`, name, windowText(before), windowText(item)] as const
    })
    for (const item of items) await save(tx, item)
    const platform = items.find((item) => item.gameId === null)
    const { gameId: _none, ...window } = platform ?? itemOf(null, value)
    const saved = await saveSetting(tx, KEY, window)
    await logForHead(tx, caller, { action: 'maintenance', targetName: '维护设置', changes: changesOf(fields) }, at)
    tx.afterCommit(() => {
      forgetMaintenance(context.pool)
      context.live.publish({ type: 'maintenance', merchantId: MerchantId(0), key: 'maintenance', data: {} })
    })
    return { version: saved }
  })
}
