import { type Queryable, row, rows } from '../platform/db.ts'

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

/** Takes a setting to change it; whoever comes second waits and sees the first one's version. */
export async function lockSetting(on: Queryable, key: string): Promise<Setting> {
  await on.query(`insert into settings (key, value, version) values ($1, 'null', 0) on conflict (key) do nothing`, [
    key,
  ])
  return row<{ value: unknown; version: number }>(on, 'select value, version from settings where key = $1 for update', [
    key,
  ])
}

/** Answers the new version. */
export async function saveSetting(on: Queryable, key: string, value: unknown): Promise<number> {
  const saved = await row<{ version: number }>(
    on,
    'update settings set value = $2, version = version + 1 where key = $1 returning version',
    [key, JSON.stringify(value)],
  )
  return saved.version
}

export async function gameMaintenance(on: Queryable): Promise<{ id: number; name: string; maintenance: unknown }[]> {
  return rows(on, 'select id, name, maintenance from games order by id')
}

export async function saveGameMaintenance(on: Queryable, gameId: number, value: unknown): Promise<void> {
  await on.query('update games set maintenance = $2 where id = $1', [
    gameId,
    value === null ? null : JSON.stringify(value),
  ])
}
