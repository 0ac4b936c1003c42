import type { Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { lockSetting, saveSetting } from './store-settings.ts'

/** What a change answers when the stored value is right as it is: the version stays too. */
export const AS_IT_IS = Symbol('as it is')

/**
 * Changes a setting of the platform: under its lock, from the value stored now, and with the next version. Refused:
 * changed (`asked` is not the version stored), then what `change` refuses. Returns the version afterwards.
 */
export async function changeSetting(
  tx: Tx,
  { key, asked }: { readonly key: string; readonly asked?: number },
  change: (value: unknown) => unknown,
): Promise<number | Refusal> {
  const { value, version } = await lockSetting(tx, key)
  if (asked !== undefined && asked !== version) return refuse('changed', {}, { version, asked })
  const wanted = await change(value)
  if (wanted instanceof Refusal) return wanted
  return wanted === AS_IT_IS ? version : saveSetting(tx, key, wanted)
}
