/**
 * `npm run faults`: starts real servers on a database of their own, puts a bounded load on them, and breaks one thing after
 * the other. After each fault every acknowledged bet must be there exactly once, no refused one, and all books must
 * balance. `--only NAME` (repeatable), `--list`, `--seed N`, `--short`; `--write` puts what passed into the
 * table of docs/reliability.md.
 */
import { parseArgs } from 'node:util'
import { chanceOf } from '../../apps/server/src/demo/players.ts'
import { BetBook } from '../load/bet-book.ts'
import { proveBets, proveBooks } from '../load/prove.ts'
import { type Fault, seconds } from './fault.ts'
import { FAULTS } from './faults.ts'
import { startLoad } from './load.ts'
import { Site } from './site.ts'
import { type Line, writeTable } from './table.ts'

const WARM_UP_BETS = 30
const ANSWERS_WITHIN_MS = 60_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
})

function chosen(): readonly Fault[] {
  const { only, short } = values
  const unknown = only?.find((name) => FAULTS.every((fault) => fault.name !== name))
  if (unknown !== undefined) {
    process.stderr.write(`--only ${unknown}: one of ${FAULTS.map(({ name }) => name).join(', ')}\n`)
    process.exit(2)
  }
  return FAULTS.filter((fault) => (only ? only.includes(fault.name) : !short || fault.isShort === true))
}

/** Nobody corrected a result here: a part that was applied a second time is a job that ran twice. */
async function proveOnce({ owner }: Site): Promise<void> {
  const twice = await owner.query(
    `/* all merchants */ select merchant_id, period_id from rollup_applied where version > 1 limit 1`,
  )
  if (twice.rows.length > 0) throw new Error(`settled more than once: ${JSON.stringify(twice.rows[0])}`)
}

/** One fault from a working site to proved books. */
async function suffer(site: Site, fault: Fault, seed: number): Promise<Line> {
  const draw = chanceOf(seed)
  const chance = (limit: number): number => Math.floor(draw() * limit)
  const book = new BetBook(`${fault.name}-`, chance)
  await site.ensure({ api: fault.apis, worker: fault.workers })
  await fault.prepare?.(site)
  await site.ready(10_000)
  const load = startLoad(site.balancer.url, site.pool, book)
  let times: string
  try {
    const until = Date.now() + ANSWERS_WITHIN_MS
    while (book.acknowledged.size < WARM_UP_BETS) {
      if (Date.now() > until) throw new Error('the load does not begin')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    times = (await fault.run({ site, book, load, chance })).times
  } finally {
    await load.stop()
  }
  await site.ensure({ api: 1, worker: 1 })
  await site.ready(ANSWERS_WITHIN_MS)
  const inDoubt = await book.sendAgain(site.balancer.url, ANSWERS_WITHIN_MS)
  await proveBets(site.pool, book)
  await proveBooks(site.pool)
  await proveOnce(site)
  return { fault, times, acknowledged: book.acknowledged.size, refused: book.refused.size, inDoubt, error: null }
}

const within = async <T>(what: string, limitMs: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not over within ${seconds(limitMs)}`)), limitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function judged(site: Site, fault: Fault, seed: number): Promise<Line> {
  const from = performance.now()
  const line = await within(fault.name, fault.limitMs, suffer(site, fault, seed)).catch((error: unknown) => ({
    fault,
    times: '',
    acknowledged: 0,
    refused: 0,
    inDoubt: 0,
    error: error instanceof Error ? error.message : String(error),
  }))
  const took = seconds(performance.now() - from)
  if (line.error === null)
    say(
      `ok    ${fault.name} (${took}): ${line.acknowledged} acknowledged, ${line.inDoubt} in doubt, 0 lost; ${line.times}`,
    )
  else say(`FAIL  ${fault.name} (${took}): ${line.error}`)
  return line
}

if (values.list) {
  for (const { name, title, how } of FAULTS) say(`${name}: ${title} (${how})`)
  process.exit(0)
}
const seed = Number(values.seed)
const wanted = chosen()
const lines: Line[] = []
let open: Site | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void (open?.close() ?? Promise.resolve()).finally(() => process.exit(1)))

/** Runs faults on one site. After a fault that went wrong nothing on it proves anything. */
async function runOn(faults: readonly Fault[], hasDisk: boolean): Promise<void> {
  if (faults.length === 0) return
  const from = performance.now()
  const site = await Site.open({ hasDisk })
  open = site
  try {
    await site.ensure({ worker: 1, api: 1 })
    say(`seed ${seed}; the demo world is there after ${seconds(performance.now() - from)}`)
    for (const fault of faults) {
      const line = await judged(site, fault, seed)
      lines.push(line)
      if (line.error !== null) return
    }
  } finally {
    open = undefined
    await site.close()
  }
}

await runOn(
  wanted.filter((fault) => fault.needsDisk === undefined),
  false,
)
await runOn(
  wanted.filter((fault) => fault.needsDisk === true),
  true,
)
const passed = lines.filter(({ error }) => error === null).length
say(`faults: ${passed} passed, ${wanted.length - passed} failed or not run`)
if (values.write)
  writeTable(
    lines.filter(({ error }) => error === null),
    FAULTS,
  )
process.exit(passed === wanted.length ? 0 : 1)
