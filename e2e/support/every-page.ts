import type { Page } from '@playwright/test'
import { poorColours, violationsOf } from './axe.ts'
import { unevenButtons } from './button-rows.ts'
import { expect, type Look } from './fixtures.ts'
import { look as takePicture } from './looks.ts'
import { unreadable } from './text-boxes.ts'
import { inTheDark } from './windows.ts'

/** A page says once where one is; its name is the last step. */
export const checkPlace = async (page: Page, path: string): Promise<void> => {
  await expect.soft(page.getByRole('navigation', { name: '当前位置' }), path).toHaveCount(1)
  await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
}

type Shown = {
  readonly look: Look
  readonly path: string
  /** The name of the dark picture. */
  readonly picture?: string
}

/** Nothing on the page is cut off, overlapping, uneven or inaccessible, on a desk also in the dark. */
export const checkLook = async (page: Page, { look, path, picture }: Shown): Promise<void> => {
  expect.soft(await unreadable(page), path).toEqual([])
  expect.soft(await unevenButtons(page), path).toEqual([])
  expect.soft(await violationsOf(page), path).toEqual([])
  if (look === 'desk')
    await inTheDark(page, async () => {
      if (picture !== undefined) await takePicture(page, picture)
      expect.soft(await poorColours(page), `${path} in the dark`).toEqual([])
    })
}
