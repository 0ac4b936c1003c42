import { gameById, playOf } from '@strata/domain/games/catalogue'
import { parseDraw } from '@strata/domain/games/draw'
import { countedHeld, type Drop, type DropCause, dropAt, dropKey, NO_DROP } from '@strata/domain/games/drops'
import { readOptions } from '@strata/domain/games/options'
import { type PreparedDraw, prepareDraw } from '@strata/domain/games/settle'
import { MAX_STREAK, streakDropAt, streaksOf } from '@strata/domain/games/streaks'
import type { GameId, GroupId, MerchantId } from '@strata/domain/ids'
import type { Money } from '@strata/domain/money'
import { announceDrops } from '../../games/prices.ts'
import { type LatestDraw, latestDraws } from '../../games/results.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, runTx, type Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import type { LiveHub } from '../../platform/live.ts'
import { listMerchantIds } from '../../tree/merchants.ts'
import { heldByKey, playsCounted } from './drop-held.ts'
import {
  type DropChange,
  type DropPeriod,
  droppingPeriods,
  type Resets,
  readDropSteps,
  readDrops,
  readResets,
  type StoredDrop,
  type StoredSteps,
  writeDrops,
} from './store-drops.ts'

export interface DropDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly live: Pick<LiveHub, 'publish'>
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
  on: { readonly steps: readonly StoredSteps[]; readonly drops: readonly StoredDrop[]; readonly resets: Resets },
  merchantIds: readonly MerchantId[],
): Promise<Map<string, Wanted>> {
  const stated = on.steps.filter(({ steps }) => steps.length > 0)
  const dropped = on.drops.filter(({ cause }) => cause === 'stake')
  const plays = new Set([...stated, ...dropped].map(({ play }) => play))
  const sums = await heldByKey(pool, merchantIds, period, plays)
  const stepsOf = stepsFinder(on.steps, ({ steps }) => steps)
  return new Map(
    [...sums].map(([name, all]) => {
      const [play = '', key = ''] = name.split(' ')
      const held = countedHeld(all, on.resets.get(name))
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
  const [drops, resets] = await Promise.all([
    readDrops(deps.pool, period.periodId),
    readResets(deps.pool, period.periodId),
  ])
  const byStreak = await wantedByStreak(deps.pool, period, steps, resets)
  const byStake = await wantedByStake(deps, period, { steps, drops, resets }, merchantIds)
  return [...changesTo('streak', byStreak, drops), ...changesTo('stake', byStake, drops)]
}

/** The drops required by the draws before a period. Draws are published and do not depend on stakes. */
async function wantedByStreak(
  pool: Pool,
  { gameId, drawAt }: DropPeriod,
  steps: readonly StoredSteps[],
  resets: Resets,
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
      const drop = resets.has(name) ? NO_DROP : streakDropAt(stepsOf(play, key), streak)
      return [name, { ...drop, held: 0n as Money, streak }]
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
  const plays = playsCounted(gameId, new Set(changes.map(({ play }) => play)))
  return [...new Set(plays.map((play) => play.groupId))]
}

/** Puts changed drops of a period in force, and tells the screens. */
export async function putDrops(
  tx: Tx,
  live: DropDeps['live'],
  period: DropPeriod,
  changes: readonly DropChange[],
  made: { readonly at: number; readonly resetBy: string | null },
): Promise<void> {
  await writeDrops(tx, period, changes, made)
  const { gameId, periodNo } = period
  const { at } = made
  await announceDrops(tx, live, { gameId, periodNo, groupIds: groupsOf(gameId, changes), at })
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
    await runTx(pool, {}, (tx) => putDrops(tx, live, period, changes, { at: clock(), resetBy: null }))
    changed += changes.length
  }
  return changed
}

/** The Chinese name of a price key. */
export const keyNameOf = (gameId: GameId, playCode: string, key: string): string =>
  playOf(gameById(gameId)?.code ?? '', playCode)?.prices.find((price) => price.key === key)?.name ?? key
