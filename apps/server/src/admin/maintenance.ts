import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { maintenanceQuery, maintenanceSet } from '@strata/contract/endpoints/admin'
import { wallClock } from '@strata/domain/calendar/wall-clock'
import type { GameId } from '@strata/domain/ids'
import { z } from 'zod'
import type { LoggedChange } from '../access/audit-log.ts'
import { changeMaintenance, MAINTENANCE_KEY, noticeMsOf, readSettingRow } from '../access/platform-settings.ts'
import type { AccessContext, Caller } from '../access/session.ts'
import { gameMaintenance, setGameMaintenance } from '../games/setup.ts'
import type { Queryable, Tx } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import { namedTwice } from '../platform/named-twice.ts'
import { badField, Refusal, refuse } from '../platform/refusal.ts'
import { changeAs, changesOf, logForHead } from './change.ts'

type Request = ParsedRequestOf<typeof maintenanceSet>
type Item = ResponseOf<typeof maintenanceQuery>['items'][number]

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
  const platform = itemOf(null, (await readSettingRow(on, MAINTENANCE_KEY)).value)
  return [platform, ...(await gameMaintenance(on)).map(({ id, maintenance }) => itemOf(id, maintenance))]
}

/** maintenance/query: the platform's window first, then each game's. */
export async function queryMaintenance({ pool }: AccessContext): Promise<ResponseOf<typeof maintenanceQuery>> {
  const { version } = await readSettingRow(pool, MAINTENANCE_KEY)
  return { version, items: await allItems(pool), noticeMinutes: (await noticeMsOf(pool)) / 60_000 }
}

const timeText = (at: number | null): string => (at === null ? '' : wallClock(at).slice(0, 16))
const windowText = ({ enabled, from, until, message, reading }: Item): string =>
  enabled
    ? `${timeText(from)} ～ ${until === null ? '手动结束' : timeText(until)}${reading ? '（报表可查看）' : ''} ${message}`.trim()
    : '未维护'

/**
 * Writes the windows of games. Returns the platform's, and what changed. Refused in this order: badParameter (one named
 * twice, an end before its beginning), notFound (a game).
 */
async function putWindows(
  tx: Tx,
  value: unknown,
  asked: Request['items'],
  at: number,
): Promise<{ readonly window: object; readonly changes: LoggedChange[] } | Refusal> {
  const ids = asked.map((item) => item.gameId)
  const twice = namedTwice(ids)
  if (twice >= 0) return badField(`items.${twice}.gameId`, '同一彩种重复提交')
  const items = asked.map((item): Item => ({ ...item, from: item.enabled ? (item.from ?? at) : item.from }))
  const early = items.findIndex(({ from, until }) => until !== null && until <= (from ?? at))
  if (early >= 0) return badField(`items.${early}.until`, '结束时间须晚于开始时间')
  const games = new Map((await gameMaintenance(tx)).map((game) => [game.id, game]))
  if (ids.some((id) => id !== null && !games.has(id))) return refuse('notFound')
  const fields = items.map((item) => {
    const game = item.gameId === null ? undefined : games.get(item.gameId)
    const before = itemOf(item.gameId, game ? game.maintenance : value)
    const name = game?.name ?? '全平台'
    return [`maintenance.${item.gameId ?? 0}`, name, windowText(before), windowText(item)] as const
  })
  for (const { gameId, ...window } of items) if (gameId !== null) await setGameMaintenance(tx, gameId, window)
  const platform = items.find((item) => item.gameId === null)
  const { gameId: _none, ...window } = platform ?? itemOf(null, value)
  return { window, changes: changesOf(fields) }
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
    let changes: LoggedChange[] = []
    const { pool, live } = context
    const version = await changeMaintenance(tx, { pool, live, asked: input.version }, async (value) => {
      const put = await putWindows(tx, value, input.items, at)
      if (put instanceof Refusal) return put
      changes = put.changes
      return put.window
    })
    if (version instanceof Refusal) return version
    await logForHead(tx, caller, { action: 'maintenance', targetName: '维护设置', changes }, at)
    return { version }
  })
}
