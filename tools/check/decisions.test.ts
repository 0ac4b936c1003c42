import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/decisions')
const pages = readdirSync(folder)

/** Numbers that more than one page has. */
const sharedNumbers = (names: readonly string[]): string[] => {
  const numbers = names.map((name) => name.slice(0, 4))
  return [...new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))]
}

test('every decision has a unique number', () => {
  expect(pages.filter((name) => !/^\d{4}-[a-z0-9-]+\.md$/.test(name))).toEqual([])
  expect(sharedNumbers(pages)).toEqual([])
  expect(sharedNumbers(['0061-one.md', '0062-two.md', '0061-other.md'])).toEqual(['0061'])
})

test('a number in a title matches the file name', () => {
  const wrong = pages.filter((name) => {
    const number = /^# (\d{4})\b/.exec(readFileSync(join(folder, name), 'utf8'))?.[1]
    return number !== undefined && number !== name.slice(0, 4)
  })
  expect(wrong).toEqual([])
})
