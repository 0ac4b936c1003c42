import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Every module that a file pulls in for its values, by name; those of this package are followed. */
const modulesBehind = (file: string, seen = new Set<string>()): Set<string> => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  for (const match of text.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*?from\s+'([^']+)'/gm)) {
    const name = match[1] ?? ''
    if (seen.has(name)) continue
    seen.add(name)
    if (name.startsWith('./')) modulesBehind(name, seen)
  }
  return seen
}

// The sign-in page must stay small: it loads these and may load nothing heavy through them.
test.each(['./wrapper.ts', './errors.ts', './rules.ts', './permissions.ts', './menu.ts'])('%s pulls no zod', (file) => {
  const outside = [...modulesBehind(file)].filter((name) => !name.startsWith('./') && !name.startsWith('@noble/'))
  expect(outside).toEqual([])
})

test('the walk would see zod', () => expect([...modulesBehind('./live.ts')]).toContain('zod'))
