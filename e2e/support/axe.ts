import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Found = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

const lines = (scheme: string, violations: Found): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${scheme} ${id}: ${node.target.join(' ')} ${node.html.slice(0, 120)}`),
  )

/** Rules whose answer depends on the colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe finds on the page as it stands, in the scheme that it shows. */
export const violationsOf = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return lines('as it stands', violations)
}

/** The same in both schemes: every rule in the light one, what the colours change in the dark one. */
export const violationsInBoth = async (page: Page): Promise<string[]> => {
  const look = { reducedMotion: 'reduce' } as const
  await page.emulateMedia({ ...look, colorScheme: 'dark' })
  const dark = await new AxeBuilder({ page }).withRules(COLOUR_RULES).analyze()
  await page.emulateMedia({ ...look, colorScheme: 'light' })
  return [...(await violationsOf(page)), ...lines('dark', dark.violations)]
}
