import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { type BenchRow, partOf } from './engine-world.ts'
import { watchedLine } from './processors.ts'
import { Bettor, type Market, type Pace } from './web-bettor.ts'
import { loadNow, milliseconds, onSite, pause, SITE, signedIn, WINDOW } from './web-site.ts'

const GAME = { id: 3, code: '6HC' }
const PROBES = 40
const WARM_UP = 5
const PROBE_GAP_MS = 150
const WITHIN_MS = 10_000
/** More than any machine can accept. */
const ALL = 1_000_000
const PACES = [
  ['with no other bets', 0],
  ['beside 200 bets/s', 200],
  ['beside as many bets as are taken', ALL],
] as const

/** Records when the frame after each change of a cell has been drawn. */
const watchCells = (): void => {
  const drawn = new Map<string, number>()
  Object.assign(window, { drawn })
  const list = document.querySelector('[data-part="board-grid"]')?.parentElement
  if (!list) throw new Error('no board')
  new MutationObserver((changes) => {
    const keys = new Set(
      changes.map(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement
        return element?.closest('[data-key]')?.getAttribute('data-key') ?? ''
      }),
    )
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        for (const key of keys) drawn.set(key, Date.now())
      }
      port2.postMessage(null)
    })
  }).observe(list, { subtree: true, childList: true, characterData: true })
}

const drawnAfter = ([key, after, within]: readonly [string, number, number]): Promise<number | null> =>
  new Promise((resolve) => {
    const { drawn } = window as unknown as { drawn: Map<string, number> }
    const until = Date.now() + within
    const look = (): void => {
      const at = drawn.get(key) ?? 0
      if (at >= after) resolve(at)
      else if (Date.now() > until) resolve(null)
      else setTimeout(look, 5)
    }
    look()
  })

/** Opens the board. The period number comes from the page's own call. */
export async function openBoard(page: Page): Promise<Market> {
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && /"periodNo":"\d/.test(request.postData() ?? ''),
  )
  await page.goto(`${SITE}/agent/bet/instant?game=${GAME.code}`)
  await page.locator('[data-key="TMA|49"]').waitFor()
  const { periodNo } = (await asked).postDataJSON() as { periodNo: string }
  return { base: SITE, gameId: GAME.id, periodNo }
}

export async function setPace(bettors: ChildProcess, pace: Pace): Promise<number> {
  const answered = new Promise<{ reached: number }>((resolve) =>
    bettors.once('message', (message) => resolve(message as { reached: number })),
  )
  bettors.send(pace)
  return (await answered).reached
}

/** Measures from an accepted bet until its cell is drawn, one probe at a time, on numbers without other bets. */
async function probe(page: Page, bettor: Bettor, probes: number): Promise<number[]> {
  const delays: number[] = []
  for (let count = 0; count < probes; count += 1) {
    const item = String(41 + (count % 9))
    const before = Date.now()
    while ((await bettor.place([item])) === 0)
      if (Date.now() - before > WITHIN_MS) throw new Error(`${item} is refused`)
    const accepted = Date.now()
    const at = await page.evaluate(drawnAfter, [`TMA|${item}`, before, WITHIN_MS] as const)
    delays.push(at === null ? WITHIN_MS : Math.max(0, at - accepted))
    // The gap varies, so that probes do not run in step with the timers of the board.
    await pause(PROBE_GAP_MS + ((count * 37) % 250))
  }
  return delays
}

async function* measure(browser: Browser): AsyncIterable<BenchRow> {
  const context = await browser.newContext({
    viewport: WINDOW,
    locale: 'zh-CN',
    storageState: await signedIn(browser),
  })
  const page = await context.newPage()
  const market = await openBoard(page)
  await page.evaluate(watchCells)
  const bettors = fork(fileURLToPath(new URL('web-bettor.ts', import.meta.url)))
  try {
    const bettor = new Bettor(market)
    await bettor.learnPrices()
    await probe(page, bettor, WARM_UP)
    for (const [beside, perSecond] of PACES) {
      await setPace(bettors, { market, perSecond })
      await pause(1_000)
      const processors = watchedLine()
      const delays = await probe(page, bettor, PROBES)
      const note = processors()
      const load = loadNow()
      const reached = await setPace(bettors, { market, perSecond: 0 })
      const p95 = partOf(delays, 0.95)
      yield {
        what: `a changed cell on the screen after the accepted bet, ${beside}: p95`,
        value: milliseconds(p95),
        reference: `p50 ${milliseconds(partOf(delays, 0.5))}, longest ${milliseconds(partOf(delays, 1))}, ${Math.round(reached)} bets/s beside, no GPU, ${load}`,
        ratio: p95 / 500,
        goal: '<= 500 ms',
        met: p95 <= 500,
        notes: [note],
      }
    }
  } finally {
    bettors.kill()
    await context.close()
  }
}

/** Measures how soon a real board in a real browser shows a bet, beside other bets. */
export const benchChanges = (): AsyncIterable<BenchRow> => onSite(measure)
