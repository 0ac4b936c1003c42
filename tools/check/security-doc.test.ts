import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface Named {
  readonly file: string
  readonly title: string
}

/** Rows of the threat model: the last cell names a file and the title of a test in it. */
function rowsOf(text: string): { row: string; named: Named | undefined }[] {
  return text
    .split('\n')
    .filter((line) => /^\|.*\|.*\|.*\|$/.test(line) && !/^\|( might try| ---)/.test(line))
    .map((row) => {
      const found = /`([^`]+\.(?:test|e2e)\.tsx?)` "([^"]+)" *\|$/.exec(row)
      return { row, named: found?.[1] && found[2] ? { file: found[1], title: found[2] } : undefined }
    })
}

/** Whether a file has a test with exactly this title. */
function hasTest({ file, title }: Named): boolean {
  const path = join(root, file)
  if (!existsSync(path)) return false
  // A title follows test(, it(, describe(, or the second opening parenthesis of test.each(...)(.
  const opened = /(?:\b(?:test|it|describe)|\))\(\s*(['"`])(.*?)\1\s*,/g
  return [...readFileSync(path, 'utf8').matchAll(opened)].some(([, , name]) => name === title)
}

const rows = rowsOf(readFileSync(join(root, 'docs/security.md'), 'utf8'))

test('every line of the threat model names a test', () => {
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter(({ named }) => named === undefined).map(({ row }) => row)).toEqual([])
})

test('every test that the threat model names exists', () => {
  const missing = rows.flatMap(({ named }) => (named && !hasTest(named) ? [`${named.file}: ${named.title}`] : []))
  expect(missing).toEqual([])
})

test('a test that does not exist is noticed', () => {
  const file = 'tools/check/security-doc.test.ts'
  expect(hasTest({ file, title: 'every line of the threat model names a test' })).toBe(true)
  expect(hasTest({ file, title: ['nobody', 'wrote', 'this'].join(' ') })).toBe(false)
  expect(hasTest({ file: 'tools/check/no-such.test.ts', title: 'any' })).toBe(false)
})
