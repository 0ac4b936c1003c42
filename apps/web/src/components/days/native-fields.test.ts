import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../..')
const NATIVE = /type="(date|datetime-local|month|week|time)"/

test('a browser’s own date fields, which speak the browser’s language, are used on phones alone', () => {
  const using = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && NATIVE.test(readFileSync(join(SRC, path), 'utf8')))
    .map((path) => path.replaceAll('\\', '/'))
  expect(using.toSorted()).toEqual(['components/days/day-time.tsx', 'components/days/days.tsx'])
})
