/** Whether what was decided on one world is what is decided on another. */

import type { GameId } from '@strata/domain/ids'
import type { BatchGames, BatchPeriod } from '../book/open-games.ts'
import { businessDay } from '../platform/business-day.ts'
import type { World } from './read-world.ts'
import { isSameHeld, NO_FIGURES } from './remembered-book.ts'

/** When and with how much open a batch is decided. */
export interface DecidedAt {
  readonly now: number
  readonly open: bigint | null
}

type GameAndPeriod = { readonly gameId: GameId; readonly periodNo: string }

const PERIOD_FACTS = [
  'periodId',
  'state',
  'openAt',
  'closeAt',
  'hedgeCloseAt',
  'drawAt',
  'day',
] as const satisfies (keyof BatchPeriod)[]

function isSamePeriod(one: BatchPeriod | undefined, other: BatchPeriod | undefined): boolean {
  return one === other || (!!one && !!other && PERIOD_FACTS.every((name) => one[name] === other[name]))
}

/** Prices and rules are one object as long as nothing of them has changed. */
const isSameGame = (one: BatchGames, other: BatchGames, { gameId, periodNo }: GameAndPeriod): boolean =>
  one.maintenance(gameId) === other.maintenance(gameId) &&
  one.prices(gameId, periodNo) === other.prices(gameId, periodNo) &&
  isSamePeriod(one.period(gameId, periodNo), other.period(gameId, periodNo))

function isSameRules(one: World['rules'], other: World['rules']): boolean {
  const { configVersion, maxOpen, lease } = one
  return (
    configVersion === other.configVersion &&
    maxOpen === other.maxOpen &&
    lease.from === other.lease.from &&
    lease.until === other.lease.until
  )
}

function isSameWallets({ touch, wallets }: World, other: World): boolean {
  return touch.paths.every((path) => {
    const [one, two] = [wallets.get(path), other.wallets.get(path)]
    return one === two || (!!one && !!two && one.balance === two.balance && one.openStake === two.openStake)
  })
}

function isSameExposures({ touch, exposures }: World, other: World): boolean {
  for (const key of touch.holders.keys()) {
    if (!isSameHeld(exposures.get(key) ?? NO_FIGURES, other.exposures.get(key) ?? NO_FIGURES)) return false
  }
  return true
}

/** Nothing that a world made of memory does not have: known bets, totals, settled periods, items that are paused. */
const isPlain = ({ known, totalled, settled, paused }: World): boolean =>
  known.size + totalled.size + settled.size + paused.size === 0

const isSameMoment = (periods: Iterable<BatchPeriod>, one: number, other: number): boolean => {
  for (const { closeAt } of periods) if (one >= closeAt !== other >= closeAt) return false
  return businessDay(one) === businessDay(other)
}

/**
 * Whether a batch that was decided on the `remembered` world is decided the same on the one that was `read` under its
 * locks: everything that deciding looks at is equal. `wanted`: the games and periods that its slips name.
 */
export function isSameWorld(
  remembered: { readonly world: World; readonly at: DecidedAt },
  read: { readonly world: World; readonly at: DecidedAt },
  wanted: readonly GameAndPeriod[],
): boolean {
  const [one, other] = [remembered.world, read.world]
  return (
    one.touch === other.touch &&
    one.merchant === other.merchant &&
    isPlain(other) &&
    remembered.at.open === read.at.open &&
    isSameRules(one.rules, other.rules) &&
    isSameMoment(one.touch.periods.values(), remembered.at.now, read.at.now) &&
    wanted.every((at) => isSameGame(one.games, other.games, at)) &&
    isSameWallets(one, other) &&
    isSameExposures(one, other)
  )
}
