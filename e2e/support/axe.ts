import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Rules that depend on the colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The pages have no frames, so axe needs no second page to collect results. */
const found = async (builder: AxeBuilder): Promise<string[]> => {
  const { violations } = await builder.setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 120)}`),
  )
}

/** The violations that axe finds on the page, one line per element. */
export const violationsOf = async (page: Page): Promise<string[]> => await found(new AxeBuilder({ page }))

/** Only the violations of colours. */
export const poorColours = async (page: Page): Promise<string[]> =>
  await found(new AxeBuilder({ page }).withRules(COLOUR_RULES))
