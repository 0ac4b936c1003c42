import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { replenishmentQuery } from '@strata/contract/endpoints/replenishment'
import { gameById, groupsOfGame } from '@strata/domain/games/catalogue'
import { GameId, type GroupId, type PathId } from '@strata/domain/ids'
import { formatMoney, formatRate, formatShare, type Money } from '@strata/domain/money'
import { fliesOut } from '@strata/domain/replenishment/send'
import type { AutoSetting } from '@strata/domain/replenishment/sender-terms'
import { ROLE } from '@strata/domain/tree'
import type { Caller } from '../../access/session.ts'
import type { Pool } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { settingsOf } from '../../settings/replenishment-settings.ts'
import { type ChildRow, HEAD_PATH, readChildren } from '../../tree/paths.ts'
import type { MerchantSnapshot, SnapshotCache } from '../../tree/snapshot.ts'
import { type SettingsOwner, settingsOwnerOf } from '../sending/caller-sender.ts'
import { senderTermsOf } from '../sending/sender-terms.ts'

type Request = ParsedRequestOf<typeof replenishmentQuery>
type Answer = ResponseOf<typeof replenishmentQuery>

const shown = (amount: Money | null): string | null => (amount === null ? null : formatMoney(amount))
const limitList = (limits: ReadonlyMap<GroupId, Money | null>) =>
  [...limits].map(([groupId, limit]) => ({ groupId, limit: shown(limit) }))

export const autoOnWire = (groupId: GroupId, auto: AutoSetting): Answer['self']['auto'][number] => ({
  groupId,
  enabled: auto.enabled,
  holdLimit: shown(auto.holdLimit),
  unit: formatMoney(auto.unit),
  mode: auto.mode,
  maxLoss: shown(auto.maxLoss),
  items: [...auto.items].map(([key, holdLimit]) => {
    const [playCode = '', itemCode = ''] = key.split(' ')
    return { playCode, itemCode, holdLimit: shown(holdLimit) }
  }),
})

/** The outside books of the groups whose excess flies out. */
const outsideOf = (snapshot: MerchantSnapshot, pathId: PathId, gameId: GameId): Answer['self']['flyOut'] =>
  groupsOfGame(gameId).flatMap(({ id: groupId }) => {
    const terms = senderTermsOf(snapshot, pathId, gameId, groupId)
    if (!terms?.flyOut || !fliesOut(terms)) return []
    const { discount, rate } = terms.flyOut
    return [{ groupId, oddsDiscount: formatShare(discount), commission: formatRate(rate) }]
  })

function selfOf(snapshot: MerchantSnapshot, pathId: PathId, gameId: GameId): Answer['self'] {
  const settings = settingsOf(snapshot, pathId, gameId)
  const terms = pathId === HEAD_PATH ? undefined : snapshot.terms(pathId, gameId)
  return {
    acceptType: terms?.acceptType ?? 0,
    replenishPankou: terms?.replenishPankou ?? terms?.pankou[0] ?? 'A',
    acceptLimits: limitList(settings.acceptLimits),
    sendLimits: limitList(settings.sendLimits),
    auto: [...settings.auto].map(([groupId, auto]) => autoOnWire(groupId, auto)),
    manual: [...settings.manual].map(([groupId, { enabled, unit }]) => ({ groupId, enabled, unit: formatMoney(unit) })),
    flyOut: outsideOf(snapshot, pathId, gameId),
  }
}

function childOf(snapshot: MerchantSnapshot, child: ChildRow, gameId: GameId): Answer['downline'][number] {
  const terms = snapshot.terms(child.id, gameId)
  return {
    agentPathsId: child.id,
    accountName: child.name,
    version: child.terms_version,
    acceptType: terms?.acceptType ?? 0,
    maxFill: groupsOfGame(GameId(gameId)).map((group) => ({
      groupId: group.id,
      maxFill: shown(snapshot.groupTerms(child.id, gameId, group.id)?.maxFill ?? null),
    })),
  }
}

const EMPTY_HEAD: Omit<Answer, 'version'> = {
  self: { acceptType: 0, replenishPankou: 'A', acceptLimits: [], sendLimits: [], auto: [], manual: [], flyOut: [] },
  downline: [],
}

/** replenishment/query: a path's own settings, and how it treats its direct children. */
export async function querySettings(
  deps: { readonly pool: Pool; readonly snapshots: SnapshotCache },
  caller: Caller,
  input: Request,
): Promise<Answer | Refusal> {
  const { gameId } = input
  if (!gameById(gameId)) return refuse('notFound')
  // Without a merchant the head has no settings: its limits are per merchant.
  if (caller.role === ROLE.head && input.agentPathsId === undefined) return { version: 0, ...EMPTY_HEAD }
  const owner: SettingsOwner | Refusal = settingsOwnerOf(caller, input.agentPathsId)
  if (owner instanceof Refusal) return owner
  const { merchantId, pathId, target } = owner
  const children = pathId === HEAD_PATH ? [] : await readChildren(deps.pool, merchantId, pathId)
  const ids = [target, ...children.map((child) => child.id)]
  const snapshot = await deps.snapshots.current(deps.pool, merchantId, { ids })
  const stored = snapshot.settings(pathId, gameId)
  const below = children.map((child) => childOf(snapshot, child, gameId))
  const merchant = snapshot.path(target)
  const headsOwn =
    pathId === HEAD_PATH && merchant
      ? [childOf(snapshot, { id: target, name: merchant.name, terms_version: merchant.termsVersion }, gameId)]
      : []
  return {
    version: stored?.gameId === gameId ? stored.version : 0,
    self: selfOf(snapshot, pathId, gameId),
    downline: [...headsOwn, ...below],
  }
}
