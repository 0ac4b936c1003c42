type Labels = Readonly<Record<string, string>>

const escapeLabel = (value: string): string => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')

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

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counters, gauges and histograms of this process in Prometheus' text format. */
export class Metrics {
  readonly #parts: (() => string)[] = []

  counter(name: string, help: string): Counter {
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
    this.#parts.push(() => this.#block(name, help, 'gauge', [line(name, '', read())]))
  }

  histogram(name: string, help: string, buckets: readonly number[] = secondsBuckets): Histogram {
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

  #block(name: string, help: string, type: string, lines: readonly string[]): string {
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((one) => `${one}\n`).join('')}`
  }
}
