import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Found = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

const lines = (scheme: string, violations: Found): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${scheme} ${id}: ${node.target.join(' ')} ${node.html.slice(0, 120)}`),
  )

const look = { reducedMotion: 'reduce' } as const

/** What axe finds on the page as it stands, a line an element: every rule in one scheme, what colours change in the other. */
export const violationsOf = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ ...look, colorScheme: 'dark' })
  const dark = await new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']).analyze()
  await page.emulateMedia({ ...look, colorScheme: 'light' })
  const light = await new AxeBuilder({ page }).analyze()
  return [...lines('light', light.violations), ...lines('dark', dark.violations)]
}
