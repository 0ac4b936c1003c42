import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'

/** The value of a platform setting. */
export async function readSetting(on: Queryable, key: string): Promise<unknown> {
  return (await maybeRow<{ value: unknown }>(on, 'select value from settings where key = $1', [key]))?.value
}

/** Replaces the stored value of a setting, or inserts it. */
export async function putSetting(on: Queryable, key: string, value: unknown): Promise<void> {
  await on.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, JSON.stringify(value)],
  )
}

export interface Setting {
  readonly value: unknown
  /** 0: never set. */
  readonly version: number
}

export async function readSettingRow(on: Queryable, key: string): Promise<Setting> {
  const found = await rows<{ value: unknown; version: number }>(
    on,
    'select value, version from settings where key = $1',
    [key],
  )
  return found[0] ?? { value: null, version: 0 }
}

/** Reads and locks a setting for a change. A second transaction waits and then sees the first one's version. */
export async function lockSetting(on: Queryable, key: string): Promise<Setting> {
  await on.query(`insert into settings (key, value, version) values ($1, 'null', 0) on conflict (key) do nothing`, [
    key,
  ])
  return row<{ value: unknown; version: number }>(on, 'select value, version from settings where key = $1 for update', [
    key,
  ])
}

/** Saves the value and returns the new version. */
export async function saveSetting(on: Queryable, key: string, value: unknown): Promise<number> {
  const saved = await row<{ version: number }>(
    on,
    'update settings set value = $2, version = version + 1 where key = $1 returning version',
    [key, JSON.stringify(value)],
  )
  return saved.version
}
