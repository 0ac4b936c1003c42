import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { stop } from '@strata/contract/endpoints/replenishment'
import { PERMISSION } from '@strata/contract/permissions'
import { gameById } from '@strata/domain/games/catalogue'
import type { GroupId } from '@strata/domain/ids'
import type { AutoSetting } from '@strata/domain/replenishment/sender-terms'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { ReplenishmentSettings } from '../../settings/replenishment-settings.ts'
import { HEAD_MERCHANT } from '../../tree/merchants.ts'
import { namesOf } from '../../tree/paths.ts'
import { flyOutChanges } from '../fly-out/fly-out-settings.ts'
import { settingsOwnerOf } from '../sending/caller-sender.ts'
import type { ReplenishmentDeps } from '../sending/open-replenishment.ts'
import { ANY_VERSION, NOTHING, type Plan, saveOwnSettings } from './save-settings.ts'
import { autoChanges } from './settings-from-wire.ts'

type Request = ParsedRequestOf<typeof stop>
type Stopped = ResponseOf<typeof stop>

type ByGroup<T> = ReadonlyMap<GroupId, T>

const groupsOn = (settings: ByGroup<AutoSetting>): GroupId[] =>
  [...settings].flatMap(([groupId, { enabled }]) => (enabled ? [groupId] : []))

const allOff = <T extends AutoSetting>(settings: ByGroup<T>): ByGroup<T> =>
  new Map([...settings].map(([groupId, setting]) => [groupId, { ...setting, enabled: false }]))

/**
 * stop: switches off everything automatic of a game with one call, as far as the caller may set it. Limits, units and
 * accounts stay, so that the same switches can be turned on again.
 */
export async function stopAutomatic(
  deps: ReplenishmentDeps,
  caller: Caller,
  input: Request,
): Promise<Stopped | Refusal> {
  const { requestId, ...content } = input
  const { gameId } = input
  if (!gameById(gameId)) return refuse('notFound')
  const owner = settingsOwnerOf(caller, input.agentPathsId)
  if (owner instanceof Refusal) return owner
  const may = (id: number): boolean => caller.permissionIds.has(id)
  const key = { accountId: caller.account.id, requestId, call: 'replenishment/stop', content, now: deps.clock() }
  return oncePerRequest<Stopped>(deps.pool, key, async (tx) => {
    const stopped: Stopped['stopped'] = { auto: [], flyOut: [] }
    const plan = async (before: ReplenishmentSettings): Promise<Plan | typeof NOTHING> => {
      stopped.auto = may(PERMISSION.replenishSettings) ? groupsOn(before.auto) : []
      stopped.flyOut = may(PERMISSION.flyOut) ? groupsOn(before.flyOut) : []
      if (stopped.auto.length + stopped.flyOut.length === 0) return NOTHING
      const auto = stopped.auto.length > 0 ? allOff(before.auto) : before.auto
      const flyOut = stopped.flyOut.length > 0 ? allOff(before.flyOut) : before.flyOut
      const accounts = [...flyOut.values()].flatMap(({ flyOutAccount }) => flyOutAccount ?? [])
      const names = await namesOf(tx, [HEAD_MERCHANT, owner.merchantId], accounts)
      return {
        values: { auto, flyOut },
        changes: [...autoChanges(before.auto, auto), ...flyOutChanges(before.flyOut, flyOut, names)],
      }
    }
    const change = { gameId, version: ANY_VERSION, action: 'automaticStop', plan } as const
    const saved = await saveOwnSettings(tx, deps, caller, owner, change)
    return saved instanceof Refusal ? saved : { ...saved, stopped }
  })
}
