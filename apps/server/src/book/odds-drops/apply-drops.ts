import { gameById, type Play, playOf, playsOfGame } from '@strata/domain/games/catalogue'
import { parseDraw } from '@strata/domain/games/draw'
import { type Drop, type DropCause, dropAt, dropKey, heldByPriceKey, NO_DROP } from '@strata/domain/games/drops'
import { itemOf } from '@strata/domain/games/item'
import { readOptions } from '@strata/domain/games/options'
import { beijingDate } from '@strata/domain/games/schedule'
import { type PreparedDraw, prepareDraw } from '@strata/domain/games/settle'
import { MAX_STREAK, streakDropAt, streaksOf } from '@strata/domain/games/streaks'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import { type GameId, type GroupId, MerchantId } from '@strata/domain/ids'
import type { Money } from '@strata/domain/money'
import { oddsEvent } from '../../games/periods.ts'
import { type LatestDraw, latestDraws } from '../../games/results.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import type { LiveHub } from '../../platform/live.ts'
import { listMerchantIds } from '../../tree/merchants.ts'
import {
  type DropChange,
  type DropPeriod,
  droppingPeriods,
  type HeldItem,
  readDropSteps,
  readDrops,
  readHeadHeld,
  type StoredDrop,
  type StoredSteps,
  writeDrops,
} from './store-drops.ts'

export interface DropDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly live: Pick<LiveHub, 'publish'>
}

/** Whether one price applies to all items of the play. */
const isFlat = ({ form, prices }: Play): boolean => form.kind !== 'one' && prices[0]?.key === '*'

/** The plays whose orders count for the price keys of some plays: those plays, and 过关 for the sides of its legs. */
function playsCounted(gameCode: string, stepped: ReadonlySet<string>): Play[] {
  const game = gameCode as Parameters<typeof playsOfGame>[0]
  const hasLegs = [...stepped].some((code) => /^ZM[1-6]$/.test(code))
  return playsOfGame(game).filter((play) => stepped.has(play.code) || (hasLegs && play.form.kind === 'legs'))
}

/** Finds the steps of one kind for a price key: its own, else those of the whole play. */
function stepsFinder<S>(
  steps: readonly StoredSteps[],
  kindOf: (one: StoredSteps) => readonly S[],
): (play: string, key: string) => readonly S[] {
  const stated = steps.filter((one) => kindOf(one).length > 0)
  const own = new Map(stated.map((one) => [dropKey(one.play, one.key ?? ''), kindOf(one)]))
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

/** The drop that a price key should have, and its cause. */
type Wanted = Drop & Pick<DropChange, 'held' | 'streak'>
const NOTHING: Wanted = { ...NO_DROP, held: 0n as Money, streak: 0 }

/** Changes from the current drops of one cause to the wanted ones. Keys that are not wanted lose their drop. */
function changesTo(cause: DropCause, wanted: ReadonlyMap<string, Wanted>, drops: readonly StoredDrop[]): DropChange[] {
  const known = new Map(
    drops.filter((drop) => drop.cause === cause).map((drop) => [dropKey(drop.play, drop.key), drop]),
  )
  return [...new Set([...wanted.keys(), ...known.keys()])].sort().flatMap((name): DropChange[] => {
    const [play = '', key = ''] = name.split(' ')
    const then = wanted.get(name) ?? NOTHING
    const now = known.get(name) ?? NOTHING
    if (then.drop === now.drop && (then.drop === 0n || (then.floor === now.floor && then.streak === now.streak)))
      return []
    return [{ id: nextId(), play, key, cause, ...then, before: now.drop }]
  })
}

/** The drops required by the stakes of a period. */
async function wantedByStake(
  { pool }: DropDeps,
  period: DropPeriod,
  on: { readonly steps: readonly StoredSteps[]; readonly drops: readonly StoredDrop[] },
  merchantIds: readonly MerchantId[],
): Promise<Map<string, Wanted>> {
  const code = gameById(period.gameId)?.code ?? ''
  const stated = on.steps.filter(({ steps }) => steps.length > 0)
  const dropped = on.drops.filter(({ cause }) => cause === 'stake')
  const plays = playsCounted(code, new Set([...stated, ...dropped].map(({ play }) => play)))
  const flat = plays.filter(isFlat).map((play) => play.code)
  const at = { periodId: period.periodId, plays: plays.map((play) => play.code), flat }
  const sums = heldByKey(period, await readHeadHeld(pool, merchantIds, at))
  const stepsOf = stepsFinder(on.steps, ({ steps }) => steps)
  return new Map(
    [...sums].map(([name, held]) => {
      const [play = '', key = ''] = name.split(' ')
      return [name, { ...dropAt(stepsOf(play, key), held), held, streak: 0 }]
    }),
  )
}

/** The changes that give every price key of a period the drops required by held stakes and streaks. */
async function changesOf(
  deps: DropDeps,
  period: DropPeriod,
  steps: readonly StoredSteps[],
  merchantIds: readonly MerchantId[],
): Promise<DropChange[]> {
  const drops = await readDrops(deps.pool, period.periodId)
  const byStreak = await wantedByStreak(deps.pool, period, steps)
  const byStake = await wantedByStake(deps, period, { steps, drops }, merchantIds)
  return [...changesTo('streak', byStreak, drops), ...changesTo('stake', byStake, drops)]
}

/** The drops required by the draws before a period. Draws are published and do not depend on stakes. */
async function wantedByStreak(
  pool: Pool,
  { gameId, drawAt }: DropPeriod,
  steps: readonly StoredSteps[],
): Promise<Map<string, Wanted>> {
  const code = gameById(gameId)?.code
  const stepsOf = stepsFinder(steps, ({ streakSteps }) => streakSteps)
  const items = [...new Set(steps.map(({ play }) => play))].flatMap((playCode) =>
    (playOf(code ?? '', playCode)?.prices ?? [])
      .filter(({ key }) => stepsOf(playCode, key).length > 0)
      .map(({ key: itemCode }) => ({ playCode, itemCode })),
  )
  if (!code || items.length === 0) return new Map()
  const found = await latestDraws(pool, { gameId, to: null, before: drawAt, limit: MAX_STREAK })
  return new Map(
    [...streaksOf(items, preparedDraws(code, found))].map(([name, streak]) => {
      const [play = '', key = ''] = name.split(' ')
      return [name, { ...streakDropAt(stepsOf(play, key), streak), held: 0n as Money, streak }]
    }),
  )
}

/** Draws under the rules of their own periods. Each is prepared when it is read. */
function* preparedDraws(code: string, found: readonly LatestDraw[]): Generator<PreparedDraw> {
  for (const { result, draw_date: date, options: stored } of found) {
    const [draw, options] = [parseDraw(code, result, date), readOptions(stored)]
    if (!draw.ok || !options.ok) throw new Error(`stored draw of ${code} ${date}`)
    yield prepareDraw(draw.value, options.value)
  }
}

function groupsOf(gameId: GameId, changes: readonly DropChange[]): GroupId[] {
  const code = gameById(gameId)?.code ?? ''
  const plays = playsCounted(code, new Set(changes.map(({ play }) => play)))
  return [...new Set(plays.map((play) => play.groupId))]
}

/**
 * Updates the drops of all periods on sale by what the head holds in them over all merchants, and by the streaks of the
 * draws before them. Changed steps apply in both directions; held stakes never fall, but a streak can end. Returns how
 * many drops changed. It reads stakes and writes prices. It cannot affect results: those of these periods are not known
 * yet.
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
      const event = oddsEvent({ merchantId: MerchantId(0), gameId, periodNo, groupIds: groupsOf(gameId, changes), at })
      tx.afterCommit(() => live.publish(event))
    })
    changed += changes.length
  }
  return changed
}

/** The Chinese name of a price key. */
export const keyNameOf = (gameId: GameId, playCode: string, key: string): string =>
  playOf(gameById(gameId)?.code ?? '', playCode)?.prices.find((price) => price.key === key)?.name ?? key
