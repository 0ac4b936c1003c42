import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** Rules that depend on the colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What the page sees of axe after its source was run there. */
type WithAxe = { readonly axe: typeof axe }

/** The pages have no frames, so axe runs in the page itself; it describes only the elements that violate a rule. */
const found = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  await page.evaluate(SOURCE)
  return await page.evaluate(async (only) => {
    const { violations } = await (window as unknown as WithAxe).axe.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      ...(only && { runOnly: [...only] }),
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 120)}`),
    )
  }, rules)
}

/** The violations that axe finds on the page, one line per element. */
export const violationsOf = async (page: Page): Promise<string[]> => await found(page)

/** Only the violations of colours. */
export const poorColours = async (page: Page): Promise<string[]> => await found(page, COLOUR_RULES)
