import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { taskWord } from '@strata/contract/words'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name))
  .map((name) => readFileSync(src + name, 'utf8'))

/** A name given at once, or by a constant of the same file or of one that it imports. */
const REGISTERED = /\bjobs\.(?:task|every)\(\s*(?:'([\w:-]+)'|([A-Z_]+)\b)/g
const valueIn = (text: string, constant = ''): string | undefined =>
  new RegExp(`const ${constant} = '([\\w:-]+)'`).exec(text)?.[1]
const named = sources.flatMap((text) =>
  [...text.matchAll(REGISTERED)].map(
    ([call, name, constant]) =>
      name ?? valueIn(text, constant) ?? valueIn(sources.join('\n'), constant) ?? `not found: ${call}`,
  ),
)

it('every task and every turn of the clock is named in Chinese on the page of jobs and on the first page', () => {
  expect(named).toContain('settlement:dropDays')
  expect(named).toContain('exports:write')
  expect(named.length).toBeGreaterThan(20)
  expect([...named, 'jobs:janitor'].filter((name) => !/^\p{Script=Han}+$/u.test(taskWord(name)))).toEqual([])
})
