import { maybeRow, type Queryable } from '../../platform/db.ts'

/** The value of a platform setting. */
export async function readSetting(on: Queryable, key: string): Promise<unknown> {
  return (await maybeRow<{ value: unknown }>(on, 'select value from settings where key = $1', [key]))?.value
}

/** Lays parts of a platform setting over those that are stored; `gone` are taken away first. */
export async function mergeSetting(on: Queryable, key: string, parts: object, gone: readonly string[]): Promise<void> {
  await on.query(
    `insert into settings (key, value) values ($1, $2)
     on conflict (key) do update set value = (settings.value - $3::text[]) || $2`,
    [key, JSON.stringify(parts), gone],
  )
}
