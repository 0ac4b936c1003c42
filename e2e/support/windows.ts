import type { Page } from '@playwright/test'
import type { Look, Seat } from './fixtures.ts'
import { enlargeAmounts } from './large-amounts.ts'
import { settled } from './pages.ts'

const LAPTOP = { width: 1366, height: 768 }

/** Every amount has eight digits; the desktop window is 1366 pixels wide. */
export const openLarge = async ({ context, open }: Seat, look: Look): Promise<Page> => {
  await enlargeAmounts(context)
  const page = await open('/404')
  if (look === 'desk') await page.setViewportSize(LAPTOP)
  return page
}

/** Windows checked in parallel: while one page loads, another is checked. */
const WINDOWS = 2

/** Checks every place once, in any free window. */
export const lookAtAll = async <Place>(
  windows: readonly Page[],
  places: readonly Place[],
  lookAt: (page: Page, place: Place) => Promise<void>,
): Promise<void> => {
  const left = places.values()
  await Promise.all(
    windows.map(async (page) => {
      for (const place of left) await lookAt(page, place)
    }),
  )
}

/** Opens windows in separate browsers for one account. */
export const openWindows = async (
  seat: (account: string, look: Look) => Promise<Seat>,
  account: string,
  look: Look,
): Promise<Page[]> => {
  const windows: Page[] = []
  while (windows.length < WINDOWS) windows.push(await openLarge(await seat(account, look), look))
  return windows
}

/** Makes a page dark for a check, and light again. */
export const inTheDark = async (page: Page, check: () => Promise<void>): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  await check()
  await page.emulateMedia({ colorScheme: 'light' })
}
