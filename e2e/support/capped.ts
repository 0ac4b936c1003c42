import type { Page } from '@playwright/test'

/** Accepts that accounts below are lowered with a fill limit that was just saved. */
export const acceptCapped = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^确认并调整 \d+ 个账号$/ }).click()
