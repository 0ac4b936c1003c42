import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { systemConfigQuery, systemConfigSet } from '@strata/contract/endpoints/admin'
import {
  forgetSystemSettings,
  lockSetting,
  readSettingRow,
  SYSTEM_KEY,
  saveSetting,
  systemSettingsOf,
} from '../access/platform-settings.ts'
import type { AccessContext, Caller } from '../access/session.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { changeAs, changesOf, logForHead } from './change.ts'
import { SETTINGS } from './system-settings-list.ts'

const DEFAULTS = systemSettingsOf({})

/** system-config/query: every setting with its value and default as texts, what it does, and since when it is so. */
export async function querySystemConfig({ pool }: AccessContext): Promise<ResponseOf<typeof systemConfigQuery>> {
  const { value, version } = await readSettingRow(pool, SYSTEM_KEY)
  const settings = systemSettingsOf(value)
  const items = SETTINGS.map(({ show, take: _take, ...rest }) => ({
    ...rest,
    value: show(settings),
    defaultValue: show(DEFAULTS),
    since: settings.since[rest.key] ?? null,
  }))
  return { version, items }
}

/**
 * system-config/set: any of the settings, all or none. Refused in this order: changed, then for each setting
 * notFound (no such key) and badParameter.
 */
export function setSystemConfig(
  context: AccessContext,
  caller: Caller,
  input: ParsedRequestOf<typeof systemConfigSet>,
): Promise<{ version: number } | Refusal> {
  return changeAs(context, caller, { call: 'system-config/set', input }, async (tx, at) => {
    const { value, version } = await lockSetting(tx, SYSTEM_KEY)
    if (version !== input.version) return refuse('changed', {}, { version, asked: input.version })
    const before = systemSettingsOf(value)
    let after = before
    for (const item of input.items) {
      const setting = SETTINGS.find(({ key }) => key === item.key)
      if (!setting) return refuse('notFound')
      const taken = setting.take(after, item.value)
      if (taken === null) return refuse('badParameter', { message: `${setting.name}：${setting.note}` })
      const isOther = setting.show(taken) !== setting.show(before)
      after = isOther ? { ...taken, since: { ...taken.since, [item.key]: at } } : taken
    }
    const saved = await saveSetting(tx, SYSTEM_KEY, after)
    tx.afterCommit(() => void forgetSystemSettings(context.pool))
    const changes = changesOf(SETTINGS.map(({ key, name, show }) => [key, name, show(before), show(after)] as const))
    await logForHead(tx, caller, { action: 'systemConfig', targetName: '系统设置', changes }, at)
    return { version: saved }
  })
}
