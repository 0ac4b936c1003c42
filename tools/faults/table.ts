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

/** Replaces the table of the document; what is written around it stays. */
export function writeTable(lines: readonly Line[], seed: number): void {
  const rows = lines.map(({ fault, times, acknowledged, refused, inDoubt }) => [
    `${fault.title} (\`${fault.name}\`)`,
    fault.how,
    times,
    String(acknowledged),
    String(refused),
    String(inDoubt),
    '0',
  ])
  const text = readFileSync(FILE, 'utf8')
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`${FILE} has no place for the table`)
  const made = `${BEGIN}\n\nSeed ${seed}.\n\n${table([HEAD, ...rows])}\n\n`
  writeFileSync(FILE, text.slice(0, from) + made + text.slice(to))
}
