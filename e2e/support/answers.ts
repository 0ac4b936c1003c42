import type { BrowserContext } from '@playwright/test'

type Rewriting = {
  /** Patterns of the calls' paths, any case. */
  readonly paths: readonly string[]
  /** Fields whose decimal amounts are replaced by these, in turn. */
  readonly fields: readonly string[]
  readonly amounts: readonly string[]
  /** Fields that replace those of the answer's data. */
  readonly over: Readonly<Record<string, unknown>>
}

/** Runs in the page before its own scripts. */
const rewriteInPage = ({ paths, fields, amounts, over }: Rewriting): void => {
  const patterns = paths.map((path) => new RegExp(path, 'i'))
  const known = new Set(fields)
  const real = window.fetch.bind(window)
  let count = 0
  const rewritten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewritten)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        if (typeof one !== 'string' || !known.has(key) || !/^-?\d+(\.\d+)?$/.test(one)) return [key, rewritten(one)]
        count += 1
        return [key, amounts[count % amounts.length] ?? one]
      }),
    )
  }
  window.fetch = async (input, init) => {
    const response = await real(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), window.location.href)
    if (response.status !== 200 || !patterns.some((pattern) => pattern.test(pathname))) return response
    const envelope = (await response.json()) as { data: unknown }
    const data = rewritten(envelope.data)
    const laid = typeof data === 'object' && !Array.isArray(data) ? { ...data, ...over } : data
    return new Response(JSON.stringify({ ...envelope, data: laid }), response)
  }
}

/** Rewrites matching answers for all pages of this browser; their structure stays the server's. */
export const rewriteAnswers = async (
  context: BrowserContext,
  { paths, fields = [], amounts = [], over = {} }: Partial<Rewriting> & Pick<Rewriting, 'paths'>,
): Promise<void> => {
  await context.addInitScript(rewriteInPage, { paths, fields, amounts, over })
}
