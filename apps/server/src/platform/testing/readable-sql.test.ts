import { expect, it } from 'vitest'
import { readableSql } from './readable-sql.ts'

const columns = Array.from({ length: 60 }, (_, at) => `strata_sum(o.a${at}, coalesce(o.b${at}, 0)) as sum_${at}`)
const text = `select ${columns.join(', ')}

  from orders o where o.state in ('open', 'closed') and o.id = any($1)   `

const words = (sql: string): string => sql.replace(/\s+/g, ' ').trim()

it('moves nothing but white space', () => {
  expect(words(readableSql(text))).toBe(`${words(text)};`)
})

it('breaks long lines, and keeps the arguments of a function together', () => {
  const lines = readableSql(text).trimEnd().split('\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120)
  expect(lines.filter((line) => /\([^)]*$/.test(line.replaceAll(/\([^()]*\)/g, '')))).toEqual([])
  expect(lines.at(-1)).toBe("  from orders o where o.state in ('open', 'closed') and o.id = any($1);")
})
