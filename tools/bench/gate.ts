import { costText } from './cost.ts'
import { readQuotes, startBenchCluster } from './engine-world.ts'
import { compareInProcess } from './in-process.ts'

const LEGS = 4

/**
 * What a bet may cost, about half more than what it cost when the limits were set. A gross regression (a statement for
 * each bet, a plan for each batch, an index more) is far above them; another machine, or a busy one, is not.
 */
const LIMITS = { statements: 16, wal: 1.15, postgres: 2.2, node: 3, grownOld: 0.02 } as const

/**
 * Fails on gross regressions of intake: statements of a batch, bytes and processor time of a bet against the reference, and
 * what a bet makes that outlives it (3 to 4% when V8 decides by place, docs/decisions/0200).
 * Time on the clock is never judged. The rows of both sides are compared as well.
 */
export async function runGate(say: (line: string) => void = (line) => void process.stdout.write(`${line}\n`)) {
  const cluster = await startBenchCluster()
  try {
    const first = await cluster.fresh()
    const quotes = await readQuotes(first.pool)
    const { engine, reference, singles, statements, grownOld } = await compareInProcess(cluster, quotes, LEGS)
    say(`engine: ${costText(engine)}`)
    say(`reference: ${costText(reference)}`)
    say(`batches of one bet: ${costText(singles)}`)
    const judged = [
      ['statements of a batch', statements, LIMITS.statements],
      ['WAL of a bet / reference', engine.walBytes / reference.walBytes, LIMITS.wal],
      ['PostgreSQL CPU of a bet / reference', engine.pgUs / reference.pgUs, LIMITS.postgres],
      ["Node CPU of a bet / the reference's PostgreSQL CPU", engine.nodeUs / reference.pgUs, LIMITS.node],
      ['part of what single bets make that outlives the young generation', grownOld, LIMITS.grownOld],
    ] as const
    for (const [what, value, most] of judged)
      say(`${value <= most ? 'ok  ' : 'FAIL'}  ${what}: ${value.toFixed(3)}, at most ${most}`)
    return judged.every(([, value, most]) => value <= most)
  } finally {
    await cluster.stop()
  }
}
