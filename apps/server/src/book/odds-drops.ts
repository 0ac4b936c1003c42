import { gameById, type Play, playOf, playsOfGame } from '@strata/domain/games/catalogue'
import { type DropStep, dropAt, dropKey, heldByPriceKey, NO_DROP } from '@strata/domain/games/drops'
import { itemOf } from '@strata/domain/games/item'
import { beijingDate } from '@strata/domain/games/schedule'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import type { Money } from '@strata/domain/money'
import { oddsEvent } from '../games/announce.ts'
import type { Clock } from '../platform/clock.ts'
import { type Pool, runTx } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import type { LiveHub } from '../platform/live.ts'
import { listMerchantIds } from '../tree/store.ts'
import {
  type DropChange,
  type DropPeriod,
  droppingPeriods,
  type HeldItem,
  readDropSteps,
  readDrops,
  readHeadHeld,
  type StoredSteps,
  writeDrops,
} from './store-drops.ts'

export interface DropDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly live: Pick<LiveHub, 'publish'>
}

/** Plays of a game of which each item lists its own price, and those with one price for all. */
const isFlat = ({ form, prices }: Play): boolean => form.kind !== 'one' && prices[0]?.key === '*'

/** The plays whose orders count for the price keys of some plays: those, and 过关 for the sides of its legs. */
function playsCounted(gameCode: string, stepped: ReadonlySet<string>): Play[] {
  const game = gameCode as Parameters<typeof playsOfGame>[0]
  const hasLegs = [...stepped].some((code) => /^ZM[1-6]$/.test(code))
  return playsOfGame(game).filter((play) => stepped.has(play.code) || (hasLegs && play.form.kind === 'legs'))
}

const stepsFinder = (steps: readonly StoredSteps[]): ((play: string, key: string) => readonly DropStep[]) => {
  const own = new Map(steps.map((one) => [dropKey(one.play, one.key ?? ''), one.steps]))
  return (play, key) => own.get(dropKey(play, key)) ?? own.get(dropKey(play, '')) ?? []
}

function heldByKey(period: DropPeriod, rows: readonly HeldItem[]): Map<string, Money> {
  const code = gameById(period.gameId)?.code
  if (!code) return new Map()
  const lunarYear = lunarYearOf(beijingDate(period.drawAt)) ?? Number(beijingDate(period.drawAt).slice(0, 4))
  const items = rows.filter(({ item }) => item !== '')
  const sums = heldByPriceKey(
    items.map(({ play, item, held }) => ({ item: itemOf(code, play, item), held })),
    lunarYear,
  )
  for (const { play, item, held } of rows) if (item === '') sums.set(dropKey(play, '*'), held)
  return sums
}

/** What has to change so that every price key of a period has the drop that its held stake asks for. */
async function changesOf(
  { pool }: DropDeps,
  period: DropPeriod,
  steps: readonly StoredSteps[],
  merchantIds: readonly number[],
): Promise<DropChange[]> {
  const code = gameById(period.gameId)?.code ?? ''
  const drops = await readDrops(pool, period.periodId)
  const plays = playsCounted(code, new Set([...steps, ...drops].map(({ play }) => play)))
  const flat = plays.filter(isFlat).map((play) => play.code)
  const at = { periodId: period.periodId, plays: plays.map((play) => play.code), flat }
  const held = await readHeadHeld(pool, merchantIds, at)
  const sums = heldByKey(period, held)
  const stepsOf = stepsFinder(steps)
  const known = new Map(drops.map((drop) => [dropKey(drop.play, drop.key), drop]))
  return [...new Set([...sums.keys(), ...known.keys()])].sort().flatMap((name): DropChange[] => {
    const [play = '', key = ''] = name.split(' ')
    const amount = sums.get(name) ?? (0n as Money)
    const wanted = dropAt(stepsOf(play, key), amount)
    const now = known.get(name) ?? NO_DROP
    if (wanted.drop === now.drop && (wanted.drop === 0n || wanted.floor === now.floor)) return []
    return [{ id: nextId(), play, key, ...wanted, held: amount, before: now.drop }]
  })
}

function groupsOf(gameId: number, changes: readonly DropChange[]): number[] {
  const code = gameById(gameId)?.code ?? ''
  const plays = playsCounted(code, new Set(changes.map(({ play }) => play)))
  return [...new Set(plays.map((play) => play.groupId))]
}

/**
 * Brings the drops of all periods that take orders to what the head holds in them by now, over all merchants. Changed steps act
 * as well, in both directions; held stakes never fall. Answers how many price keys changed. It reads stakes and writes prices: no
 * result is known in these periods, and none can be reached from here.
 */
export async function dropOdds(deps: DropDeps): Promise<number> {
  const { pool, clock, live } = deps
  const periods = await droppingPeriods(pool, clock())
  if (periods.length === 0) return 0
  const [steps, merchantIds] = await Promise.all([readDropSteps(pool, null), listMerchantIds(pool)])
  let changed = 0
  for (const period of periods) {
    const own = steps.filter(({ gameId }) => gameId === period.gameId)
    const changes = await changesOf(deps, period, own, merchantIds)
    if (changes.length === 0) continue
    const at = clock()
    await runTx(pool, {}, async (tx) => {
      await writeDrops(tx, period, changes, at)
      const { gameId, periodNo } = period
      const event = oddsEvent({ merchantId: 0, gameId, periodNo, groupIds: groupsOf(gameId, changes), at })
      tx.afterCommit(() => live.publish(event))
    })
    changed += changes.length
  }
  return changed
}

/** The name of a price key as people know it. */
export const keyNameOf = (gameId: number, playCode: string, key: string): string =>
  playOf(gameById(gameId)?.code ?? '', playCode)?.prices.find((price) => price.key === key)?.name ?? key
