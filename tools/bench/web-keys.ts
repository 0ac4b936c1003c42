import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Browser, Page, Response } from '@playwright/test'
import type { RequestOf } from '@strata/contract/endpoint'
import { specialNumbers } from '@strata/contract/endpoints/book'
import { type BenchRow, partOf } from './engine-world.ts'
import { watchedLine } from './processors.ts'
import { openBoard, setPace } from './web-changes.ts'
import { loadNow, milliseconds, onSite, pause, SLOW, signedIn, throttle, WINDOW } from './web-site.ts'

const KEYS = 60
const WARM_UP = 8
/** Longer than a frame, and not in step with the board's quarter of a second between two reads. */
const GAP_MS = 190
const BETS = 200
const PLAYED_BETS = 8
const GOAL_MS = 50
/** Down and right and back, so that the focus stays among the numbers. */
const WALK = ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft'] as const

/** Records how long each key press takes until the frame after it has been drawn. */
const watchKeys = (): void => {
  const answered: number[] = []
  Object.assign(window, { answered })
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => void answered.push(performance.now() - timeStamp)
        port2.postMessage(null)
      })
    },
    { capture: true },
  )
}

const takeAnswered = (): number[] => (window as unknown as { answered: number[] }).answered.splice(0)

/** A page of 49 buttons whose arrow focuses the next one, in a process of its own: what any key costs on this machine. */
async function openPlain(browser: Browser): Promise<Page> {
  const plain = await browser.newPage({ viewport: WINDOW })
  await plain.setContent('<button>0</button>'.repeat(49))
  await plain.evaluate(watchKeys)
  await plain.evaluate(() => {
    const buttons = document.querySelectorAll('button')
    let at = 0
    window.addEventListener('keydown', () => {
      at = (at + 1) % buttons.length
      buttons[at]?.focus()
    })
  })
  return plain
}

/** Presses keys on a page that alone is slowed down: a slow page keeps a processor busy even when nothing happens in it. */
async function press(page: Page): Promise<readonly number[]> {
  await throttle(page, SLOW)
  await pause(1_000)
  for (let count = 0; count < KEYS + WARM_UP; count += 1) {
    await page.keyboard.press(WALK[count % WALK.length] ?? 'ArrowDown')
    await pause(GAP_MS)
  }
  await throttle(page, 1)
  return (await page.evaluate(takeAnswered)).slice(WARM_UP)
}

/** What the board asks: all of itself, or what has changed. */
type Asked = RequestOf<typeof specialNumbers>
type Changes = { readonly data: { readonly version: number } }

/** Keeps what the board is told, until the result plays it back: reads of changes get the stored answers from then on. */
function record(page: Page): () => Promise<void> {
  const stored: Changes[] = []
  const keep = async (response: Response): Promise<void> => {
    const request = response.request()
    if (!request.url().endsWith(specialNumbers.path)) return
    if ((request.postDataJSON() as Asked).sinceVersion !== undefined) stored.push((await response.json()) as Changes)
  }
  page.on('response', keep)
  return async () => {
    page.off('response', keep)
    let at = 0
    await page.route(`**${specialNumbers.path}`, async (route, request) => {
      const { sinceVersion } = request.postDataJSON() as Asked
      const answer = stored[at % stored.length]
      if (sinceVersion === undefined || !answer) return await route.continue()
      at += 1
      await route.fulfill({ json: { ...answer, data: { ...answer.data, version: sinceVersion + 1 } } })
    })
  }
}

const p95Of = (delays: readonly number[]): string => `p95 ${milliseconds(partOf(delays, 0.95))}`
const bothOf = (delays: readonly number[]): string => `p50 ${milliseconds(partOf(delays, 0.5))}, ${p95Of(delays)}`

async function* measure(browser: Browser): AsyncIterable<BenchRow> {
  const context = await browser.newContext({
    viewport: WINDOW,
    locale: 'zh-CN',
    storageState: await signedIn(browser),
  })
  const page = await context.newPage()
  const market = await openBoard(page)
  await page.evaluate(watchKeys)
  const plain = await openPlain(browser)
  const bettors = fork(fileURLToPath(new URL('web-bettor.ts', import.meta.url)))
  try {
    await setPace(bettors, { market, perSecond: BETS })
    await page.locator('[data-key="TMA|01"] [data-part="pick"]').focus()
    // The server has just started and the page's code is cold: shown, and not what is asked.
    const first = await press(page)
    const playBack = record(page)
    const processors = watchedLine()
    const delays = await press(page)
    const note = processors()
    const references = await press(plain)
    const load = loadNow()
    const reached = await setPace(bettors, { market, perSecond: 0 })
    await playBack()
    // What makes the board read: the few bets cost nothing.
    await setPace(bettors, { market, perSecond: PLAYED_BETS })
    const played = await press(page)
    await setPace(bettors, { market, perSecond: 0 })
    const p95 = partOf(delays, 0.95)
    yield {
      what: `a key press on the 6HC board at ${SLOW}x CPU, beside ${BETS} bets/s: p95 until it is drawn`,
      value: milliseconds(p95),
      reference: `p50 ${milliseconds(partOf(delays, 0.5))}, longest ${milliseconds(partOf(delays, 1))}; ${p95Of(first)} in its first seconds; a plain page meanwhile ${bothOf(references)}; the same answers played back to the board, nothing else running, ${bothOf(played)}; ${Math.round(reached)} bets/s reached, no GPU, ${load}`,
      ratio: p95 / GOAL_MS,
      goal: `<= ${GOAL_MS} ms`,
      met: p95 <= GOAL_MS,
      notes: [`the board: ${note}`],
    }
  } finally {
    bettors.kill()
    await plain.close()
    await context.close()
  }
}

/** How soon a board answers the keyboard while bets arrive. */
export const benchKeys = (): AsyncIterable<BenchRow> => onSite(measure)
