import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { warningQuery, warningSet } from '@strata/contract/endpoints/book'
import { gameById, groupById, groupsOfGame } from '@strata/domain/games/catalogue'
import { GameId } from '@strata/domain/ids'
import { formatMoney, type Money } from '@strata/domain/money'
import { ROLE } from '@strata/domain/tree'
import { type LoggedChange, logAction } from '../../access/audit-log.ts'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import { boardEvent } from '../../book/boards.ts'
import { replenishablePeriods } from '../../games/periods.ts'
import type { Pool, Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import {
  changeReplenishment,
  NO_SETTINGS,
  type ReplenishmentSettings,
  readSumSettings,
  settingsOf,
  type WarningLines,
} from '../../settings/replenishment-settings.ts'
import { HEAD_MERCHANT, lockHead } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import type { SnapshotCache } from '../../tree/snapshot.ts'
import { settingsOwnerOf } from '../sending/caller-sender.ts'
import { groupTwice } from '../sending/group-twice.ts'
import type { ReplenishmentDeps } from '../sending/open-replenishment.ts'
import { type Plan, saveOwnSettings } from './save-settings.ts'
import { optionalAmount } from './settings-from-wire.ts'

type QueryRequest = ParsedRequestOf<typeof warningQuery>
type QueryAnswer = ResponseOf<typeof warningQuery>
type SetRequest = ParsedRequestOf<typeof warningSet>
type SetAnswer = ResponseOf<typeof warningSet>

const HEAD_PLACE = { merchantId: HEAD_MERCHANT, pathId: HEAD_PATH }
const NO_LINES: WarningLines = { amount: null, loss: null }
const wire = (line: Money | null): string | null => (line === null ? null : formatMoney(line))

/** warning/query: the lines of every play group. The head has its own lines per merchant, and others for their sum. */
export async function queryWarnings(
  deps: { readonly pool: Pool; readonly snapshots: SnapshotCache },
  caller: Caller,
  { gameId, agentPathsId }: QueryRequest,
): Promise<QueryAnswer | Refusal> {
  if (!gameById(gameId)) return refuse('notFound')
  const groups = groupsOfGame(GameId(gameId))
  const answer = (version: number, warnings: ReplenishmentSettings['warnings']): QueryAnswer => ({
    gameId,
    version,
    items: groups.map(({ id }) => {
      const { amount, loss } = warnings.get(id) ?? NO_LINES
      return { groupId: id, amount: wire(amount), loss: wire(loss) }
    }),
  })
  if (caller.role === ROLE.head && agentPathsId === undefined) {
    const ofSum = (await readSumSettings(deps.pool, HEAD_PLACE)).get(GameId(gameId))
    return answer(ofSum?.version ?? 0, ofSum?.warnings ?? new Map())
  }
  const owner = settingsOwnerOf(caller, agentPathsId)
  if (owner instanceof Refusal) return owner
  const { merchantId, pathId } = owner
  const snapshot = await deps.snapshots.current(deps.pool, merchantId, { ids: [pathId] })
  const stored = snapshot.settings(pathId, gameId)
  return answer(stored?.gameId === gameId ? stored.version : 0, settingsOf(snapshot, pathId, gameId).warnings)
}

function changesOf(
  before: ReplenishmentSettings['warnings'],
  after: ReplenishmentSettings['warnings'],
): LoggedChange[] {
  return [...after].flatMap(([groupId, lines]) =>
    [['amount', '预警金额'] as const, ['loss', '预警亏损'] as const].flatMap(([line, label]) => {
      const [old, now] = [(before.get(groupId) ?? NO_LINES)[line], lines[line]].map((one) => wire(one) ?? '无')
      const name = groupById(groupId)?.name ?? String(groupId)
      const field = `warnings.${groupId}.${line}`
      return old === now ? [] : [{ field, label: `${name} ${label}`, before: old ?? null, after: now ?? null }]
    }),
  )
}

interface SumChange {
  readonly gameId: GameId
  readonly version: number
  readonly plan: (before: ReplenishmentSettings) => Plan
}

/** Saves the head's lines over the sum of its merchants. Its board of the sum is read again. */
async function saveSumLines(
  tx: Tx,
  { live, clock }: Pick<ReplenishmentDeps, 'live' | 'clock'>,
  caller: Caller,
  { gameId, version, plan }: SumChange,
): Promise<SetAnswer | Refusal> {
  const { merchantId, pathId } = HEAD_PLACE
  await lockHead(tx)
  const before = (await readSumSettings(tx, HEAD_PLACE)).get(gameId) ?? NO_SETTINGS
  if (before.version !== version) return refuse('changed', {}, { version: before.version, asked: version })
  const { values, changes } = plan(before)
  const saved = await changeReplenishment(tx, { merchantId, pathId, gameId, version }, before, values)
  const at = clock()
  const target = { merchantId, pathId, targetName: caller.path.name }
  await logAction(tx, caller, { ...target, action: 'warnings', changes }, at)
  const moved = { merchantId, pathId, gameId, groupIds: [], batch: nextId(), at }
  for (const { periodId, periodNo } of await replenishablePeriods(tx, gameId, at))
    tx.afterCommit(() => live.publish(boardEvent({ ...moved, periodId, periodNo })))
  return { version: saved }
}

/** warning/set: the lines of the named play groups. Boards and alerts use them at once. */
export async function setWarnings(
  deps: ReplenishmentDeps,
  caller: Caller,
  input: SetRequest,
): Promise<SetAnswer | Refusal> {
  const isSum = caller.role === ROLE.head && input.agentPathsId === undefined
  const owner = isSum ? null : settingsOwnerOf(caller, input.agentPathsId)
  if (owner instanceof Refusal) return owner
  const { gameId, items } = input
  if (!gameById(gameId)) return refuse('notFound')
  const groups = new Set(groupsOfGame(GameId(gameId)).map((group) => group.id))
  if (items.some(({ groupId }) => !groups.has(groupId))) return refuse('notFound')
  const twice = groupTwice('items', items)
  if (twice) return twice
  const { requestId, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'warning/set', content, now: deps.clock() }
  return oncePerRequest<SetAnswer>(deps.pool, key, async (tx) => {
    const plan = (before: ReplenishmentSettings): Plan => {
      const after = new Map(before.warnings)
      for (const { groupId, amount, loss } of items)
        after.set(groupId, { amount: optionalAmount(amount), loss: optionalAmount(loss) })
      return { values: { warnings: after }, changes: changesOf(before.warnings, after) }
    }
    if (owner === null) return saveSumLines(tx, deps, caller, { gameId, version: input.version, plan })
    const saved = await saveOwnSettings(tx, deps, caller, owner, { ...input, action: 'warnings', plan })
    return saved instanceof Refusal ? saved : { version: saved.version }
  })
}
