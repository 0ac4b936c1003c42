import type { SignInRecord } from './store-sign-ins.ts'

const MAX_KEYS = 10_000
/** The most log lines that one write adds; all further attempts are summed in one more line. */
const MAX_LINES = 100

/** The first attempt of an account or address block, which its log line names. */
export type RefusedAttempt = Pick<SignInRecord, 'accountName' | 'ip' | 'device'>

export interface RefusedLine extends RefusedAttempt {
  readonly times: number
}

const OTHERS: RefusedAttempt = { accountName: '', ip: '', device: '' }

/**
 * Counts throttled attempts. Once a minute the counts are written to the sign-in log, one line for each account or
 * address block, so that repeated attempts write nothing themselves. Counts are per process, in bounded memory.
 */
export class RefusedSignIns {
  readonly #counts = new Map<string, { about: RefusedAttempt; times: number }>()
  /** Attempts of further accounts and blocks, once the map is full. */
  #others = 0

  get size(): number {
    return this.#counts.size
  }

  count(key: string, about: RefusedAttempt, times = 1): void {
    const known = this.#counts.get(key)
    if (known) known.times += times
    else if (this.#counts.size < MAX_KEYS) this.#counts.set(key, { about, times })
    else this.#others += times
  }

  /** Returns the lines to write and starts again at zero. The most frequent come first; the last line sums the rest. */
  take(): RefusedLine[] {
    const counted = [...this.#counts.values()].sort((one, two) => two.times - one.times)
    const rest = counted.slice(MAX_LINES).reduce((sum, { times }) => sum + times, this.#others)
    this.#counts.clear()
    this.#others = 0
    const lines = counted.slice(0, MAX_LINES).map(({ about, times }) => ({ ...about, times }))
    return rest === 0 ? lines : [...lines, { ...OTHERS, times: rest }]
  }

  /** Adds lines that could not be written to the next ones. */
  putBack(lines: readonly RefusedLine[]): void {
    for (const { times, ...about } of lines) this.count(`${about.accountName} ${about.ip}`, about, times)
  }
}
