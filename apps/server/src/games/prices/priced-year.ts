import { putSetting, readSetting } from '../../access/platform-settings.ts'
import type { Queryable } from '../../platform/db.ts'

const PRICED_YEAR = 'games.pricedLunarYear'

/** The lunar year of the stored prices; undefined: not recorded yet. */
export async function pricedYear(on: Queryable): Promise<number | undefined> {
  const year = await readSetting(on, PRICED_YEAR)
  return typeof year === 'number' ? year : undefined
}

export const savePricedYear = (on: Queryable, year: number): Promise<void> => putSetting(on, PRICED_YEAR, year)
