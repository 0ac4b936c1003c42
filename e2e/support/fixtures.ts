import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { CALL_TIMEOUT_MS } from '../../apps/web/src/api/client.ts'
import type { StoredSession } from './api.ts'
import { Timetable } from './timetable.ts'
import { keepToasts } from './toasts.ts'
import { PASSWORD } from './world.ts'

/** Texts that a healthy page never logs; a 401 and a network switched off are caused by tests. */
const isFault = (text: string): boolean => !/status of 401|ERR_INTERNET_DISCONNECTED/.test(text)

const forgiving = new WeakSet<readonly string[]>()

/** A busy machine may refuse simulated draws with 429, and the page asks again: ignored until the end of the test. */
export const forgiveBusy = (faults: readonly string[]): void => {
  forgiving.add(faults)
}

const unforgiven = (faults: readonly string[]): readonly string[] =>
  forgiving.has(faults) ? faults.filter((text) => !/status of 429/.test(text)) : faults

/**
 * Collects what the browser reports (policy violations, script errors, failed loads) and records the toasts of the
 * page.
 */
export const watchFaults = async (page: Page, faults: string[]): Promise<void> => {
  page.on('pageerror', (error) => faults.push(`pageerror: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && isFault(message.text())) faults.push(`console: ${message.text()}`)
  })
  await keepToasts(page)
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
}

/** By then a page has given up its call, and says so. */
export const GIVEN_UP_MS = CALL_TIMEOUT_MS + 2_000

/**
 * Signs in, and presses the button again when the page has given up, as its message says. Passwords are hashed on
 * processor time that nothing else needs, and beside other tests there may be none.
 */
export const signIn = async (page: Page, account: string, path = '/login'): Promise<void> => {
  await page.goto(path)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  const button = page.getByRole('button', { name: '登录', exact: true })
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: GIVEN_UP_MS })
    await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible({ timeout: GIVEN_UP_MS })
  }).toPass({ timeout: 90_000 })
}

/** Presses the icon of the theme until it shows the dark one. */
export const chooseDark = async (page: Page): Promise<void> => {
  const icon = page.getByRole('button', { name: /^主题：/ })
  await icon.click()
  await expect(icon).toHaveAttribute('data-theme-choice', 'light')
  await icon.click()
  await expect(icon).toHaveAttribute('data-theme-choice', 'dark')
}

/**
 * Prepares the browser for another user. No page of the app may run meanwhile, because it could write the last
 * session back.
 */
export const changeOver = async (page: Page): Promise<void> => {
  const empty = '**/next-person'
  const body = '<link rel="icon" href="data:,">'
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/next-person')
  await page.evaluate(() => window.localStorage.clear())
  await page.unroute(empty)
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * An account has 20 sessions, and one more ends the oldest: on a fast machine tests that sign in by themselves have had as many
 * in ten minutes.
 */
const SHARED_MS = 3 * 60_000
type Kept = { readonly state: State; readonly until: number }
/** One stored sign-in per account and site, renewed now and then, so that other tests need no sign-in of their own. */
const states = new Map<string, Kept>()

const stateOf = async (browser: Browser, account: string, baseURL: string | undefined): Promise<State> => {
  const key = `${baseURL} ${account}`
  const known = states.get(key)
  if (known && known.until > Date.now()) return known.state
  const until = Date.now() + SHARED_MS
  const context = await browser.newContext()
  await signIn(await context.newPage(), account)
  const state = await context.storageState()
  await context.close()
  states.set(key, { state, until })
  return state
}

/** The device of a user: a desktop with the light theme, or a phone with the dark one. */
export type Look = 'desk' | 'phone'

const LOOKS: Readonly<Record<Look, BrowserContextOptions>> = {
  desk: {},
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', isMobile: true, hasTouch: true },
}

/** A separate browser for one signed-in account. The session is shared between tests: never end it. */
export type Seat = {
  readonly context: BrowserContext
  /** A new tab. */
  readonly open: (path: string) => Promise<Page>
}

type Fixtures = {
  readonly faults: string[]
  /** Opens a seat, which is closed at the end of the test. */
  readonly seat: (account: string, look?: Look) => Promise<Seat>
  /** A page of a browser without a session. */
  readonly visitor: (look: Look) => Promise<Page>
}

type WorkerFixtures = { readonly timetable: Timetable }

/** A test fails on any policy report or script error of its pages. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  timetable: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which other fixtures are needed
    async ({}, /* oxlint-disable-line no-empty-pattern */ use) => {
      const timetable = await Timetable.open()
      await use(timetable)
      await timetable.close()
    },
    { scope: 'worker' },
  ],
  faults: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which other fixtures are needed
    async ({}, /* oxlint-disable-line no-empty-pattern */ use) => {
      const faults: string[] = []
      await use(faults)
      expect(unforgiven(faults)).toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page, faults }, use) => {
    await watchFaults(page, faults)
    await use(page)
  },
  seat: async ({ browser, baseURL, faults }, use) => {
    const taken: BrowserContext[] = []
    await use(async (account, look = 'desk') => {
      const storageState = await stateOf(browser, account, baseURL)
      const context = await browser.newContext({ ...LOOKS[look], storageState })
      taken.push(context)
      const open = async (path: string): Promise<Page> => {
        const page = await context.newPage()
        await watchFaults(page, faults)
        await page.goto(path)
        return page
      }
      return { context, open }
    })
    for (const context of taken) await context.close()
  },
  visitor: async ({ browser, faults }, use) => {
    const taken: BrowserContext[] = []
    await use(async (look) => {
      const context = await browser.newContext(LOOKS[look])
      taken.push(context)
      const page = await context.newPage()
      await watchFaults(page, faults)
      return page
    })
    for (const context of taken) await context.close()
  },
})

/** The stored session of a page; empty without a sign-in. */
export const storedSession = async (page: Page): Promise<StoredSession> =>
  await page.evaluate(() => {
    const stored = JSON.parse(window.localStorage.getItem('strata-session') ?? '{}') as {
      state?: { token?: string | null; currentPathId?: number }
    }
    return { token: stored.state?.token ?? '', currentPathId: stored.state?.currentPathId ?? 0 }
  })

export { expect }
