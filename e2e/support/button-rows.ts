import type { Page } from '@playwright/test'

/** Runs in the page. Finds buttons that stand side by side, on one line, and differ in height. */
const findUneven = (): string[] => {
  /** Buttons farther apart than this belong to different groups. */
  const NEAR = 24
  /** Tolerance for rounding. */
  const SLACK = 1
  const buttons = [...document.querySelectorAll('.ghost-button, .plain-button')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => ({ text: one.textContent?.trim() ?? '', box: one.getBoundingClientRect() }))
  return buttons.flatMap(({ text, box }) =>
    buttons
      .filter((other) => {
        const gap = other.box.left - box.right
        const middles = (other.box.top + other.box.bottom - box.top - box.bottom) / 2
        const isBeside = gap >= 0 && gap <= NEAR && Math.abs(middles) <= NEAR / 2
        return isBeside && Math.abs(other.box.height - box.height) > SLACK
      })
      .map((other) => `"${text}" is ${box.height} high beside "${other.text}" of ${other.box.height}`),
  )
}

/** The pairs of buttons side by side that differ in height. */
export const unevenButtons = (page: Page): Promise<string[]> => page.evaluate(findUneven)
