import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { systemConfigQuery, systemConfigSet } from '@strata/contract/endpoints/admin'
import {
  lockSetting,
  readSettingRow,
  SYSTEM_KEY,
  type SystemSettings,
  saveSetting,
  systemSettingsOf,
} from '../access/platform-settings.ts'
import type { AccessContext, Caller } from '../access/session.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { changeAs, changesOf, logForHead } from './change.ts'

type Answer = ResponseOf<typeof systemConfigQuery>
type Item = Answer['items'][number]

/** One setting: how it is shown, and how a text is parsed into its value; null: the text is invalid. */
interface Definition {
  readonly key: string
  readonly name: string
  readonly kind: Item['kind']
  readonly note: string
  readonly show: (settings: SystemSettings) => string
  readonly take: (settings: SystemSettings, text: string) => SystemSettings | null
}

const MAX_NAME = 40
const MAX_MINUTES = 1440

const DEFINITIONS: readonly Definition[] = [
  {
    key: 'platform.name',
    name: '平台名称',
    kind: 'text',
    note: `总公司页面顶部显示的名称，最多${MAX_NAME}个字`,
    show: ({ name }) => name,
    take: (settings, text) => (text.length <= MAX_NAME ? { ...settings, name: text.trim() } : null),
  },
  {
    key: 'maintenance.noticeMinutes',
    name: '维护提前公告',
    kind: 'integer',
    note: `维护开始前多少分钟开始提示，0至${MAX_MINUTES}`,
    show: ({ noticeMinutes }) => String(noticeMinutes),
    take: (settings, text) =>
      /^\d{1,4}$/.test(text) && Number(text) <= MAX_MINUTES ? { ...settings, noticeMinutes: Number(text) } : null,
  },
]

export async function querySystemConfig({ pool }: AccessContext): Promise<Answer> {
  const { value, version } = await readSettingRow(pool, SYSTEM_KEY)
  const settings = systemSettingsOf(value)
  const items = DEFINITIONS.map(({ key, name, kind, note, show }) => ({ key, name, kind, note, value: show(settings) }))
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
    if (version !== input.version) return refuse('changed')
    const before = systemSettingsOf(value)
    let after = before
    for (const item of input.items) {
      const definition = DEFINITIONS.find(({ key }) => key === item.key)
      if (!definition) return refuse('notFound')
      const taken = definition.take(after, item.value)
      if (taken === null) return refuse('badParameter', { message: `${definition.name}：${definition.note}` })
      after = taken
    }
    const saved = await saveSetting(tx, SYSTEM_KEY, after)
    const changes = changesOf(DEFINITIONS.map(({ key, name, show }) => [key, name, show(before), show(after)] as const))
    await logForHead(tx, caller, { action: 'systemConfig', targetName: '系统设置', changes }, at)
    return { version: saved }
  })
}
