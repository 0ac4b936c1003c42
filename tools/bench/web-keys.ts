import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { specialNumbers } from '@strata/contract/endpoints/book'
import { type BarePage, openBarePage } from './bare-page.ts'
import { type BenchRow, partOf } from './engine-world.ts'
import { watchedLine } from './processors.ts'
import { openBoard, setPace } from './web-changes.ts'
import { loadNow, milliseconds, onSite, pause, SITE, SLOW, type State, signedIn, WINDOW } from './web-site.ts'

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

/** Runs in the page before its own code: keeps the answers of a path, and later gives them back in place of the server's. */
const wrapFetch = (path: string): void => {
  const ask = window.fetch
  const stored: { data: { version: number } }[] = []
  let at = 0
  const tape = { mode: 'off' }
  Object.assign(window, { tape })
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (tape.mode === 'off' || !url.includes(path)) return ask(input, init)
    const text = input instanceof Request ? await input.clone().text() : String(init?.body)
    const { sinceVersion } = JSON.parse(text) as { sinceVersion?: number }
    if (sinceVersion === undefined) return ask(input, init)
    if (tape.mode === 'record') {
      const response = await ask(input, init)
      stored.push(await response.clone().json())
      return response
    }
    const answer = stored[at % stored.length]
    at += 1
    return Response.json({ ...answer, data: { ...answer?.data, version: sinceVersion + 1 } })
  }
}

const setTape = (page: BarePage, mode: 'off' | 'record' | 'play'): Promise<void> =>
  page.evaluate(`void (window.tape.mode = '${mode}')`)

/** The board, signed in, with the focus on its first number. */
async function openBareBoard({ cookies, origins }: State): Promise<BarePage> {
  const page = await openBarePage(WINDOW)
  await page.send('Network.setCookies', { cookies })
  await page.send('Page.navigate', { url: `${SITE}/login` })
  await page.until("document.readyState === 'complete' && location.pathname === '/login'")
  const items = origins.flatMap(({ localStorage }) => localStorage)
  for (const { name, value } of items)
    await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
  const source = `(${wrapFetch.toString()})(${JSON.stringify(specialNumbers.path)})`
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source })
  await page.send('Page.navigate', { url: `${SITE}/agent/bet/instant?game=6HC` })
  await page.until(`document.querySelector('[data-key="TMA|49"]') !== null`)
  await page.evaluate(`(${watchKeys.toString()})()`)
  await page.evaluate(`document.querySelector('[data-key="TMA|01"] [data-part="pick"]').focus()`)
  return page
}

/** A page of 49 buttons whose arrow focuses the next one: what any key costs on this machine. */
async function openPlain(): Promise<BarePage> {
  const page = await openBarePage(WINDOW)
  await page.evaluate(`(${watchKeys.toString()})()`)
  await page.evaluate(`document.body.innerHTML = '<button>0</button>'.repeat(49)
    let at = 0
    window.addEventListener('keydown', () => {
      const buttons = document.querySelectorAll('button')
      at = (at + 1) % buttons.length
      buttons[at].focus()
    })`)
  return page
}

const KEY_CODES = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 } as const

/** Presses keys on a page that alone is slowed down: a slow page keeps a processor busy even when nothing happens in it. */
async function press(page: BarePage): Promise<readonly number[]> {
  await page.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  await pause(1_000)
  for (let count = 0; count < KEYS + WARM_UP; count += 1) {
    const key = WALK[count % WALK.length] ?? 'ArrowDown'
    const pressed = { key, code: key, windowsVirtualKeyCode: KEY_CODES[key] }
    await page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed })
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed })
    await pause(GAP_MS)
  }
  await page.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return (await page.evaluate<number[]>('window.answered.splice(0)')).slice(WARM_UP)
}

const p95Of = (delays: readonly number[]): string => `p95 ${milliseconds(partOf(delays, 0.95))}`
const bothOf = (delays: readonly number[]): string => `p50 ${milliseconds(partOf(delays, 0.5))}, ${p95Of(delays)}`

async function* measure(browser: Browser): AsyncIterable<BenchRow> {
  const state = await signedIn(browser)
  const context = await browser.newContext({ viewport: WINDOW, locale: 'zh-CN', storageState: state })
  const market = await openBoard(await context.newPage())
  await context.close()
  const page = await openBareBoard(state)
  const bettors = fork(fileURLToPath(new URL('web-bettor.ts', import.meta.url)))
  let plain: BarePage | undefined
  try {
    plain = await openPlain()
    await setPace(bettors, { market, perSecond: BETS })
    // The server has just started and the page's code is cold: shown, and not what is asked.
    await setTape(page, 'record')
    const first = await press(page)
    await setTape(page, 'off')
    const processors = watchedLine()
    const delays = await press(page)
    const note = processors()
    const references = await press(plain)
    const load = loadNow()
    const reached = await setPace(bettors, { market, perSecond: 0 })
    await setTape(page, 'play')
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
    await plain?.close()
    await page.close()
  }
}

/** How soon a board answers the keyboard while bets arrive. */
export const benchKeys = (): AsyncIterable<BenchRow> => onSite(measure)
