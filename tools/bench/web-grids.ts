import { spawnSync } from 'node:child_process'
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { BenchRow } from './engine-world.ts'
import { watchThread } from './page-thread.ts'
import { watchedLine } from './processors.ts'
import { loadNow, milliseconds, openBrowser, ROOT, SLOW, type Stoppable, throttle, WINDOW } from './web-site.ts'

export const MEASURE_MS = 4_000
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the bench's own page from the app's cells and serves it. */
async function startGrid(): Promise<Stoppable & { readonly url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-grid-'))
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const page = join(ROOT, 'tools/bench/web-grid')
  const arguments_ = [vite, 'build', page, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  const built = spawnSync(process.execPath, arguments_, { stdio: ['ignore', 2, 2] })
  if (built.status !== 0) throw new Error('the page of the grid could not be built')
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://grid')
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Frames = { readonly perSecond: number; readonly longest: number; readonly worstGap: number }

/** The browser tells only of tasks over 50 ms. */
const longTask = ({ longest }: Frames): string => (longest === 0 ? 'none over 50 ms' : milliseconds(longest))

/** Counts frames in the page for some time. If `scrolling` is set, it scrolls down and up meanwhile. */
export const countFrames = ([ms, scrolling]: readonly [number, boolean]): Promise<Frames> =>
  new Promise((resolve) => {
    const box = document.querySelector('.scroller, [data-part=board-rows], [data-part=odds-grid]')
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
    })
    observer.observe({ type: 'longtask' })
    const begun = performance.now()
    let [frames, worstGap, before, step] = [0, 0, begun, 60]
    const next = (now: number): void => {
      frames += 1
      worstGap = Math.max(worstGap, now - before)
      before = now
      if (scrolling && box) {
        if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) step = -60
        box.scrollTop += step
      }
      if (now - begun < ms) return void requestAnimationFrame(next)
      observer.disconnect()
      resolve({ perSecond: (frames * 1000) / (now - begun), longest, worstGap })
    }
    requestAnimationFrame(next)
  })

/**
 * The frames of a page that has been used for some seconds, and of its first seconds, whose code the browser has not
 * compiled yet: eight hours at a screen are the former.
 */
export type Used = { readonly first: Frames; readonly frames: Frames; readonly notes: readonly string[] }

export async function countUsed(page: Page, scrolling: boolean): Promise<Used> {
  const count = () => page.evaluate(countFrames, [MEASURE_MS, scrolling] as const)
  const first = await count()
  const processors = watchedLine()
  const frames = await count()
  const notes = [processors()]
  const browser = page.context().browser()
  if (browser) notes.push(await watchThread(browser, page, count))
  return { first, frames, notes }
}

export const frameRows = (
  what: string,
  measured: Used & { readonly bare: Frames; readonly goal: number },
): BenchRow[] => {
  const { first, frames, notes, bare, goal } = measured
  return [
    {
      what: `${what}, frames a second`,
      value: `${Math.round(frames.perSecond)}, worst gap ${milliseconds(frames.worstGap)}`,
      reference: `${Math.round(first.perSecond)} in its first seconds, ${Math.round(bare.perSecond)} the same page at rest; no GPU, ${loadNow()}`,
      ratio: frames.perSecond / Math.max(1, bare.perSecond),
      goal: `>= ${goal}`,
      met: frames.perSecond >= goal,
      notes,
    },
    {
      what: `${what}, longest task`,
      value: longTask(frames),
      reference: `${longTask(first)} in its first seconds, ${longTask(bare)} at rest`,
      ratio: frames.longest / 50,
      goal: 'none over 50 ms',
      met: frames.longest <= 50,
    },
  ]
}

async function frames(browser: Browser, url: string, scrolling: boolean): Promise<Used> {
  const page = await browser.newPage({ viewport: WINDOW })
  try {
    await page.goto(url)
    await page.locator('#root > *').first().waitFor()
    await throttle(page, SLOW)
    await page.waitForTimeout(1_000)
    return await countUsed(page, scrolling)
  } finally {
    await page.close()
  }
}

const KINDS = [
  ['live grid 3,000 x 20 at 4x CPU', ''],
  ['live board of 300 items at 4x CPU', '&board'],
] as const

/** Measures the frames of live grids that are made of the app's own cells. */
export async function* benchGrids(): AsyncIterable<BenchRow> {
  const browser = await openBrowser()
  try {
    const grid = await startGrid()
    try {
      for (const [what, kind] of KINDS) {
        const bare = (await frames(browser, `${grid.url}?still${kind}`, false)).frames
        const idle = await frames(browser, `${grid.url}?${kind}`, false)
        yield* frameRows(`${what}, idle`, { ...idle, bare, goal: 55 })
        const scrolled = await frames(browser, `${grid.url}?${kind}`, true)
        yield* frameRows(`${what}, scrolling`, { ...scrolled, bare, goal: 45 })
      }
    } finally {
      await grid.stop()
    }
  } finally {
    await browser.close()
  }
}
