import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './fault.ts'

export interface Line {
  readonly fault: Fault
  readonly times: string
  readonly acknowledged: number
  readonly refused: number
  readonly inDoubt: number
  readonly error: string | null
}

const FILE = join(import.meta.dirname, '../../docs/reliability.md')
const BEGIN = '<!-- made by npm run faults -- --write -->'
const END = '<!-- end -->'

const HEAD = ['fault', 'how it is injected', 'times', 'acknowledged', 'refused', 'in doubt', 'lost']

/** Columns padded as the formatter of the documents would. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lineOf = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [lineOf(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest.map(lineOf)].join('\n')
}

/** Rows of faults that this run did not repeat, by the name of the fault. */
function earlierRows(made: string): Map<string, string[]> {
  const rows = made.split('\n').filter((line) => line.startsWith('| ') && line.includes('`)'))
  return new Map(
    rows.map((row) => {
      const cells = row.split('|').slice(1, -1)
      return [/`([\w-]+)`/.exec(row)?.[1] ?? '', cells.map((cell) => cell.trim())]
    }),
  )
}

/** Puts the lines into the table of the document; what is written around it stays. */
export function writeTable(lines: readonly Line[], order: readonly Fault[]): void {
  const text = readFileSync(FILE, 'utf8')
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`${FILE} has no place for the table`)
  const rows = earlierRows(text.slice(from, to))
  for (const { fault, times, acknowledged, refused, inDoubt } of lines) {
    const counts = [acknowledged, refused, inDoubt, 0].map(String)
    rows.set(fault.name, [`${fault.title} (\`${fault.name}\`)`, fault.how, times, ...counts])
  }
  const sorted = order.flatMap(({ name }) => {
    const row = rows.get(name)
    return row ? [row] : []
  })
  writeFileSync(FILE, `${text.slice(0, from)}${BEGIN}\n\n${table([HEAD, ...sorted])}\n\n${text.slice(to)}`)
}
