import { type CpuInfo, cpus } from 'node:os'

const SAMPLE_MS = 1_000

/** What processors have done since the machine began, in ms over all of them. */
export interface ProcessorTimes {
  readonly processors: number
  readonly all: number
  /** Idle, or busy with what has a lower priority than usual. */
  readonly free: number
}

export const timesOf = (infos: readonly Pick<CpuInfo, 'times'>[]): ProcessorTimes => {
  const sum = (of: (times: CpuInfo['times']) => number): number => infos.reduce((n, { times }) => n + of(times), 0)
  return {
    processors: infos.length,
    all: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq),
    free: sum(({ nice, idle }) => nice + idle),
  }
}

/** How many processors were free between two moments, on average. All of them when no time has passed. */
export const freeBetween = (from: ProcessorTimes, to: ProcessorTimes): number =>
  to.all > from.all ? (to.processors * (to.free - from.free)) / (to.all - from.all) : to.processors

/** Watches how many processors of the machine are free. */
export class FreeProcessors {
  #from = timesOf(cpus())
  #next = this.#from
  readonly #timer = setInterval(() => {
    this.#from = this.#next
    this.#next = timesOf(cpus())
  }, SAMPLE_MS).unref()

  /** The average of the last one to two seconds. Work of a lower priority than usual counts as free: it gives way. */
  get count(): number {
    return freeBetween(this.#from, timesOf(cpus()))
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
