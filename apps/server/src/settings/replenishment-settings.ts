import { named } from '@strata/contract/fields'
import { GAMES } from '@strata/domain/games/catalogue'
import { type GameId, GroupId, type MerchantId, type PathId } from '@strata/domain/ids'
import { type Money, money } from '@strata/domain/money'
import { type AutoSetting, overrideKey } from '@strata/domain/replenishment/sender-terms'
import { z } from 'zod'
import type { Queryable, Tx } from '../platform/db.ts'
import {
  loadSettings,
  type SettingsColumns,
  type StoredSettings,
  saveSettings,
  switchOffAutomatic,
} from './store-replenishment-settings.ts'

export {
  loadSettings,
  pathsThatSet,
  readAutomaticPaths,
  type SettingKind,
  type StoredSettings,
} from './store-replenishment-settings.ts'

/** Replenishment settings as stored: amounts are strings of 1/10,000 yuan, limits are keyed by play group. */
const units = z.string().regex(/^\d+$/)
const limits = z.record(z.string().regex(/^\d+$/), units.nullable())

const storedAuto = z.object({
  groupId: named<GroupId>(z.int()),
  enabled: z.boolean(),
  holdLimit: units.nullable(),
  unit: units,
  mode: z.enum(['stake', 'loss']),
  maxLoss: units.nullable(),
  items: z.array(z.object({ playCode: z.string(), itemCode: z.string(), holdLimit: units.nullable() })),
})
const storedFlyOut = storedAuto.extend({ pilotId: named<PathId>(z.int()).nullable() })
const storedManual = z.object({ groupId: named<GroupId>(z.int()), enabled: z.boolean(), unit: units })
const storedWarnings = z.record(
  z.string().regex(/^\d+$/),
  z.object({ amount: units.nullable(), loss: units.nullable() }),
)

export type StoredAuto = z.infer<typeof storedAuto>
type StoredFlyOut = z.infer<typeof storedFlyOut>
export type StoredManual = z.infer<typeof storedManual>

/** Automatic fly-out of a play group: the same rules, and the fly-order account of the outside book. */
export interface FlyOutAuto extends AutoSetting {
  readonly flyOutAccount: PathId | null
}

export interface WarningLines {
  readonly amount: Money | null
  readonly loss: Money | null
}

/** What a path has set in one game. */
export interface ReplenishmentValues {
  readonly acceptLimits: ReadonlyMap<GroupId, Money | null>
  readonly sendLimits: ReadonlyMap<GroupId, Money | null>
  readonly auto: ReadonlyMap<GroupId, AutoSetting>
  readonly manual: ReadonlyMap<GroupId, { readonly enabled: boolean; readonly unit: Money }>
  readonly flyOut: ReadonlyMap<GroupId, FlyOutAuto>
  readonly warnings: ReadonlyMap<GroupId, WarningLines>
}

const amountOf = (text: string | null): Money | null => (text === null ? null : money(BigInt(text)))
const limitsOf = (json: unknown): ReadonlyMap<GroupId, Money | null> =>
  new Map(Object.entries(limits.parse(json)).map(([groupId, limit]) => [GroupId(Number(groupId)), amountOf(limit)]))

const autoOf = (auto: StoredAuto): AutoSetting => ({
  enabled: auto.enabled,
  mode: auto.mode,
  holdLimit: amountOf(auto.holdLimit),
  unit: money(BigInt(auto.unit)),
  maxLoss: amountOf(auto.maxLoss),
  items: new Map(auto.items.map((item) => [overrideKey(item), amountOf(item.holdLimit)])),
})

export interface ReplenishmentSettings extends ReplenishmentValues {
  readonly version: number
}

/** Parses stored settings. Throws when a column has another form. */
export function readStoredSettings(stored: StoredSettings): ReplenishmentSettings {
  const auto = z.array(storedAuto).parse(stored.auto)
  const manual = z.array(storedManual).parse(stored.manual)
  const flyOut = z.array(storedFlyOut).parse(stored.flyOut)
  const warnings = storedWarnings.parse(stored.warnings)
  return {
    version: stored.version,
    acceptLimits: limitsOf(stored.acceptLimits),
    sendLimits: limitsOf(stored.sendLimits),
    auto: new Map(auto.map((setting) => [setting.groupId, autoOf(setting)])),
    manual: new Map(manual.map(({ groupId, enabled, unit }) => [groupId, { enabled, unit: money(BigInt(unit)) }])),
    flyOut: new Map(flyOut.map((setting) => [setting.groupId, { ...autoOf(setting), flyOutAccount: setting.pilotId }])),
    warnings: new Map(
      Object.entries(warnings).map(([groupId, lines]) => [
        GroupId(Number(groupId)),
        { amount: amountOf(lines.amount), loss: amountOf(lines.loss) },
      ]),
    ),
  }
}

export const NO_SETTINGS: ReplenishmentSettings = {
  version: 0,
  acceptLimits: new Map(),
  sendLimits: new Map(),
  auto: new Map(),
  manual: new Map(),
  flyOut: new Map(),
  warnings: new Map(),
}

const textOf = (amount: Money | null): string | null => (amount === null ? null : String(amount))

/** The stored form of limits by play group. */
const limitsToJson = (by: ReadonlyMap<GroupId, Money | null>): string =>
  JSON.stringify(Object.fromEntries([...by].map(([groupId, limit]) => [groupId, textOf(limit)])))

const storedAutoOf = (groupId: GroupId, auto: AutoSetting): StoredAuto => ({
  groupId,
  enabled: auto.enabled,
  holdLimit: textOf(auto.holdLimit),
  unit: String(auto.unit),
  mode: auto.mode,
  maxLoss: textOf(auto.maxLoss),
  items: [...auto.items].map(([key, holdLimit]) => {
    const [playCode = '', itemCode = ''] = key.split(' ')
    return { playCode, itemCode, holdLimit: textOf(holdLimit) }
  }),
})

const autoToJson = (by: ReadonlyMap<GroupId, AutoSetting>): string =>
  JSON.stringify([...by].map(([groupId, auto]) => storedAutoOf(groupId, auto)))

const flyOutToJson = (by: ReplenishmentSettings['flyOut']): string =>
  JSON.stringify(
    [...by].map(([groupId, auto]): StoredFlyOut => ({ ...storedAutoOf(groupId, auto), pilotId: auto.flyOutAccount })),
  )

const manualToJson = (by: ReplenishmentSettings['manual']): string =>
  JSON.stringify(
    [...by].map(([groupId, { enabled, unit }]): StoredManual => ({ groupId, enabled, unit: String(unit) })),
  )

const warningsToJson = (by: ReplenishmentSettings['warnings']): string =>
  JSON.stringify(
    Object.fromEntries(
      [...by].map(([groupId, { amount, loss }]) => [groupId, { amount: textOf(amount), loss: textOf(loss) }]),
    ),
  )

const columnsOf = (settings: ReplenishmentValues): SettingsColumns => ({
  acceptLimits: limitsToJson(settings.acceptLimits),
  sendLimits: limitsToJson(settings.sendLimits),
  auto: autoToJson(settings.auto),
  manual: manualToJson(settings.manual),
  flyOut: flyOutToJson(settings.flyOut),
  warnings: warningsToJson(settings.warnings),
})

/**
 * Changes a path's settings in a game and returns their new version. `before`: as settingsOf reads them, so the first
 * row of a game starts with the values of the default row, and `version` is that of the game's own row (0: none yet).
 * The caller holds the merchant's lock and marks its snapshots as out of date.
 */
export async function changeReplenishment(
  tx: Tx,
  of: { readonly merchantId: MerchantId; readonly pathId: PathId; readonly gameId: GameId; readonly version: number },
  before: ReplenishmentSettings,
  changed: Partial<ReplenishmentValues>,
): Promise<number> {
  const version = of.version + 1
  await saveSettings(tx, of.merchantId, { ...of, version }, columnsOf({ ...before, ...changed }))
  return version
}

/**
 * Switches off the automatic settings that new terms of a path no longer allow. Returns the games in which one was on,
 * with its play groups. `flyOut`: the automatic fly-out too, in every game.
 */
export async function stopForbidden(
  tx: Tx,
  { merchantId, pathId }: { readonly merchantId: MerchantId; readonly pathId: PathId },
  forbidden: { readonly games: readonly GameId[]; readonly flyOut: boolean },
): Promise<Readonly<Record<'auto' | 'flyOut', readonly { readonly gameId: GameId; readonly groupIds: GroupId[] }[]>>> {
  const auto = await switchOffAutomatic(tx, merchantId, pathId, 'auto', forbidden.games)
  const games = forbidden.flyOut ? GAMES.map(({ id }) => id) : []
  return { auto, flyOut: await switchOffAutomatic(tx, merchantId, pathId, 'fly_out', games) }
}

/** The merchant id of what concerns all of them, and the head's path. */
interface HeadPlace {
  readonly merchantId: MerchantId
  readonly pathId: PathId
}

/** Settings of the head over the sum of its merchants, by game. It has only warnings. */
export const readSumSettings = async (
  on: Queryable,
  { merchantId, pathId }: HeadPlace,
): Promise<ReadonlyMap<GameId, ReplenishmentSettings>> =>
  new Map((await loadSettings(on, merchantId, [pathId])).map((stored) => [stored.gameId, readStoredSettings(stored)]))

/** In-memory settings of one merchant. `memo` caches what is derived from them. */
export interface SettingsSource {
  settings(pathId: PathId, gameId: GameId): StoredSettings | undefined
  memo<T>(key: string, make: () => T): T
}

/** A path's settings in a game, parsed once for each source. */
export const settingsOf = (source: SettingsSource, pathId: PathId, gameId: GameId): ReplenishmentSettings =>
  source.memo(`replenishment ${pathId} ${gameId}`, () => {
    const stored = source.settings(pathId, gameId)
    return stored ? readStoredSettings(stored) : NO_SETTINGS
  })
