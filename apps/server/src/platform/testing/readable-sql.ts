const WIDTH = 120

/** What is in parentheses and shorter than this stays in one line. */
const SHORT = 60

/** Where the parenthesis at `from` ends in the line; it may end in a later one. */
function endOf(line: string, from: number): number {
  let depth = 0
  for (let at = from; at < line.length; at++) {
    depth += line[at] === '(' ? 1 : line[at] === ')' ? -1 : 0
    if (depth === 0) return at
  }
  return line.length
}

/** Cuts a line behind its commas. Without `inCalls` the arguments of a function stay together. */
function atCommas(line: string, inCalls: boolean): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '(') {
      const end = endOf(line, at)
      if (end - at < SHORT || (!inCalls && /\w/.test(line[at - 1] ?? ''))) at = end
    } else if (line.startsWith(', ', at)) {
      parts.push(line.slice(from, at + 1))
      from = at + 2
    }
  }
  return [...parts, line.slice(from)]
}

/** Cuts a line that has no more commas before the words that begin a condition or a branch. */
const atWords = (line: string): string[] => line.split(/(?<=\S) (?=(?:and|case|else|from|join|union all|when|where) )/)

/** Puts parts into lines again, as many as fit. */
function filled(parts: readonly string[], indent: string): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length < WIDTH) lines[lines.length - 1] = `${last} ${part}`
    else lines.push(last === undefined ? part : `${indent}${part}`)
  }
  return lines
}

function broken(line: string): string[] {
  if (line.length <= WIDTH) return [line]
  const indent = `${/^ */.exec(line)?.[0] ?? ''}    `
  const cuts = [(part: string) => atCommas(part, false), (part: string) => atCommas(part, true), atWords]
  const parts = cuts.reduce<readonly string[]>(
    (known, cut) => known.flatMap((part) => (part.length > WIDTH - indent.length ? cut(part) : [part])),
    [line],
  )
  return filled(parts, indent)
}

/**
 * A generated statement as it is read in reviews: without empty lines, and with long lines broken. Other
 * white space would hide a difference.
 */
export const readableSql = (text: string): string =>
  `${text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .flatMap(broken)
    .join('\n')};\n`
