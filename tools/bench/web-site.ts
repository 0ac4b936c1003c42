import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../apps/server/src/demo/facts.ts'
import { findChromium } from '../bootstrap/chromium.mjs'
import type { BenchRow } from './engine-world.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PORT = 26_800
export const SITE = `http://127.0.0.1:${PORT}`
export const ADMIN_SITE = `http://127.0.0.1:${PORT + 1}`
/** CPU throttling that corresponds to a cheap laptop. */
export const SLOW = 4
export const WINDOW = { width: 1440, height: 900 }
const START_WITHIN_MS = 240_000
/** Periods begin at full hours. */
const PERIOD_SECONDS = 3_600
/** What the longest part of the pages takes. */
const LONGEST_MS = 300_000

export type Stoppable = { readonly stop: () => Promise<void> }

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

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

/** Starts the product like a person does, with the demo world and without bets. */
async function startSite(): Promise<Stoppable> {
  if (await answers(`${SITE}/readyz`)) throw new Error(`something already answers on port ${PORT}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'strata-bench-web-'))
  const env = {
    ...process.env,
    STRATA_PORT: String(PORT),
    STRATA_ADMIN_PORT: String(PORT + 1),
    STRATA_DATA_DIR: dataDir,
    STRATA_DEMO_PERIOD_SECONDS: String(PERIOD_SECONDS),
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

/** Headless and without a GPU, so that all machines draw the same way and a frame costs only processor time. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })

/** A period that ends refuses bets and empties boards: where too little of one is left, the next is waited for. */
const roomInPeriod = async (): Promise<void> => {
  const left = PERIOD_SECONDS * 1_000 - (Date.now() % (PERIOD_SECONDS * 1_000))
  if (left < LONGEST_MS) await pause(left)
}

/** Runs a browser and the product while `measure` yields its rows. */
export async function* onSite(measure: (browser: Browser) => AsyncIterable<BenchRow>): AsyncIterable<BenchRow> {
  await roomInPeriod()
  const browser = await openBrowser()
  try {
    const site = await startSite()
    try {
      yield* measure(browser)
    } finally {
      await site.stop()
    }
  } finally {
    await browser.close()
  }
}

export async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

export type State = Awaited<ReturnType<BrowserContext['storageState']>>

export async function signedIn(
  browser: Browser,
  { site, account } = { site: SITE, account: 'agent001' },
): Promise<State> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${site}/login`)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

export const milliseconds = (ms: number): string => `${Math.round(ms)} ms`

/** Pages are drawn by the same processors as everything else, so each figure is shown with the load. */
export const loadNow = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)}`
