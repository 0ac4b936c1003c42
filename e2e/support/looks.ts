import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Keeps a picture of the page for a person to look at, where E2E_LOOKS names a folder. */
export const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['E2E_LOOKS']
  if (folder === undefined) return
  const width = page.viewportSize()?.width ?? 0
  // Whatever slides in has arrived; the notice line never does.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
    await Promise.all(ending.map((one) => one.finished.catch(() => null)))
  })
  await page.screenshot({ path: join(folder, `${name}-${width}.png`), animations: 'disabled' })
}
