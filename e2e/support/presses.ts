import type { Page } from '@playwright/test'

/** Presses of a pointer since they are counted: of a mouse, and of a finger. */
type Presses = { readonly clicks: number; readonly taps: number }

/** Counts on the page that is open now; a navigation ends it. */
export const countPresses = async (page: Page): Promise<() => Promise<Presses>> => {
  await page.evaluate(() => {
    const counted = { clicks: 0, taps: 0 }
    document.addEventListener(
      'pointerdown',
      ({ pointerType }) => (counted[pointerType === 'touch' ? 'taps' : 'clicks'] += 1),
      true,
    )
    Object.assign(globalThis, { counted })
  })
  return async () => await page.evaluate(() => (globalThis as typeof globalThis & { counted: Presses }).counted)
}
