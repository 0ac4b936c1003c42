type Labels = Readonly<Record<string, string>>

/** Nearly no value has anything to escape, and every call asks. */
const escapeLabel = (value: string): string =>
  /["\\\n]/.test(value) ? value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n') : value

const keyOf = (labels: Labels): string =>
  Object.keys(labels)
    .sort()
    .map((name) => `${name}="${escapeLabel(labels[name] ?? '')}"`)
    .join(',')

const line = (name: string, key: string, value: number): string => `${name}${key ? `{${key}}` : ''} ${value}`

export interface Counter {
  add(amount?: number, labels?: Labels): void
}

export interface Histogram {
  /** In seconds, or in the unit that the name says. */
  observe(value: number, labels?: Labels): void
}

/** Values with labels that are read together. Each `set` replaces all of them. */
export interface Gauges {
  set(values: readonly (readonly [Labels, number])[]): void
}

interface Refresh {
  readonly everyMs: number
  readonly work: () => Promise<void>
  at: number
  running: Promise<void> | undefined
}

/** With the limits of the goals (tools/ops/goals.ts) among them: 10, 15, 50 and 500 ms. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

/** A watcher gets its answer within this time, whatever the database does. */
const REFRESH_WAIT_MS = 2_000

/** Counters, gauges and histograms of this process in Prometheus' text format. */
export class Metrics {
  readonly #parts: (() => string)[] = []
  readonly #names = new Set<string>()
  readonly #refreshes: Refresh[] = []

  counter(name: string, help: string): Counter {
    this.#claim(name)
    const values = new Map<string, number>()
    this.#parts.push(() =>
      this.#block(
        name,
        help,
        'counter',
        [...values].map(([key, value]) => line(name, key, value)),
      ),
    )
    return {
      add: (amount = 1, labels = {}) => {
        const key = keyOf(labels)
        values.set(key, (values.get(key) ?? 0) + amount)
      },
    }
  }

  /** A value that is read when metrics are requested. */
  gauge(name: string, help: string, read: () => number): void {
    this.#claim(name)
    this.#parts.push(() => this.#block(name, help, 'gauge', [line(name, '', read())]))
  }

  /** A number that only grows and that something else counts. */
  total(name: string, help: string, read: () => number): void {
    this.#claim(name)
    this.#parts.push(() => this.#block(name, help, 'counter', [line(name, '', read())]))
  }

  /** Values that `refresh` sets. Before they are set there are none. */
  gauges(name: string, help: string): Gauges {
    this.#claim(name)
    let values: readonly (readonly [Labels, number])[] = []
    this.#parts.push(() =>
      this.#block(
        name,
        help,
        'gauge',
        values.map(([labels, value]) => line(name, keyOf(labels), value)),
      ),
    )
    return {
      set: (all) => {
        values = all
      },
    }
  }

  /** Runs before metrics are read, at most once in `everyMs`. It must not throw: what it cannot read it leaves out. */
  refresh(everyMs: number, work: () => Promise<void>): void {
    this.#refreshes.push({ everyMs, work, at: Number.NEGATIVE_INFINITY, running: undefined })
  }

  histogram(name: string, help: string, buckets: readonly number[] = secondsBuckets): Histogram {
    this.#claim(name)
    const series = new Map<string, { counts: number[]; sum: number; count: number }>()
    this.#parts.push(() => {
      const lines = [...series].flatMap(([key, { counts, sum, count }]) => [
        ...buckets.map((le, at) => line(`${name}_bucket`, `${key ? `${key},` : ''}le="${le}"`, counts[at] ?? 0)),
        line(`${name}_bucket`, `${key ? `${key},` : ''}le="+Inf"`, count),
        line(`${name}_sum`, key, sum),
        line(`${name}_count`, key, count),
      ])
      return this.#block(name, help, 'histogram', lines)
    })
    return {
      observe: (value, labels = {}) => {
        const key = keyOf(labels)
        const one = series.get(key) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 }
        buckets.forEach((le, at) => {
          if (value <= le) one.counts[at] = (one.counts[at] ?? 0) + 1
        })
        one.sum += value
        one.count += 1
        series.set(key, one)
      },
    }
  }

  text(): string {
    return this.#parts.map((part) => part()).join('')
  }

  /** The text after its refreshes, or after two seconds without those that take longer. */
  async read(): Promise<string> {
    const due = this.#refreshes.map((one) => this.#refreshed(one))
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, REFRESH_WAIT_MS)
    })
    await Promise.race([Promise.all(due), patience])
    clearTimeout(timer)
    return this.text()
  }

  #refreshed(one: Refresh): Promise<void> {
    if (one.running) return one.running
    if (performance.now() - one.at < one.everyMs) return Promise.resolve()
    one.running = one.work().finally(() => {
      one.at = performance.now()
      one.running = undefined
    })
    return one.running
  }

  #claim(name: string): void {
    if (this.#names.has(name)) throw new Error(`metric ${name} is registered twice`)
    this.#names.add(name)
  }

  #block(name: string, help: string, type: string, lines: readonly string[]): string {
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((one) => `${one}\n`).join('')}`
  }
}
