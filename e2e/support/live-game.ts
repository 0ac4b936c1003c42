import type { Page } from '@playwright/test'
import type { ApiUser } from './api.ts'
import { type BoardPart, followNext, itemsOf } from './board.ts'
import { expect, type Seat } from './fixtures.ts'
import { PERIOD_SECONDS } from './world.ts'

const PERIOD_MS = PERIOD_SECONDS * 1000
/** Within that long the next period has begun. */
export const SOON_MS = PERIOD_MS + 20_000
/** What the work before the close takes. */
const NEEDED_MS = (PERIOD_MS * 2) / 3

/** One part of a game: whose bets they are, and the level above; where the first of the two sits. */
export type Leg = { readonly part: BoardPart; readonly own: Page; readonly above: Page; readonly seat: Seat }

type Current = {
  readonly gameType: string
  readonly current: { readonly periodNo: string; readonly closeAt: number } | null
}

/** The open periods of the parts' games by game, and how long the shortest still takes bets. */
export const openPeriods = async (
  user: ApiUser,
  parts: readonly BoardPart[],
): Promise<{ readonly byGame: Map<string, string>; readonly leftMs: number }> => {
  const infos = await user.call<readonly Current[]>('/api/rec/game/get-game-infos')
  const wanted = infos.filter(({ gameType }) => parts.some(({ game }) => game === gameType))
  return {
    byGame: new Map(wanted.map(({ gameType, current }) => [gameType, current?.periodNo ?? ''])),
    leftMs: Math.min(...wanted.map(({ current }) => (current?.closeAt ?? 0) - Date.now())),
  }
}

/** A period that was there before the boards and still has time for the work will do; else all enter the next together. */
export const beginPeriod = async (
  user: ApiUser,
  legs: readonly Leg[],
  before: ReadonlyMap<string, string>,
): Promise<Map<string, string>> => {
  const parts = legs.map(({ part }) => part)
  for (const { part, own, above } of legs)
    for (const page of [own, above]) await expect(itemsOf(page, part).first()).toBeVisible()
  const opened = await openPeriods(user, parts)
  const same = [...before].every(([game, periodNo]) => opened.byGame.get(game) === periodNo)
  if (same && opened.leftMs > NEEDED_MS) return opened.byGame
  const begun = async (): Promise<boolean> => {
    const { byGame } = await openPeriods(user, parts)
    return [...byGame].every(([game, periodNo]) => periodNo !== '' && periodNo !== opened.byGame.get(game))
  }
  await expect.poll(begun, { timeout: SOON_MS, intervals: [500] }).toBe(true)
  for (const { own, above } of legs) for (const page of [own, above]) await followNext(page, SOON_MS)
  return (await openPeriods(user, parts)).byGame
}
