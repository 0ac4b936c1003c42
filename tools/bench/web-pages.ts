import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'
import { addDays } from '@strata/domain/calendar'
import { businessDay, FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'
import type { BenchRow } from './engine-world.ts'
import { watchedLine } from './processors.ts'
import {
  ADMIN_SITE,
  loadNow,
  milliseconds,
  onSite,
  pause,
  SITE,
  SLOW,
  type State,
  signedIn,
  throttle,
  WINDOW,
} from './web-site.ts'

const RUNS = 5

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

type Load = { readonly bytes: number; readonly first: number; readonly largest: number; readonly shift: number }

/** Observes paints and layout shifts of a load from its start. */
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

type Visit = {
  readonly site?: string
  readonly path: string
  readonly ready: (page: Page) => Promise<unknown>
  readonly state?: State
}

/** Time until everything is drawn, including late figures that shift others and chunks that other chunks load. */
const SETTLED_MS = 1_500

/**
 * One load with an empty cache. `bytes` counts all scripts as gzip, including prefetched ones. The page is not touched
 * until it has settled: a search for an element injects a script, which at 4x costs a fifth of the load.
 */
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
    const scripts = new Map<string, Response>()
    page.on('response', (response: Response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js')) scripts.set(pathname, response)
    })
    await page.goto((visit.site ?? SITE) + visit.path, { waitUntil: 'commit' })
    await pause(SETTLED_MS * rate)
    await visit.ready(page)
    const bodies = await Promise.all([...scripts.values()].map((response) => response.body()))
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
    bytes: Math.max(...all.map(({ bytes }) => bytes)),
    first: median(all.map(({ first }) => first)),
    largest: median(all.map(({ largest }) => largest)),
    shift: Math.max(...all.map(({ shift }) => shift)),
  }
}

/**
 * Who runs and who waits for a processor in the time that the goal gives a paint, over one more load: reading the kernel's
 * counts takes a processor too.
 */
async function paintProfile(browser: Browser, visit: Visit, rate: number, goal: number): Promise<string> {
  const context = await browser.newContext({
    viewport: WINDOW,
    locale: 'zh-CN',
    ...(visit.state ? { storageState: visit.state } : {}),
  })
  try {
    const page = await context.newPage()
    await throttle(page, rate)
    await pause(SETTLED_MS)
    const processors = watchedLine()
    await page.goto((visit.site ?? SITE) + visit.path, { waitUntil: 'commit' })
    await pause(goal)
    return processors()
  } finally {
    await context.close()
  }
}

/** The reference for paints: a page of one line from the same server. */
const EMPTY: Visit = { path: '/healthz', ready: async () => {} }
const SIGN_IN: Visit = {
  path: '/login',
  ready: (page) => page.getByRole('button', { name: '登录', exact: true }).waitFor(),
}

const byteRow = (what: string, bytes: number, goal: number): BenchRow => ({
  what,
  value: `${bytes.toLocaleString('en')} B`,
  reference: '',
  ratio: bytes / goal,
  goal: `<= ${goal / 1000} kB`,
  met: bytes <= goal,
})

const paintRow = (
  what: string,
  measured: { readonly ms: number; readonly empty: number; readonly goal: number; readonly profile: string },
): BenchRow => ({
  what,
  value: milliseconds(measured.ms),
  reference: `${milliseconds(measured.empty)} an empty page, ${loadNow()}`,
  ratio: measured.ms / Math.max(1, measured.empty),
  goal: `<= ${measured.goal} ms`,
  met: measured.ms <= measured.goal,
  notes: [measured.profile],
})

const shiftRow = (what: string, shift: number): BenchRow => ({
  what,
  value: String(Math.round(shift * 10_000) / 10_000),
  reference: '',
  ratio: shift / 0.02,
  goal: '<= 0.02',
  met: shift <= 0.02,
})

async function* measureSignIn(browser: Browser): AsyncIterable<BenchRow> {
  const usual = await loads(browser, SIGN_IN, 1)
  yield byteRow('sign-in, script as gzip', usual.bytes, 75_000)
  const empty = await loads(browser, EMPTY, 1)
  const profile = await paintProfile(browser, SIGN_IN, 1, 250)
  yield paintRow('sign-in, first paint', { ms: usual.first, empty: empty.first, goal: 250, profile })
  const slow = await loads(browser, SIGN_IN, SLOW)
  const emptySlow = await loads(browser, EMPTY, SLOW)
  const profileSlow = await paintProfile(browser, SIGN_IN, SLOW, 700)
  yield paintRow('sign-in, first paint at 4x CPU', {
    ms: slow.first,
    empty: emptySlow.first,
    goal: 700,
    profile: profileSlow,
  })
  yield shiftRow(`sign-in, layout shift, worst of ${2 * RUNS} loads`, Math.max(usual.shift, slow.shift))
}

/** Of the site that the measurement makes: nobody changed when its days begin. */
const dayAgo = (ago: number): string => addDays(businessDay(Date.now(), FIRST_DAY_STARTS), -ago)

const rows = (page: Page): Promise<unknown> => page.getByRole('row').nth(3).waitFor()

/** Lists that have rows. An empty report would be painted sooner than a real one. */
const LISTS = [
  ['accounts', () => '/agent/accounts/index', rows],
  ['delivery report', () => `/reports/delivery?from=${dayAgo(6)}&to=${dayAgo(1)}`, rows],
  ['report details', () => `/reports/details?from=${dayAgo(6)}&to=${dayAgo(1)}`, rows],
  ['board', () => '/agent/bet/instant', (page: Page) => page.getByRole('listitem').nth(40).waitFor()],
] as const

async function* measureLists(browser: Browser): AsyncIterable<BenchRow> {
  const empty = (await loads(browser, EMPTY, 1)).first
  const emptySlow = (await loads(browser, EMPTY, SLOW)).first
  const state = await signedIn(browser)
  for (const [name, path, ready] of LISTS) {
    const visit = { path: path(), ready, state }
    const usual = await loads(browser, visit, 1)
    yield byteRow(`${name} as the first page, script as gzip`, usual.bytes, 330_000)
    const profile = await paintProfile(browser, visit, 1, 700)
    yield paintRow(`${name}, largest paint`, { ms: usual.largest, empty, goal: 700, profile })
    const slow = await loads(browser, visit, SLOW)
    const profileSlow = await paintProfile(browser, visit, SLOW, 1_800)
    yield paintRow(`${name}, largest paint at 4x CPU`, {
      ms: slow.largest,
      empty: emptySlow,
      goal: 1_800,
      profile: profileSlow,
    })
    yield shiftRow(`${name}, layout shift, worst of ${2 * RUNS} loads`, Math.max(usual.shift, slow.shift))
  }
}

/** The operators' first page: what needs a person. */
async function* measureAdminHome(browser: Browser): AsyncIterable<BenchRow> {
  const empty = (await loads(browser, EMPTY, 1)).first
  const state = await signedIn(browser, { site: ADMIN_SITE, account: 'headco01' })
  const ready = (page: Page): Promise<unknown> => page.locator('[data-card=needs]').waitFor()
  const visit = { site: ADMIN_SITE, path: '/', ready, state }
  const usual = await loads(browser, visit, 1)
  yield byteRow('operators’ first page, script as gzip', usual.bytes, 330_000)
  const profile = await paintProfile(browser, visit, 1, 700)
  yield paintRow('operators’ first page, largest paint', { ms: usual.largest, empty, goal: 700, profile })
}

/** The sign-in page, served by the running product. */
export const benchSignInPage = (): AsyncIterable<BenchRow> => onSite(measureSignIn)

/** What operators see first. */
export const benchAdminHome = (): AsyncIterable<BenchRow> => onSite(measureAdminHome)

/** Lists as the first page that a signed-in person opens. */
export const benchLists = (): AsyncIterable<BenchRow> => onSite(measureLists)
