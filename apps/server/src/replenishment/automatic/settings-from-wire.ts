import type { ParsedRequestOf } from '@strata/contract/endpoint'
import type { autoConfigSet } from '@strata/contract/endpoints/replenishment'
import { fieldLabel } from '@strata/contract/labels'
import { onOffWord } from '@strata/contract/words'
import { groupById } from '@strata/domain/games/catalogue'
import type { GameId, GroupId } from '@strata/domain/ids'
import { formatMoney, type Money, money, parseMoney } from '@strata/domain/money'
import { type AutoSetting, overrideKey } from '@strata/domain/replenishment/sender-terms'
import type { LoggedChange } from '../../access/audit-log.ts'
import { itemAt } from '../../book/open-games.ts'
import { badField, type Refusal, refuse } from '../../platform/refusal.ts'
import type { ReplenishmentSettings } from '../../settings/replenishment-settings.ts'

type AutoRequest = ParsedRequestOf<typeof autoConfigSet>

export const amountOf = (text: string): Money => {
  const parsed = parseMoney(text, { maxDecimals: 2 })
  if (!parsed.ok) throw new Error(`amount ${text} passed the contract`)
  return money(parsed.value)
}
export const optionalAmount = (text: string | null): Money | null => (text === null ? null : amountOf(text))

type LimitInput = NonNullable<AutoRequest['acceptLimits']>
type AutoInput = NonNullable<AutoRequest['auto']>

export const limitsOf = (input: LimitInput): ReadonlyMap<GroupId, Money | null> =>
  new Map(input.map(({ groupId, limit }) => [groupId, optionalAmount(limit)]))

export const autoSettingOf = (auto: AutoInput[number], gameId: GameId): AutoSetting => ({
  enabled: auto.enabled,
  mode: auto.mode,
  holdLimit: optionalAmount(auto.holdLimit),
  unit: amountOf(auto.unit),
  maxLoss: optionalAmount(auto.maxLoss),
  items: new Map(
    auto.items.map(({ playCode, itemCode, holdLimit }) => {
      const code = itemAt(gameId, playCode, itemCode)?.code ?? itemCode
      return [overrideKey({ playCode, itemCode: code }), optionalAmount(holdLimit)]
    }),
  ),
})

export const autoOf = (input: AutoInput, gameId: GameId): ReadonlyMap<GroupId, AutoSetting> =>
  new Map(input.map((auto) => [auto.groupId, autoSettingOf(auto, gameId)]))

/** Names the field and its group: the request has one for every group of a game. */
function lossMissing(groupId: GroupId, at: number): Refusal {
  const field = fieldLabel('maxLoss')
  const message = `${groupById(groupId)?.name ?? groupId}：按亏损补货须填${field}`
  return badField(`auto.${at}.maxLoss`, message)
}

/** What is wrong with automatic settings of a game: mode loss without maxLoss, or items of another group. */
export function autoProblem(gameId: GameId, autos: AutoInput): Refusal | null {
  for (const [at, auto] of autos.entries()) {
    if (auto.mode === 'loss' && auto.enabled && auto.maxLoss === null) return lossMissing(auto.groupId, at)
    if (auto.items.some((item) => itemAt(gameId, item.playCode, item.itemCode)?.play.groupId !== auto.groupId))
      return refuse('unknownItem')
  }
  return null
}

const shown = (value: Money | null | undefined): string | null =>
  value === undefined ? null : value === null ? '不限' : formatMoney(value)

export function limitChanges(
  field: string,
  label: string,
  before: ReadonlyMap<GroupId, Money | null>,
  after: ReadonlyMap<GroupId, Money | null>,
): LoggedChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((groupId) => {
    const [old, now] = [shown(before.get(groupId)), shown(after.get(groupId))]
    const name = groupById(groupId)?.name ?? String(groupId)
    return old === now ? [] : [{ field: `${field}.${groupId}`, label: `${name} ${label}`, before: old, after: now }]
  })
}

export const autoText = (auto: AutoSetting | undefined): string | null => {
  if (!auto) return null
  const how = auto.mode === 'stake' ? `控额 ${shown(auto.holdLimit)}` : `最大亏损 ${shown(auto.maxLoss)}`
  const items =
    auto.items.size === 0 ? '' : `，单项 ${[...auto.items].map(([key, limit]) => `${key} ${shown(limit)}`).join('、')}`
  return `${onOffWord(auto.enabled)}，${how}，单位 ${formatMoney(auto.unit)}${items}`
}

export const autoChanges = (
  before: ReplenishmentSettings['auto'],
  after: ReplenishmentSettings['auto'],
): LoggedChange[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((groupId) => {
    const [old, now] = [autoText(before.get(groupId)), autoText(after.get(groupId))]
    const name = groupById(groupId)?.name ?? String(groupId)
    return old === now ? [] : [{ field: `auto.${groupId}`, label: `${name} 自动补货`, before: old, after: now }]
  })
