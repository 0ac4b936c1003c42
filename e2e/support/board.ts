import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The part of a board that a test uses: a page of the board and the heading of a list on it. */
export type BoardPart = { readonly game: string; readonly tab: string; readonly heading: string | null }

export const SPECIAL: BoardPart = { game: '6HC', tab: '特码', heading: null }
export const CHAMPION: BoardPart = { game: 'PK', tab: '冠亚军组合', heading: '冠军' }

/** Always in the game's own layout, also on a phone. */
export const boardPath = ({ game }: BoardPart): string => `/agent/bet/instant?game=${game}&sort=item`

/** Every item of the board's page. */
export const allItems = (page: Page, { tab }: BoardPart): Locator =>
  page.getByRole('group', { name: tab, exact: true }).getByRole('listitem')

/** The items of the part. */
export const itemsOf = (page: Page, part: BoardPart): Locator => {
  const { tab, heading } = part
  if (heading === null) return allItems(page, part)
  const group = page.getByRole('group', { name: tab, exact: true })
  return group
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
    .getByRole('listitem')
}

/** An item by its data attribute: play and item. */
export const itemOf = (page: Page, part: BoardPart, key: string): Locator =>
  allItems(page, part).and(page.locator(`[data-key="${key}"]`))

/** Whole yuan from a text such as "-1,234". */
const wholeOf = (text: string): number => Number(text.replaceAll(',', ''))

type Stake = { readonly key: string; readonly amount: number }

const stakesOf = async (page: Page, part: BoardPart): Promise<Stake[]> => {
  const cells = await itemsOf(page, part).evaluateAll((items) =>
    items.map((item) => [
      item.getAttribute('data-key'),
      item.querySelector('[data-part="stake"] .amount')?.textContent,
    ]),
  )
  return cells.map(([key, amount]) => ({ key: key ?? '', amount: wholeOf(amount ?? '0') }))
}

export const sumOfStakes = async (page: Page, part: BoardPart): Promise<number> =>
  (await stakesOf(page, part)).reduce((sum, { amount }) => sum + amount, 0)

export const largestStake = async (page: Page, part: BoardPart): Promise<Stake> => {
  const [largest] = (await stakesOf(page, part)).toSorted((a, b) => b.amount - a.amount)
  if (!largest) throw new Error('the board has no items')
  return largest
}

/** The amount of 补入 in a cell, in whole yuan. */
export const receivedOf = async (cell: Locator): Promise<number> => {
  const text = (await cell.textContent()) ?? ''
  return wholeOf(/补入 ([\d,]+)/.exec(text)?.[1] ?? '0')
}

export const receivedOnPage = async (page: Page, part: BoardPart): Promise<number> => {
  const texts = await allItems(page, part).filter({ hasText: '补入' }).allTextContents()
  return texts.reduce((sum, text) => sum + wholeOf(/补入 ([\d,]+)/.exec(text)?.[1] ?? '0'), 0)
}

/** The items marked as above their limit. */
export const overLimit = (page: Page, part: BoardPart): Locator =>
  allItems(page, part).filter({ has: page.getByRole('button', { name: /超出控额/ }) })

/** The items marked as won after the draw. */
export const winners = (page: Page, part: BoardPart): Locator =>
  allItems(page, part).filter({ has: page.getByText('中', { exact: true }) })

/** Moves the board to the period that has just begun, which it only offers. */
export const followNext = async (page: Page, waitMs: number): Promise<void> => {
  await page.getByRole('button', { name: '进入新一期' }).click({ timeout: waitMs })
  await expect(page.getByRole('button', { name: '进入新一期' })).toHaveCount(0)
}

type Compared = { readonly changes: number; readonly differing: readonly string[] }

/**
 * Runs in the page: compares the worst numbers of the side panel with their cells whenever the list changes, so often.
 * Both stand in the page when it is told of a change.
 */
export const compareSides = (changes: number): Promise<Compared> =>
  new Promise((resolve) => {
    const differing: string[] = []
    let [seen, before] = [0, '']
    const textOf = (element: Element | null | undefined): string => element?.querySelector('.amount')?.textContent ?? ''
    const watch = new MutationObserver(() => {
      const lines = [...document.querySelectorAll<HTMLElement>('[data-part="worst"] [data-outcome]')]
      const said = lines.map((line) => `${line.dataset['outcome']} ${textOf(line)}`)
      if (lines.length === 0 || said.join() === before) return
      before = said.join()
      seen += 1
      for (const line of lines) {
        const key = (line.dataset['outcome'] ?? '').replace(':', '|')
        const cell = textOf(document.querySelector(`[data-key="${key}"] [data-part="result"]`))
        if (cell !== textOf(line)) differing.push(`${key}: ${textOf(line)} beside ${cell}`)
      }
      if (seen < changes) return
      watch.disconnect()
      resolve({ changes: seen, differing })
    })
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  })

/** Runs in the page: collects the controls around the figures that are drawn again. React takes their names away for it. */
export const watchControls = (): void => {
  const drawnControls: string[] = []
  Object.assign(window, { drawnControls })
  const tell = ({ target }: MutationRecord): void => {
    // A tab has figures of its own.
    if (target instanceof HTMLInputElement && !target.closest('[data-part="group-tabs"]'))
      drawnControls.push(target.closest('label')?.textContent ?? target.type)
  }
  new MutationObserver((changes) => changes.forEach(tell)).observe(document, {
    subtree: true,
    attributes: true,
    attributeFilter: ['name'],
  })
}

export const drawnControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { drawnControls: string[] }).drawnControls)

/** Where the rows of a board begin: nothing that comes and goes above them may move them. */
export const topOfRows = (page: Page): Promise<number> =>
  page.locator('[data-part="board-rows"]').evaluate((rows) => rows.getBoundingClientRect().top)
