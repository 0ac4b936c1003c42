import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const here = new URL('./', import.meta.url)

/**
 * Every module that a file imports for its values. Modules of this package are followed and named by their path in
 * it.
 */
const modulesBehind = (file: string, seen = new Set<string>()): Set<string> => {
  const address = new URL(file, here)
  for (const match of readFileSync(address, 'utf8').matchAll(
    /^(?:import|export)\s(?!type\b)[^'"]*?from\s+'([^']+)'/gm,
  )) {
    const name = match[1] ?? ''
    const inside = name.startsWith('.') ? `./${new URL(name, address).href.slice(here.href.length)}` : null
    if (seen.has(inside ?? name)) continue
    seen.add(inside ?? name)
    if (inside !== null) modulesBehind(inside, seen)
  }
  return seen
}

const calls = readdirSync(new URL('calls/', here)).map((name) => `./calls/${name}`)

// Pages of the web app must stay small: these files are loaded by them and must not import anything heavy.
test.each([
  './wrapper.ts',
  './errors.ts',
  './rules.ts',
  './permissions.ts',
  './menu.ts',
  './words.ts',
  './call.ts',
  './stream-beat.ts',
  ...calls,
])('%s does not load zod', (file) => {
  const outside = [...modulesBehind(file)].filter((name) => !name.startsWith('./') && !name.startsWith('@noble/'))
  expect(outside).toEqual([])
})

test('the walk finds zod where it is loaded', () => {
  expect([...modulesBehind('./live.ts')]).toContain('zod')
  expect([...modulesBehind('./endpoints/tree.ts')]).toContain('zod')
})
