import { randomUUID } from 'node:crypto'
import type { Browser, Page, Request } from '@playwright/test'
import { type BenchRow, median } from './engine-world.ts'
import { countFrames, countUsed, frameRows, MEASURE_MS } from './web-grids.ts'
import { ADMIN_SITE, loadNow, milliseconds, onSite, SLOW, signedIn, throttle, WINDOW } from './web-site.ts'

/** Every price of 六合彩 on four pankou. */
const PATH = '/admin/game/amount?game=6HC&group=all'
const MATRIX = '/api/admin/odds/matrix'
const SAVES = 7
const PRICES = 1_000
const GOAL_MS = 300

type Row = { readonly playCode: string; readonly key: string; readonly quotes: Readonly<Record<string, unknown>> }
type Matrix = { readonly version: number; readonly prices: readonly Row[] }

/** A thousand prices, each a little lower than it stands. */
const lowered = ({ prices }: Matrix, by: number) =>
  prices
    .filter(({ quotes }) => typeof quotes['A'] === 'string')
    .flatMap(({ playCode, key, quotes }) =>
      Object.entries(quotes).map(([pankou, quote]) => {
        const lower = Math.max(1.011, Number(quote) * (1 - by / 100))
        return { playCode, key, pankou, quote: lower.toFixed(3) }
      }),
    )
    .slice(0, PRICES)

/** Saves a thousand prices again and again, with the headers of the page's own call. */
async function saves(page: Page, asked: Request): Promise<{ readonly times: number[]; readonly read: number }> {
  const { 'content-length': _length, ...headers } = await asked.allHeaders()
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')))
  const send = async <T>(url: string, data: object): Promise<{ readonly data: T; readonly ms: number }> => {
    const from = performance.now()
    const answer = (await (await page.request.post(url, { headers: plain, data })).json()) as {
      isSuccess: boolean
      message: string
      data: T
    }
    if (!answer.isSuccess) throw new Error(`the save was refused: ${answer.message}`)
    return { data: answer.data, ms: performance.now() - from }
  }
  const matrix = await send<Matrix>(asked.url(), { gameId: 3 })
  const url = asked.url().replace(MATRIX, '/api/admin/odds/set')
  let { version } = matrix.data
  const times: number[] = []
  for (let run = 1; run <= SAVES; run += 1) {
    const saved = await send<{ version: number }>(url, {
      gameId: 3,
      version,
      prices: lowered(matrix.data, run),
      requestId: randomUUID(),
    })
    version = saved.data.version
    times.push(saved.ms)
  }
  return { times, read: matrix.ms }
}

async function* measureOdds(browser: Browser): AsyncIterable<BenchRow> {
  const state = await signedIn(browser, { site: ADMIN_SITE, account: 'headco01' })
  const context = await browser.newContext({ viewport: WINDOW, locale: 'zh-CN', storageState: state })
  try {
    const page = await context.newPage()
    const request = page.waitForRequest((one) => new URL(one.url()).pathname === MATRIX)
    await page.goto(ADMIN_SITE + PATH)
    const asked = await request
    await page.locator('[data-part=odds-grid] td').nth(40).waitFor()
    await throttle(page, SLOW)
    await page.waitForTimeout(2_000)
    const bare = await page.evaluate(countFrames, [MEASURE_MS, false] as const)
    const used = await countUsed(page, true)
    yield* frameRows('odds matrix of 六合彩 at 4x CPU, scrolling', { ...used, bare, goal: 45 })
    await throttle(page, 1)
    const { times, read } = await saves(page, asked)
    yield {
      what: `save of ${PRICES.toLocaleString('en')} prices, middle of ${SAVES}`,
      value: `${milliseconds(median(times))}, worst ${milliseconds(Math.max(...times))}`,
      reference: `${milliseconds(read)} reading the matrix, ${loadNow()}`,
      ratio: median(times) / Math.max(1, read),
      goal: `<= ${GOAL_MS} ms`,
      met: median(times) <= GOAL_MS,
    }
  } finally {
    await context.close()
  }
}

/** The matrix of prices as an operator scrolls it, and the save of many of them at the server. */
export const benchOdds = (): AsyncIterable<BenchRow> => onSite(measureOdds)
