import type { ResponseOf } from '@strata/contract/endpoint'
import type { oddsDropNow } from '@strata/contract/endpoints/odds-drops'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import { type Drop, dropKey, oddsAfter } from '@strata/domain/games/drops'
import { formatOdds, formatQuote, parseOdds } from '@strata/domain/games/price'
import type { GameId } from '@strata/domain/ids'
import { formatMoney, type Money } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { pricesOfPankou, type StoredPrice } from '../../games/prices.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { listMerchantIds } from '../../tree/merchants.ts'
import { keyNameOf } from './apply-drops.ts'
import { heldByKey } from './drop-held.ts'
import { type DropPeriod, droppingPeriods, readDrops, type StoredDrop } from './store-drops.ts'

type Answer = ResponseOf<typeof oddsDropNow>
type Row = Answer['items'][number]

/** The price of pankou A without and with the drops; the other pankou drop by the same. */
function pricesOf(gameId: GameId, price: StoredPrice, drops: readonly Drop[]): Pick<Row, 'base' | 'now'> {
  const play = must(playOf(gameById(gameId)?.code ?? '', price.play), 'the play of a price')
  const { base, floor } = price
  const tiers = (typeof base === 'string' ? [base] : play.tiers.map(({ code }) => base[code] ?? '')).map((text) => {
    const parsed = parseOdds(text)
    if (!parsed.ok) throw new Error(`stored odds ${text} are invalid`)
    return parsed.value
  })
  const lowered = tiers.map((tier) => oddsAfter(tier, { offset: 0n, floor, drops }))
  return { base, now: formatQuote(play, price.priceKey, lowered) }
}

const LAST = ['streak', 'stake']

async function rowsOf(
  on: Queryable,
  period: DropPeriod,
  prices: ReadonlyMap<string, StoredPrice>,
  merchantIds: Parameters<typeof heldByKey>[1],
): Promise<Row[]> {
  const { gameId, periodNo, periodId } = period
  const inForce = (await readDrops(on, periodId)).filter(({ drop }) => drop > 0n)
  const held = await heldByKey(on, merchantIds, period, new Set(inForce.map(({ play }) => play)))
  const byKey = Map.groupBy(inForce, ({ play, key }) => dropKey(play, key))
  return [...byKey]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, drops]): Row[] => {
      const price = prices.get(name)
      if (!price) return []
      const ordered = drops.toSorted((one, other) => LAST.indexOf(one.cause) - LAST.indexOf(other.cause))
      const of = (cause: StoredDrop['cause']): StoredDrop | undefined => ordered.find((drop) => drop.cause === cause)
      return [
        {
          periodNo,
          playCode: price.play,
          playName: playOf(gameById(gameId)?.code ?? '', price.play)?.name ?? price.play,
          key: price.priceKey,
          keyName: keyNameOf(gameId, price.play, price.priceKey),
          held: formatMoney(held.get(name) ?? (0n as Money)),
          byStake: formatOdds(of('stake')?.drop ?? (0n as Drop['drop'])),
          streak: of('streak')?.streak ?? 0,
          byStreak: formatOdds(of('streak')?.drop ?? (0n as Drop['drop'])),
          ...pricesOf(gameId, price, ordered),
        },
      ]
    })
}

/** odds/drop/now: the price keys that stand below their full odds, in the periods on sale. */
export async function dropsNow(
  { pool, clock }: { readonly pool: Queryable; readonly clock: Clock },
  gameId: GameId,
): Promise<Answer | Refusal> {
  if (!gameById(gameId)) return refuse('notFound')
  const periods = (await droppingPeriods(pool, clock())).filter((period) => period.gameId === gameId)
  if (periods.length === 0) return { periods: [], items: [] }
  const merchantIds = await listMerchantIds(pool)
  const listed = await pricesOfPankou(pool, gameId, 'A', null)
  const prices = new Map(listed.map((price) => [dropKey(price.play, price.priceKey), price]))
  const items: Row[] = []
  for (const period of periods) items.push(...(await rowsOf(pool, period, prices, merchantIds)))
  return { periods: periods.map(({ periodNo, state, closeAt }) => ({ periodNo, state, closeAt })), items }
}
