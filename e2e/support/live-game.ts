import type { Page } from '@playwright/test'
import { type BoardPart, followNext, itemsOf } from './board.ts'
import { expect, type Seat } from './fixtures.ts'
import { type Game, gameOf } from './replenishment.ts'
import type { Timetable } from './timetable.ts'

/** Within this time an ended period is drawn and the next one is open, also on a busy machine. */
export const SOON_MS = 150_000

/** One part of a game with its two boards: the bettor's parent and the level above. */
export type Leg = { readonly part: BoardPart; readonly own: Page; readonly above: Page; readonly seat: Seat }

/**
 * Holds all periods, so that none ends by itself. A board opened next stays on a period that `beginPeriods` ends
 * and is offered the one that begins. No other game settles between two reads.
 */
export const holdAll = async (timetable: Timetable, games: readonly Game[]): Promise<void> => {
  for (const { id } of games) await timetable.hold(id)
}

/** Both boards of every leg enter a period that begins while they are open. Returns the periods by game. */
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

/** Closes the legs' periods. */
export const endPeriods = async (timetable: Timetable, games: readonly Game[], legs: readonly Leg[]): Promise<void> => {
  await Promise.all(legs.map(({ part }) => timetable.end(gameOf(games, part).id)))
}
