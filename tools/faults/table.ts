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
const END = '<!-- end -->'

const HEAD = ['fault', 'how it is injected', 'times', 'acknowledged', 'refused', 'in doubt', 'lost']

/** A table of Markdown, its columns padded as the formatter of the documents would. The first row is its head. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
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

interface Place {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Where a command puts what it found into the document. */
function placeOf(command: string): Place {
  const text = readFileSync(FILE, 'utf8')
  const begin = `<!-- made by npm run ${command} -- --write -->`
  const from = text.indexOf(begin)
  const to = text.indexOf(END, from)
  if (from < 0 || to < from) throw new Error(`${FILE} has no place for npm run ${command}`)
  return { text, from: from + begin.length, to }
}

const put = ({ text, from, to }: Place, made: string): void =>
  writeFileSync(FILE, `${text.slice(0, from)}\n\n${made}\n\n${text.slice(to)}`)

/** Puts what a command found into the document; what is written around it stays. */
export const writeBetween = (command: string, made: string): void => put(placeOf(command), made)

/** Puts the lines into the table of the document; rows of faults that were not run again stay. */
export function writeTable(lines: readonly Line[], order: readonly Fault[]): void {
  const place = placeOf('faults')
  const rows = earlierRows(place.text.slice(place.from, place.to))
  for (const { fault, times, acknowledged, refused, inDoubt } of lines) {
    const counts = [acknowledged, refused, inDoubt, 0].map(String)
    rows.set(fault.name, [`${fault.title} (\`${fault.name}\`)`, fault.how, times, ...counts])
  }
  const sorted = order.flatMap(({ name }) => {
    const row = rows.get(name)
    return row ? [row] : []
  })
  put(place, tableText([HEAD, ...sorted]))
}
