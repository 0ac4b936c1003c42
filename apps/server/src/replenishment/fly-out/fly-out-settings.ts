import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { flyOutAllowedSet, flyOutQuery, flyOutSet } from '@strata/contract/endpoints/fly-outs'
import { gameById, groupById, groupsOfGame } from '@strata/domain/games/catalogue'
import { GameId, type PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { ROLE } from '@strata/domain/tree'
import type { LoggedChange } from '../../access/audit-log.ts'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Pool, Queryable } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { recheckStreams } from '../../platform/streams.ts'
import { ownFlyOutAccounts, readFlyOutRules } from '../../settings/fly-out-accounts.ts'
import { type FlyOutAuto, type ReplenishmentSettings, settingsOf } from '../../settings/replenishment-settings.ts'
import { HEAD_MERCHANT, lockMerchant } from '../../tree/merchants.ts'
import { HEAD_PATH, namesOf, readChildren } from '../../tree/paths.ts'
import type { SnapshotCache } from '../../tree/snapshot.ts'
import { applyTerms, occasionOf, planTerms } from '../../tree/terms.ts'
import { autoOnWire } from '../automatic/query-settings.ts'
import { type Plan, saveOwnSettings } from '../automatic/save-settings.ts'
import { autoProblem, autoSettingOf, autoText } from '../automatic/settings-from-wire.ts'
import { type SettingsOwner, settingsOwnerOf } from '../sending/caller-sender.ts'
import { groupTwice } from '../sending/group-twice.ts'
import type { ReplenishmentDeps } from '../sending/open-replenishment.ts'
import { putRule, ruleOnWire } from './fly-out-rules.ts'

type QueryRequest = ParsedRequestOf<typeof flyOutQuery>
type QueryAnswer = ResponseOf<typeof flyOutQuery>
type SetRequest = ParsedRequestOf<typeof flyOutSet>
type Saved = ResponseOf<typeof flyOutSet>
type XxRequest = ParsedRequestOf<typeof flyOutAllowedSet>
type XxAnswer = ResponseOf<typeof flyOutAllowedSet>
type Row = QueryAnswer['downline'][number]

async function downlineOf(
  deps: { readonly pool: Pool; readonly snapshots: SnapshotCache },
  owner: SettingsOwner,
): Promise<{ rows: Row[]; snapshot: Awaited<ReturnType<SnapshotCache['current']>> }> {
  const { merchantId, pathId, target } = owner
  const children = pathId === HEAD_PATH ? [] : await readChildren(deps.pool, merchantId, pathId)
  const below = pathId === HEAD_PATH ? [target] : children.map((child) => child.id)
  const snapshot = await deps.snapshots.current(deps.pool, merchantId, { ids: [target, ...below] })
  const ruleOf = await readFlyOutRules(deps.pool, merchantId, below)
  const rows = below.flatMap((id): Row[] => {
    const path = snapshot.path(id)
    if (!path) return []
    const { name: accountName, termsVersion: version, flyOutAllowed } = path
    return [{ agentPathsId: id, accountName, version, isAllowPilotOut: flyOutAllowed, ...ruleOnWire(ruleOf(id)) }]
  })
  return { rows, snapshot }
}

/** pilot-out/query: a path's own automatic fly-out, and which direct children may fly out. */
export async function queryFlyOut(
  deps: { readonly pool: Pool; readonly snapshots: SnapshotCache },
  caller: Caller,
  input: QueryRequest,
): Promise<QueryAnswer | Refusal> {
  const { gameId } = input
  if (!gameById(gameId)) return refuse('notFound')
  // Without a merchant the head has no fly-outs: each reduces the book of one merchant.
  if (caller.role === ROLE.head && input.agentPathsId === undefined) return { version: 0, auto: [], downline: [] }
  const owner = settingsOwnerOf(caller, input.agentPathsId)
  if (owner instanceof Refusal) return owner
  const { rows, snapshot } = await downlineOf(deps, owner)
  const stored = snapshot.settings(owner.pathId, gameId)
  const auto = [...settingsOf(snapshot, owner.pathId, gameId).flyOut].map(([groupId, setting]) => ({
    ...autoOnWire(groupId, setting),
    pilotId: setting.flyOutAccount,
  }))
  return { version: stored?.gameId === gameId ? stored.version : 0, auto, downline: rows }
}

const flyOutText = (auto: FlyOutAuto | undefined, names: ReadonlyMap<PathId, string>): string | null => {
  const text = autoText(auto)
  if (text === null || !auto) return text
  return `${text}，放飞到 ${auto.flyOutAccount === null ? '未选' : (names.get(auto.flyOutAccount) ?? auto.flyOutAccount)}`
}

export function flyOutChanges(
  before: ReplenishmentSettings['flyOut'],
  after: ReplenishmentSettings['flyOut'],
  names: ReadonlyMap<PathId, string>,
): LoggedChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((groupId) => {
    const [old, now] = [flyOutText(before.get(groupId), names), flyOutText(after.get(groupId), names)]
    const name = groupById(groupId)?.name ?? String(groupId)
    return old === now ? [] : [{ field: `flyOut.${groupId}`, label: `${name} 自动放飞`, before: old, after: now }]
  })
}

/** Order of checks: game, groups, repeated groups, settings, a missing account, the owner of the account. */
async function problemOf(on: Queryable, owner: SettingsOwner, input: SetRequest): Promise<Refusal | null> {
  const { gameId, auto } = input
  if (!gameById(gameId)) return refuse('notFound')
  const groups = new Set(groupsOfGame(GameId(gameId)).map((group) => group.id))
  if (auto.some(({ groupId }) => !groups.has(groupId))) return refuse('notFound')
  const twice = groupTwice('auto', auto)
  if (twice) return twice
  const problem = autoProblem(gameId, auto)
  if (problem) return problem
  const without = auto.findIndex(({ enabled, pilotId }) => enabled && pilotId === null)
  if (without >= 0) return badField(`auto.${without}.pilotId`, '启用放飞须选择飞单账号')
  const named = [...new Set(auto.flatMap(({ pilotId }) => pilotId ?? []))]
  const own = await ownFlyOutAccounts(on, { merchantId: owner.merchantId, owner: owner.pathId }, named)
  return named.every((id) => own.has(id)) ? null : refuse('notFound')
}

/** pilot-out/set: automatic fly-out of a game, all its groups at once. Applies at once on open periods. */
export async function setFlyOut(deps: ReplenishmentDeps, caller: Caller, input: SetRequest): Promise<Saved | Refusal> {
  const owner = settingsOwnerOf(caller, input.agentPathsId)
  if (owner instanceof Refusal) return owner
  const { requestId, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'pilot-out/set', content, now: deps.clock() }
  return oncePerRequest<Saved>(deps.pool, key, async (tx) => {
    const problem = await problemOf(tx, owner, input)
    if (problem) return problem
    const after: ReplenishmentSettings['flyOut'] = new Map(
      input.auto.map((auto) => [auto.groupId, { ...autoSettingOf(auto, input.gameId), flyOutAccount: auto.pilotId }]),
    )
    const named = [...after.values()].flatMap(({ flyOutAccount }) => flyOutAccount ?? [])
    const names = await namesOf(tx, [HEAD_MERCHANT, owner.merchantId], named)
    const plan = (before: ReplenishmentSettings): Plan => ({
      values: { flyOut: after },
      changes: flyOutChanges(before.flyOut, after, names),
    })
    const { gameId, version } = input
    return saveOwnSettings(tx, deps, caller, owner, { gameId, version, action: 'flyOutAuto', plan })
  })
}

/**
 * pilot-out/xx-set: which paths below may fly out, all or none. Withdrawing it switches off what was on, with log
 * entries.
 */
export async function setFlyOutOfDownline(
  context: { readonly pool: Pool; readonly clock: Clock; readonly live: LiveHub },
  caller: Caller,
  input: XxRequest,
): Promise<XxAnswer | Refusal> {
  const targets = input.items.map((item) => caller.targets.get(item.agentPathsId))
  if (targets.some((target) => target === undefined)) return refuse('notFound')
  if (targets.some((target) => target?.id === caller.path.id || target?.parentId === null))
    return refuse('stateForbids')
  const at = context.clock()
  const { requestId, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'pilot-out/xx-set', content, now: at }
  return oncePerRequest<XxAnswer>(context.pool, key, async (tx) => {
    const merchants = [...new Set(targets.flatMap((target) => target?.merchantId ?? []))].sort((a, b) => a - b)
    for (const merchantId of merchants) {
      await lockMerchant(tx, merchantId)
      tx.afterCommit(() => recheckStreams(context.live, merchantId))
    }
    const saved = new Map<PathId, number>()
    for (const [place, item] of input.items.entries()) {
      const { agentPathsId, isAllowPilotOut: flyOutAllowed } = item
      const merchantId = must(targets[place], 'the path of an item').merchantId
      const version = saved.get(agentPathsId) ?? item.version
      const plan = await planTerms(tx, { merchantId, pathId: agentPathsId, games: [], flyOutAllowed, version, at })
      if (plan instanceof Refusal)
        return new Refusal(plan.name, plan.details, { agentPathsId, ...(plan.data as object | null) })
      const applied = await applyTerms(tx, plan, occasionOf(caller, at))
      if (item.rule === undefined) {
        saved.set(agentPathsId, applied.version)
        continue
      }
      const ruled = await putRule(
        tx,
        occasionOf(caller, at),
        { merchantId, pathId: agentPathsId, ...applied },
        item.rule,
      )
      if (ruled instanceof Refusal) return ruled
      saved.set(agentPathsId, ruled)
    }
    return { items: [...saved].map(([agentPathsId, version]) => ({ agentPathsId, version })) }
  })
}
