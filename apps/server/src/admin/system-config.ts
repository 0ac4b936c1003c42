import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { systemConfigQuery, systemConfigSet } from '@strata/contract/endpoints/admin'
import { dayStartText } from '@strata/domain/calendar/day-start-change'
import type { LoggedChange } from '../access/audit-log.ts'
import {
  changeSystemSettings,
  PLATFORM_CHANGED,
  readSettingRow,
  SYSTEM_KEY,
  type SystemSettings,
  systemSettingsOf,
} from '../access/platform-settings.ts'
import type { AccessContext, Caller } from '../access/session.ts'
import type { LiveHub } from '../platform/live.ts'
import { badField, Refusal, refuse } from '../platform/refusal.ts'
import { changeAs, changesOf, logForHead } from './change.ts'
import { changeDayStart, DAY_START, dayStartItem } from './day-start.ts'
import { SETTINGS } from './system-settings-list.ts'

const DEFAULTS = systemSettingsOf({})

/** system-config/query: every setting with its value and default as texts, what it does, and since when it is so. */
export async function querySystemConfig({ pool, clock }: AccessContext): Promise<ResponseOf<typeof systemConfigQuery>> {
  const { value, version } = await readSettingRow(pool, SYSTEM_KEY)
  const settings = systemSettingsOf(value)
  const items = SETTINGS.map(({ show, take: _take, ...rest }) => ({
    ...rest,
    value: show(settings),
    defaultValue: show(DEFAULTS),
    since: settings.since[rest.key] ?? null,
  }))
  return { version, items: [...items, await dayStartItem(pool, clock())] }
}

type Wish = ParsedRequestOf<typeof systemConfigSet>

/** The settings with these items in place. Refused for each item: notFound (no such key), badParameter. */
function settingsAfter(before: SystemSettings, items: Wish['items'], at: number): SystemSettings | Refusal {
  let after = before
  for (const [index, item] of items.entries()) {
    if (item.key === DAY_START.key) continue
    const setting = SETTINGS.find(({ key }) => key === item.key)
    if (!setting) return refuse('notFound')
    const taken = setting.take(after, item.value)
    if (taken === null) return badField(`items.${index}.value`, `${setting.name}：${setting.note}`, setting.name)
    const isOther = setting.show(taken) !== setting.show(before)
    after = isOther ? { ...taken, since: { ...taken.since, [item.key]: at } } : taken
  }
  return after
}

/**
 * system-config/set: any of the settings, all or none. Refused in this order: changed, then for each setting
 * notFound (no such key) and badParameter, then for the start of business days as changeDayStart.
 */
export function setSystemConfig(
  context: AccessContext & { readonly live: LiveHub },
  caller: Caller,
  input: Wish,
): Promise<{ version: number } | Refusal> {
  return changeAs(context, caller, { call: 'system-config/set', input }, async (tx, at) => {
    let changes: LoggedChange[] = []
    const version = await changeSystemSettings(tx, { pool: context.pool, asked: input.version }, async (before) => {
      const after = settingsAfter(before, input.items, at)
      if (after instanceof Refusal) return after
      changes = changesOf(SETTINGS.map(({ key, name, show }) => [key, name, show(before), show(after)] as const))
      const dayStart = input.items.findLast(({ key }) => key === DAY_START.key)
      if (!dayStart) return after
      const by = { pool: context.pool, operator: caller.account.name, at }
      const changed = await changeDayStart(tx, dayStart.value, by)
      if (changed instanceof Refusal) return changed
      const { firstDay, startMs } = changed.entry
      const said = `${dayStartText(startMs)}（${firstDay}起）`
      changes.push({ field: DAY_START.key, label: DAY_START.name, before: changed.before, after: said })
      return after
    })
    if (version instanceof Refusal) return version
    tx.afterCommit(() => context.live.publish(PLATFORM_CHANGED))
    await logForHead(tx, caller, { action: 'systemConfig', targetName: '系统设置', changes }, at)
    return { version }
  })
}
