import type { ApiUser } from './api.ts'
import { expect } from './fixtures.ts'
import { PERIOD_SECONDS } from './world.ts'

type OpenPeriod = { readonly periodNo: string; readonly closeAt: number }

type Info = {
  readonly gameId: number
  readonly serverNow: number
  readonly current: (OpenPeriod & { readonly state: string }) | null
}

/** A period of the game that still takes bets for so long: the open one, or else the next. */
export const openPeriod = async (user: ApiUser, gameId: number, leftMs: number): Promise<OpenPeriod> => {
  let found: OpenPeriod | null = null
  const roomy = async (): Promise<boolean> => {
    const infos = await user.call<readonly Info[]>('/api/rec/game/get-game-infos')
    const info = infos.find((one) => one.gameId === gameId)
    if (info?.current?.state !== 'open' || info.current.closeAt - info.serverNow < leftMs) return false
    found = info.current
    return true
  }
  await expect.poll(roomy, { timeout: PERIOD_SECONDS * 2000 + 80_000 }).toBe(true)
  return found as unknown as OpenPeriod
}
