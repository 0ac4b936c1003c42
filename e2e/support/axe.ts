import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Rules whose answer depends on the colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** There are no frames here to gather answers from, so that no second page is needed for it. */
const found = async (builder: AxeBuilder): Promise<string[]> => {
  const { violations } = await builder.setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 120)}`),
  )
}

/** What axe finds on the page as it stands, a line an element. */
export const violationsOf = async (page: Page): Promise<string[]> => await found(new AxeBuilder({ page }))

/** The same, of the colours alone. */
export const poorColours = async (page: Page): Promise<string[]> =>
  await found(new AxeBuilder({ page }).withRules(COLOUR_RULES))
