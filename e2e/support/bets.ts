import { test } from '@playwright/test'
import { demoPlayers } from '../../apps/server/src/demo/demo-players.ts'
import { DEMO_BRANCHES, DEMO_PASSWORD, DEMO_PLATFORMS } from '../../apps/server/src/demo/facts.ts'
import { Simulator } from '../../apps/server/src/demo/simulator.ts'
import { API_URL, APP_SECRET } from './world.ts'

/** A game platform that places signed bets until it is stopped, like `npm run simulate`. */
export const startBets = (betsPerSecond: number): Simulator => {
  const simulator = new Simulator({
    baseUrl: API_URL,
    platformCode: DEMO_PLATFORMS[0].code,
    platformKey: DEMO_PLATFORMS[0].key,
    viewer: { account: 'merch001', password: DEMO_PASSWORD },
    appSecret: APP_SECRET,
    players: demoPlayers(DEMO_BRANCHES),
    betsPerSecond,
  })
  simulator.start()
  return simulator
}

/** Ends the bets. A failed test shows what became of them: a board stands still where bets are refused. */
export const stopBets = async (simulator: Simulator): Promise<void> => {
  const { codes, ...counts } = await simulator.stop()
  const body = JSON.stringify({ ...counts, refusals: Object.fromEntries(codes) })
  await test.info().attach('bets', { body, contentType: 'text/plain' })
}
