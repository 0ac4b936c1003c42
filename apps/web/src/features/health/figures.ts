import { formatInstant } from '../../lib/instant.ts'
import { healthText } from '../../text/zh-CN/rooms/health.ts'

/** Name, value and whether it needs attention. The health page and the operators' first page show the same ones. */
export type Figure = readonly [string, string, boolean]

const words = healthText.summary
const LEAST_PARTITIONS = 3
/** Turns of the event loop slower than this are felt. */
const SLOW_LOOP_MS = 100
const OLD_BACKUP_MS = 36 * 3_600_000
const OLD_VERIFY_MS = 8 * 86_400_000

type Process = { readonly alive: boolean; readonly loopDelay: number; readonly streams: number }

/** The slowest loop and the sum of the streams are of the processes that still report. */
export const processFigures = (
  processes: readonly Process[],
): Readonly<Record<'processes' | 'loopDelay' | 'lines', Figure>> => {
  const alive = processes.filter((process) => process.alive)
  const delay = Math.max(0, ...alive.map(({ loopDelay }) => loopDelay))
  const lines = alive.reduce((sum, { streams }) => sum + streams, 0)
  return {
    processes: [words.processes, healthText.alive(alive.length, processes.length), alive.length < processes.length],
    loopDelay: [words.loopDelay, healthText.ms(delay), delay > SLOW_LOOP_MS],
    lines: [words.lines, healthText.lines(lines), false],
  }
}

export const partitionFigure = (ahead: number): Figure => [
  words.partitions,
  healthText.days(ahead),
  ahead < LEAST_PARTITIONS,
]

/** What was never done is as old as what was done too long ago. */
const timeFigure = (name: string, at: number | null, oldest: number): Figure =>
  at === null ? [name, healthText.never, true] : [name, formatInstant(at).slice(5, 16), at < oldest]

export const backupFigure = (at: number | null, now: number): Figure =>
  timeFigure(words.backup, at, now - OLD_BACKUP_MS)

export const cleanFigure = (at: number | null, now: number): Figure => timeFigure(words.clean, at, now - OLD_VERIFY_MS)
