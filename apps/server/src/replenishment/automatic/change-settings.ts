import type { ParsedRequestOf } from '@strata/contract/endpoint'
import type { autoConfigSet, manualConfigSet } from '@strata/contract/endpoints/replenishment'
import { onOffWord } from '@strata/contract/words'
import { gameById, groupById, groupsOfGame } from '@strata/domain/games/catalogue'
import { GameId } from '@strata/domain/ids'
import { formatMoney } from '@strata/domain/money'
import type { LoggedChange } from '../../access/audit-log.ts'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { ReplenishmentSettings } from '../../settings/replenishment-settings.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { setReplenishPankou } from '../../tree/terms.ts'
import { type SettingsOwner, settingsOwnerOf } from '../sending/caller-sender.ts'
import { groupTwice } from '../sending/group-twice.ts'
import type { ReplenishmentDeps } from '../sending/open-replenishment.ts'
import { type Plan, type Saved, saveOwnSettings } from './save-settings.ts'
import { amountOf, autoChanges, autoOf, autoProblem, limitChanges, limitsOf } from './settings-from-wire.ts'

type AutoRequest = ParsedRequestOf<typeof autoConfigSet>
type ManualRequest = ParsedRequestOf<typeof manualConfigSet>

function problemOf(owner: SettingsOwner, input: AutoRequest): Refusal | null {
  const { gameId } = input
  if (!gameById(gameId)) return refuse('notFound')
  const groups = new Set(groupsOfGame(GameId(gameId)).map((group) => group.id))
  const named = [...(input.acceptLimits ?? []), ...(input.sendLimits ?? []), ...(input.auto ?? [])]
  if (named.some(({ groupId }) => !groups.has(groupId))) return refuse('notFound')
  for (const name of ['acceptLimits', 'sendLimits', 'auto'] as const) {
    const twice = groupTwice(name, input[name] ?? [])
    if (twice) return twice
  }
  const problem = autoProblem(gameId, input.auto ?? [])
  if (problem) return problem
  // The head sends nothing up. Of the three lists it may only set what it accepts.
  const sends = (input.sendLimits?.length ?? 0) + (input.auto?.length ?? 0) > 0
  return owner.pathId === HEAD_PATH && sends ? refuse('stateForbids') : null
}

/** auto-config/set: limits and automatic settings. Lists that are left out stay as they are. */
export async function setAutoConfig(
  deps: ReplenishmentDeps,
  caller: Caller,
  input: AutoRequest,
): Promise<Saved | Refusal> {
  const owner = settingsOwnerOf(caller, input.agentPathsId)
  if (owner instanceof Refusal) return owner
  const problem = problemOf(owner, input)
  if (problem) return problem
  const { requestId, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'auto-config/set', content, now: deps.clock() }
  const plan = (before: ReplenishmentSettings): Plan => {
    const accept = input.acceptLimits ? limitsOf(input.acceptLimits) : before.acceptLimits
    const send = input.sendLimits ? limitsOf(input.sendLimits) : before.sendLimits
    const auto = input.auto ? autoOf(input.auto, input.gameId) : before.auto
    return {
      values: { acceptLimits: accept, sendLimits: send, auto },
      changes: [
        ...limitChanges('acceptLimits', '收货限额', before.acceptLimits, accept),
        ...limitChanges('sendLimits', '补出限额', before.sendLimits, send),
        ...autoChanges(before.auto, auto),
      ],
    }
  }
  return oncePerRequest<Saved>(deps.pool, key, (tx) =>
    saveOwnSettings(tx, deps, caller, owner, { ...input, action: 'replenishmentAuto', plan }),
  )
}

const manualChanges = (
  before: ReplenishmentSettings['manual'],
  after: ReplenishmentSettings['manual'],
): LoggedChange[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((groupId) => {
    const text = (of: ReplenishmentSettings['manual']): string | null => {
      const manual = of.get(groupId)
      return manual ? `${onOffWord(manual.enabled)}，单位 ${formatMoney(manual.unit)}` : null
    }
    const name = groupById(groupId)?.name ?? String(groupId)
    const [old, now] = [text(before), text(after)]
    return old === now ? [] : [{ field: `manual.${groupId}`, label: `${name} 手动补货`, before: old, after: now }]
  })

/** manual-config/set: which groups may be replenished by hand, in which unit, and on which pankou. */
export async function setManualConfig(
  deps: ReplenishmentDeps,
  caller: Caller,
  input: ManualRequest,
): Promise<Saved | Refusal> {
  const owner = settingsOwnerOf(caller, undefined)
  if (owner instanceof Refusal) return refuse('stateForbids')
  if (!gameById(input.gameId)) return refuse('notFound')
  const groups = new Set(groupsOfGame(GameId(input.gameId)).map((group) => group.id))
  if (input.manual?.some(({ groupId }) => !groups.has(groupId))) return refuse('notFound')
  const { requestId, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'manual-config/set', content, now: deps.clock() }
  return oncePerRequest<Saved>(deps.pool, key, async (tx) => {
    const { merchantId, pathId } = owner
    const { replenishPankou: pankou, gameId } = input
    const set = pankou === undefined ? null : await setReplenishPankou(tx, { merchantId, pathId, gameId }, pankou)
    if (set instanceof Refusal) return set
    const plan = (before: ReplenishmentSettings): Plan => {
      const manual = input.manual
        ? new Map(input.manual.map(({ groupId, enabled, unit }) => [groupId, { enabled, unit: amountOf(unit) }]))
        : before.manual
      const changes = manualChanges(before.manual, manual)
      if (pankou !== undefined && set?.before !== pankou)
        changes.push({ field: 'replenishPankou', label: '补货盘口', before: set?.before ?? null, after: pankou })
      return { values: { manual }, changes }
    }
    return saveOwnSettings(tx, deps, caller, owner, { ...input, action: 'replenishmentManual', plan })
  })
}
