/**
 * `npm run soak -- --minutes 30`: half of the bets that this machine can take, with 200 boards open, and a look at memory,
 * delays, queues and tables every few seconds. `--write` puts the curves into docs/soak.svg and what was found into
 * docs/reliability.md. Fails when something is not proved to be flat (soak-report.ts), and when a bet or a book is wrong
 * at the end. After the minutes the proofs take a few more.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chanceOf } from '../../apps/server/src/demo/players.ts'
import { BetBook } from '../load/bet-book.ts'
import { proveBets, proveBooks } from '../load/prove.ts'
import { plot } from './plot.ts'
import { Site } from './site.ts'
import { SoakLoad } from './soak-load.ts'
import { openPages, type Pages } from './soak-pages.ts'
import { judge, judgedLine, judgedRows, panelsOf, type Run, summaryOf } from './soak-report.ts'
import { type Sample, tableSizes, takeSample } from './soak-sample.ts'
import { tableText, writeBetween } from './table.ts'

/** Longer than the periods of the faults: less of the time nothing can be bet on. */
const PERIOD_SECONDS = 60
const SAMPLES = 200
const LEAST_EVERY_MS = 3_000
const SHOWN_TABLES = 8

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    boards: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
})
const minutes = Math.min(600, Math.max(1, Number(values.minutes)))
const boards = Math.min(1_000, Math.max(0, Number(values.boards)))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const draw = chanceOf(Number(values.seed))
const book = new BetBook('soak-', (limit) => Math.floor(draw() * limit))

/** Looks at everything until the time is over. */
async function watch(site: Site, load: SoakLoad, pages: Pages): Promise<Sample[]> {
  const samples: Sample[] = []
  const everyMs = Math.max(LEAST_EVERY_MS, (minutes * 60_000) / SAMPLES)
  // The looks before the first one are those of the peak.
  const begin = { ...load.look(), ...pages.look() }
  const first = await takeSample(site, { ...begin, minute: 0 })
  const from = Date.now()
  for (let at = 1; at * everyMs <= minutes * 60_000; at++) {
    await sleep(Math.max(0, from + at * everyMs - Date.now()))
    const minute = (Date.now() - from) / 60_000
    samples.push(await takeSample(site, { ...load.look(), ...pages.look(), minute }, first))
  }
  return samples
}

/** The tables that grew most. */
function grownTables(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  const grown = [...after].map(([name, bytes]) => ({ name, mb: (bytes - (before.get(name) ?? 0)) / 1024 ** 2 }))
  const most = grown.toSorted((one, two) => two.mb - one.mb).slice(0, SHOWN_TABLES)
  return most.map(({ name, mb }) => `${name} ${mb.toFixed(1)} MB`).join(', ')
}

async function soak(site: Site, load: SoakLoad): Promise<boolean> {
  await site.ensure({ worker: 1, api: 1 })
  const peak = await load.peak()
  say(`peak ${peak.toFixed(0)} bets a second; ${minutes} minutes at ${(peak / 2).toFixed(0)} with ${boards} boards`)
  const pages = await openPages(site, boards)
  const sizes = await tableSizes(site)
  const sending = load.steady(peak / 2)
  // A contradiction in the answers ends the run at once.
  const samples = await Promise.race([watch(site, load, pages), sending.then(() => [])])
  load.stop()
  await sending
  await pages.stop()
  say(`grown most: ${grownTables(sizes, await tableSizes(site))}`)
  await book.sendAgain(site.balancer.url, 60_000)
  await proveBets(site.pool, book)
  await proveBooks(site.pool)
  const judged = judge(samples)
  for (const one of judged) say(judgedLine(one))
  const run: Run = { minutes, boards, peak, bets: book.acknowledged.size, events: pages.events(), samples }
  say(summaryOf(run))
  for (const [status, count] of pages.failed()) say(`FAIL  ${count} pages failed with ${status}`)
  if (values.write) {
    const curve = plot(
      panelsOf(samples),
      samples.map(({ minute }) => minute),
    )
    writeFileSync(join(import.meta.dirname, '../../docs/soak.svg'), curve)
    writeBetween('soak', `${summaryOf(run)}\n\n${tableText(judgedRows(judged))}`)
  }
  const notFlat = judged.filter(({ verdict }) => verdict !== 'flat').map(({ name }) => name)
  say(notFlat.length === 0 ? 'soak: all books balance, everything is flat' : `soak: not flat: ${notFlat.join(', ')}`)
  return notFlat.length === 0 && pages.failed().size === 0
}

const site = await Site.open({ periodSeconds: PERIOD_SECONDS })
const load = new SoakLoad(site, book)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void site.close().finally(() => process.exit(1)))
const isGood = await soak(site, load).finally(() => {
  load.close()
  return site.close()
})
process.exit(isGood ? 0 : 1)
