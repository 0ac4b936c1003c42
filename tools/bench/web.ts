import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page, type Response } from '@playwright/test'
import { DEMO_PASSWORD } from '../../apps/server/src/demo/facts.ts'
import type { BenchRow } from './engine-world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PORT = 26_800
const SITE = `http://127.0.0.1:${PORT}`
const RUNS = 5
const SLOW = 4
const WINDOW = { width: 1440, height: 900 }
const MEASURE_MS = 4_000
const START_WITHIN_MS = 240_000

type Stoppable = { readonly stop: () => Promise<void> }

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await ended
}

/** The product as a person starts it, with the demo world and nobody betting. */
async function startSite(): Promise<Stoppable> {
  if (await answers(`${SITE}/readyz`)) throw new Error(`something already answers on port ${PORT}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'strata-bench-web-'))
  const env = {
    ...process.env,
    STRATA_PORT: String(PORT),
    STRATA_ADMIN_PORT: String(PORT + 1),
    STRATA_DATA_DIR: dataDir,
    STRATA_SIMULATOR: 'off',
    STRATA_LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [join(ROOT, 'tools/bootstrap/run.mjs'), 'start'], { env, stdio: 'ignore' })
  const stop = async (): Promise<void> => {
    await end(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const until = Date.now() + START_WITHIN_MS
  while (!(await answers(`${SITE}/readyz`))) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop()
      throw new Error('the site did not start')
    }
    await pause(200)
  }
  return { stop }
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the bench's own page from the app's cells and serves it. */
async function startGrid(): Promise<Stoppable & { readonly url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-grid-'))
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const page = join(ROOT, 'tools/bench/web-grid')
  const built = spawnSync(
    process.execPath,
    [vite, 'build', page, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    {
      stdio: ['ignore', 2, 2],
    },
  )
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

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>
type Load = { readonly bytes: number; readonly first: number; readonly largest: number; readonly shift: number }

/** Watches what a load paints and moves, from before its first byte. */
const observe = (): void => {
  const seen = { largest: 0, shift: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

const readSeen = (): Omit<Load, 'bytes'> => {
  const { seen } = window as unknown as { seen: { largest: number; shift: number } }
  const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  return { first, largest: Math.max(first, seen.largest), shift: seen.shift }
}

type Visit = { readonly path: string; readonly ready: (page: Page) => Promise<unknown>; readonly state?: State }

/** One load with an empty cache; bytes are all script as gzip. */
async function load(browser: Browser, visit: Visit, rate: number): Promise<Load> {
  const context = await browser.newContext({
    viewport: WINDOW,
    locale: 'zh-CN',
    ...(visit.state ? { storageState: visit.state } : {}),
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(observe)
    await throttle(page, rate)
    const scripts: Promise<Buffer>[] = []
    page.on('response', (response: Response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body())
    })
    await page.goto(SITE + visit.path)
    await visit.ready(page)
    // What comes late belongs to the page as well: figures that push others down, chunks that the first ones ask for.
    await page.waitForTimeout(500)
    const bodies = await Promise.all(scripts)
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
    return { bytes, ...(await page.evaluate(readSeen)) }
  } finally {
    await context.close()
  }
}

async function loads(browser: Browser, visit: Visit, rate: number): Promise<Load> {
  const all: Load[] = []
  for (let run = 0; run < RUNS; run += 1) all.push(await load(browser, visit, rate))
  return {
    bytes: all[0]?.bytes ?? 0,
    first: median(all.map(({ first }) => first)),
    largest: median(all.map(({ largest }) => largest)),
    shift: Math.max(...all.map(({ shift }) => shift)),
  }
}

async function signedIn(browser: Browser): Promise<State> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${SITE}/login`)
  await page.getByLabel('账号').fill('agent001')
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** The reference of paints: a page of one line, answered by the same server. */
const EMPTY: Visit = { path: '/healthz', ready: async () => {} }
const SIGN_IN: Visit = {
  path: '/login',
  ready: (page) => page.getByRole('button', { name: '登录', exact: true }).waitFor(),
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 100) / 10} kB`
const milliseconds = (ms: number): string => `${Math.round(ms)} ms`

const byteRow = (what: string, bytes: number, goal: number): BenchRow => ({
  what,
  value: kilobytes(bytes),
  reference: '',
  ratio: bytes / goal,
  goal: `<= ${goal / 1000} kB`,
  met: bytes <= goal,
})

const paintRow = (
  what: string,
  measured: { readonly ms: number; readonly empty: number; readonly goal: number },
): BenchRow => ({
  what,
  value: milliseconds(measured.ms),
  reference: `${milliseconds(measured.empty)} an empty page`,
  ratio: measured.ms / Math.max(1, measured.empty),
  goal: `<= ${measured.goal} ms`,
  met: measured.ms <= measured.goal,
})

const shiftRow = (what: string, shift: number): BenchRow => ({
  what,
  value: String(Math.round(shift * 10_000) / 10_000),
  reference: '',
  ratio: shift / 0.02,
  goal: '<= 0.02',
  met: shift <= 0.02,
})

async function pages(browser: Browser): Promise<BenchRow[]> {
  const empty = { 1: await loads(browser, EMPTY, 1), [SLOW]: await loads(browser, EMPTY, SLOW) } as const
  const signIn = await loads(browser, SIGN_IN, 1)
  const signInSlow = await loads(browser, SIGN_IN, SLOW)
  const emptySlow = empty[SLOW].first
  const rows = [
    byteRow('sign-in, script as gzip', signIn.bytes, 75_000),
    paintRow('sign-in, first paint', { ms: signIn.first, empty: empty[1].first, goal: 250 }),
    paintRow('sign-in, first paint at 4x CPU', { ms: signInSlow.first, empty: emptySlow, goal: 700 }),
  ]
  const state = await signedIn(browser)
  const lists = [
    ['board', '/agent/bet/instant', (page: Page) => page.getByRole('listitem').nth(40).waitFor()],
    [
      'delivery report',
      '/reports/delivery?from=2026-01-01&to=2026-01-31',
      (page: Page) => page.getByText('该范围内没有数据').waitFor(),
    ],
    ['accounts', '/agent/accounts/index', (page: Page) => page.getByRole('row').nth(3).waitFor()],
  ] as const
  for (const [name, path, ready] of lists) {
    const visit = { path, ready, state }
    const usual = await loads(browser, visit, 1)
    const slow = await loads(browser, visit, SLOW)
    rows.push(
      byteRow(`${name} as the first page, script as gzip`, usual.bytes, 330_000),
      paintRow(`${name}, largest paint`, { ms: usual.largest, empty: empty[1].first, goal: 700 }),
      paintRow(`${name}, largest paint at 4x CPU`, { ms: slow.largest, empty: emptySlow, goal: 1_800 }),
      shiftRow(`${name}, layout shift, worst of ${2 * RUNS} loads`, Math.max(usual.shift, slow.shift)),
    )
  }
  return rows
}

type Frames = { readonly perSecond: number; readonly longest: number; readonly worstGap: number }

/** Counts frames in the page for a while, scrolling down and up again when asked. */
const countFrames = ([ms, scrolling]: readonly [number, boolean]): Promise<Frames> =>
  new Promise((resolve) => {
    const box = document.querySelector('.scroller')
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

const frameRow = (
  what: string,
  measured: { readonly frames: Frames; readonly bare: Frames; readonly goal: number },
): BenchRow[] => {
  const { frames, bare, goal } = measured
  return [
    {
      what: `${what}, frames a second`,
      value: `${Math.round(frames.perSecond)}, worst gap ${milliseconds(frames.worstGap)}`,
      reference: `${Math.round(bare.perSecond)} the same page at rest`,
      ratio: frames.perSecond / Math.max(1, bare.perSecond),
      goal: `>= ${goal}`,
      met: frames.perSecond >= goal,
    },
    {
      what: `${what}, longest task`,
      value: milliseconds(frames.longest),
      reference: `${milliseconds(bare.longest)} at rest`,
      ratio: frames.longest / 50,
      goal: 'none over 50 ms',
      met: frames.longest <= 50,
    },
  ]
}

async function frames(browser: Browser, url: string, scrolling: boolean): Promise<Frames> {
  const page = await browser.newPage({ viewport: WINDOW })
  try {
    await page.goto(url)
    await page.locator('.scroller > *').first().waitFor()
    await throttle(page, SLOW)
    await page.waitForTimeout(1_000)
    return await page.evaluate(countFrames, [MEASURE_MS, scrolling] as const)
  } finally {
    await page.close()
  }
}

async function grids(browser: Browser, url: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const kinds = [
    ['live grid 3,000 x 20 at 4x CPU', ''],
    ['live board of 300 items at 4x CPU', '&board'],
  ] as const
  for (const [what, kind] of kinds) {
    const bare = await frames(browser, `${url}?still${kind}`, false)
    rows.push(...frameRow(`${what}, idle`, { frames: await frames(browser, `${url}?${kind}`, false), bare, goal: 55 }))
    rows.push(
      ...frameRow(`${what}, scrolling`, { frames: await frames(browser, `${url}?${kind}`, true), bare, goal: 45 }),
    )
  }
  return rows
}

/** Pages as a browser gets them from the running product, and the frames of live grids made of the app's own cells. */
export async function benchWeb(): Promise<BenchRow[]> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const running: Stoppable[] = []
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const site = await startSite()
    running.push(site)
    const rows = await pages(browser)
    await running.pop()?.stop()
    const grid = await startGrid()
    running.push(grid)
    return [...rows, ...(await grids(browser, grid.url))]
  } finally {
    await browser.close()
    for (const one of running) await one.stop()
  }
}
