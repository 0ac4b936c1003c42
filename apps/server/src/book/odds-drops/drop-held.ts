import { gameById, type Play, playsOfGame } from '@strata/domain/games/catalogue'
import { dropKey, heldByPriceKey } from '@strata/domain/games/drops'
import { itemOf } from '@strata/domain/games/item'
import { beijingDate } from '@strata/domain/games/schedule'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import type { GameId, MerchantId } from '@strata/domain/ids'
import type { Money } from '@strata/domain/money'
import type { Queryable } from '../../platform/db.ts'
import { type DropPeriod, readHeadHeld } from './store-drops.ts'

/** Whether one price applies to all items of the play. */
const isFlat = ({ form, prices }: Play): boolean => form.kind !== 'one' && prices[0]?.key === '*'

/** The plays whose orders count for the price keys of some plays: those plays, and 过关 for the sides of its legs. */
export function playsCounted(gameId: GameId, stepped: ReadonlySet<string>): Play[] {
  const game = gameById(gameId)?.code
  if (!game) return []
  const hasLegs = [...stepped].some((code) => /^ZM[1-6]$/.test(code))
  return playsOfGame(game).filter((play) => stepped.has(play.code) || (hasLegs && play.form.kind === 'legs'))
}

/** What the head holds over all merchants in a period, by price key of these plays. */
export async function heldByKey(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  period: DropPeriod,
  stepped: ReadonlySet<string>,
): Promise<Map<string, Money>> {
  const code = gameById(period.gameId)?.code
  if (!code) return new Map()
  const plays = playsCounted(period.gameId, stepped)
  const flat = plays.filter(isFlat).map((play) => play.code)
  const at = { periodId: period.periodId, plays: plays.map((play) => play.code), flat }
  const rows = await readHeadHeld(on, merchantIds, at)
  const lunarYear = lunarYearOf(beijingDate(period.drawAt)) ?? Number(beijingDate(period.drawAt).slice(0, 4))
  const items = rows.filter(({ item }) => item !== '')
  const sums = heldByPriceKey(
    items.map(({ play, item, held }) => ({ item: itemOf(code, play, item), held })),
    lunarYear,
  )
  for (const { play, item, held } of rows) if (item === '') sums.set(dropKey(play, '*'), held)
  return sums
}
