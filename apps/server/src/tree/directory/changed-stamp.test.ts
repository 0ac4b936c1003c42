import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/**
 * The lists of accounts read only paths that were stamped since the last read: an update without the stamp would
 * not be seen.
 */
test('every update of a path stamps it with its transaction', () => {
  const source = fileURLToPath(new URL('../..', import.meta.url))
  const updates = globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'))
    .flatMap((file) =>
      [...readFileSync(`${source}/${file}`, 'utf8').matchAll(/\bupdate paths\b(?: p)? set [^\n]*/g)].map(
        (match) => match[0],
      ),
    )
  expect(updates.length).toBeGreaterThan(5)
  expect(updates.filter((text) => !text.includes('changed = pg_current_xact_id()'))).toEqual([])
})
