import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Saves a screenshot of the page for review, if E2E_LOOKS names a folder. */
export const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['E2E_LOOKS']
  if (folder === undefined) return
  const width = page.viewportSize()?.width ?? 0
  // Waits for running animations, except the endless one of the notice line.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
    await Promise.all(ending.map((one) => one.finished.catch(() => null)))
  })
  await page.screenshot({ path: join(folder, `${name}-${width}.png`), animations: 'disabled' })
}
