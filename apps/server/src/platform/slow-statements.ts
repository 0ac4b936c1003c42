import type { Log } from './log.ts'
import type { Counter } from './metrics.ts'

/** Told of every statement that took at least `slowMs` from sending to answer. */
export interface StatementWatch {
  readonly slowMs: number
  readonly onSlow: (text: string, ms: number) => void
}

const MAX_TEXT = 1_000

/** One line, at most a thousand characters. Values are never part of it: statements have them as parameters. */
export const shownStatement = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT)

/** Writes slow statements to the log and counts them. Undefined: the setting turns this off. */
export function slowStatements(slowMs: number, log: Log, count: Counter['add']): StatementWatch | undefined {
  if (slowMs <= 0) return undefined
  return {
    slowMs,
    onSlow: (text, ms) => {
      count()
      log.warn({ ms: Math.round(ms), statement: shownStatement(text) }, 'a slow statement')
    },
  }
}
