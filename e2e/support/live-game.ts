import type { Page } from '@playwright/test'
import { type BoardPart, followNext, itemsOf } from './board.ts'
import { expect, type Seat } from './fixtures.ts'
import { type Game, gameOf } from './replenishment.ts'
import type { Timetable } from './timetable.ts'

/** Within that long a period that was ended is drawn, and the next one open, on a busy machine too. */
export const SOON_MS = 90_000

/** One part of a game: whose bets they are, and the level above; where the first of the two sits. */
export type Leg = { readonly part: BoardPart; readonly own: Page; readonly above: Page; readonly seat: Seat }

/**
 * No period ends by itself from now on. A board that is opened next stays with one that `beginPeriods` ends, so that what is
 * offered to it is the one that begins; and no game beside settles between two questions.
 */
export const holdAll = async (timetable: Timetable, games: readonly Game[]): Promise<void> => {
  for (const { id } of games) await timetable.hold(id)
}

/** Both boards of every leg enter a period that begins before their eyes. Answers the periods by game. */
export const beginPeriods = async (
  timetable: Timetable,
  games: readonly Game[],
  legs: readonly Leg[],
): Promise<Map<string, string>> => {
  for (const { part, own, above } of legs)
    for (const page of [own, above]) await expect(itemsOf(page, part).first()).toBeVisible()
  const periods = await Promise.all(
    legs.map(async ({ part }) => [part.game, (await timetable.begin(gameOf(games, part).id)).periodNo] as const),
  )
  for (const { own, above } of legs) for (const page of [own, above]) await followNext(page, SOON_MS)
  return new Map(periods)
}

/** The legs' periods take no more bets. */
export const endPeriods = async (timetable: Timetable, games: readonly Game[], legs: readonly Leg[]): Promise<void> => {
  await Promise.all(legs.map(({ part }) => timetable.end(gameOf(games, part).id)))
}
