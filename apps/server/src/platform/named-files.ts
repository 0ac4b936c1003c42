import { readFileSync, statSync } from 'node:fs'
import { escaped } from './markup.ts'

/** What the built files call the product. */
const PRODUCT = 'Strata'

/** The page with this name as its first title: the script writes the title only when it runs. */
const namedPage = (html: string, name: string): string =>
  html.replace(`<title>${PRODUCT}</title>`, () => `<title>${escaped(name)}</title>`)

/** The manifest, whose name stands below the icon of the installed app. */
const namedManifest = (json: string, name: string): string =>
  JSON.stringify({ ...(JSON.parse(json) as object), name, short_name: name })

/**
 * Files of the web app that name the product, with the platform's own name in its place. A page never waits for the
 * database: it has the name that was read last, and the name is read again with each page.
 */
export function namedFiles(ask: () => Promise<string>): (file: string) => string {
  let name = PRODUCT
  const read = (): void =>
    void ask().then(
      (now) => {
        name = now
      },
      () => undefined,
    )
  read()
  const texts = new Map<string, { readonly changedAt: number; readonly text: string }>()
  const textOf = (file: string): string => {
    const changedAt = statSync(file).mtimeMs
    const known = texts.get(file)
    if (known?.changedAt === changedAt) return known.text
    const text = readFileSync(file, 'utf8')
    texts.set(file, { changedAt, text })
    return text
  }
  return (file) => {
    read()
    return (file.endsWith('.html') ? namedPage : namedManifest)(textOf(file), name)
  }
}
