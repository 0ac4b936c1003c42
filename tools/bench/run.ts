/** `npm run bench`: measures every performance goal, with a reference in the same run. A missed goal is no failure. */
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'
import { setDayStarts } from '../../apps/server/src/platform/business-day.ts'
import { benchBoards } from './boards.ts'
import { benchBoardsBesideReports } from './boards-beside-reports.ts'
import { runCluster } from './cluster.ts'
import { benchConnectedBoards } from './connected-boards.ts'
import { type BenchRow, notesOf, startEmptyCluster } from './engine-world.ts'
import { benchExports } from './exports.ts'
import { runGate } from './gate.ts'
import { runGrowth } from './growth.ts'
import { benchInProcess, benchIntake, benchLatency, INTAKE_LEGS } from './intake.ts'
import { benchPreview } from './preview.ts'
import { benchPushedBoards } from './pushed-boards.ts'
import { benchRebuild } from './rebuild.ts'
import { benchReports } from './reports.ts'
import { benchScenario } from './scenario.ts'
import { benchIntakeBesideSettlement } from './settle-beside.ts'
import { benchSettlement } from './settlement.ts'
import { benchSignIns } from './sign-ins.ts'
import { benchTree } from './tree.ts'
import { benchChanges } from './web-changes.ts'
import { benchGrids } from './web-grids.ts'
import { benchKeys } from './web-keys.ts'
import { benchOdds } from './web-odds.ts'
import { benchAdminHome, benchLists, benchSignInPage } from './web-pages.ts'

setDayStarts(FIRST_DAY_STARTS)

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    cluster: { type: 'string' },
    orders: { type: 'string' },
    viewer: { type: 'string' },
    keep: { type: 'string' },
    quick: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    plot: { type: 'string' },
    sizes: { type: 'string', default: '1000000,4000000,16000000' },
    merchants: { type: 'string', default: '10,100,1000' },
    help: { type: 'boolean', default: false },
  },
})

const usage = `npm run bench -- [--quick | --gate | --growth | --cluster URL] [--only intake,latency,boards,boards-beside-reports,connected,pushed,scenario,rebuild,settlement,beside,preview,tree,reports,exports,web] [--orders N]
  --quick   the main rows with fewer bets and orders, within 3 minutes on a quiet machine
  --gate    fails when counts, bytes or processor time per bet are far from what they were; never because of time
  --growth  the same work at growing sizes (--sizes 1000000,4000000 orders, --merchants 10,100), with the exponent of
            growth; --plot FILE.svg draws the figures by orders. With 16,000,000 orders: 20 minutes, 25 GB of disk
  --cluster bets, settlement and the head's month on one PostgreSQL and on the Citus cluster of this machine that
            the URL's coordinator leads (npm run citus); --only bets,settlement,month; --orders, default 1000000
  --only    in-process is the first row of intake; web means sign-in-page,lists,admin-home,grids,odds,changes,keys; each of them can also be named alone
  --orders  settled orders behind the reports, default 10000000 (some minutes and 10 GB of disk)
  --viewer  viewers of the reports: head, merchant, general agent, agent; all by default
  --keep    a folder for the worlds of reports and exports; later runs use them again
`

/** The folder of a world. Undefined: the world is deleted after the run. */
const worldIn = (name: string): string | undefined => values.keep && join(values.keep, name)

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const load = (): string =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')

/** The size of a part, and its size with --quick. */
const sized = (full: number, quick: number): number => (values.quick ? quick : full)

async function settlementOnItsOwn(): Promise<BenchRow[]> {
  const cluster = await startEmptyCluster()
  try {
    return await benchSettlement(cluster.pool, sized(1_000_000, 200_000))
  } finally {
    await cluster.stop()
  }
}

const PARTS: Readonly<Record<string, () => Promise<BenchRow[]> | AsyncIterable<BenchRow>>> = {
  intake: () => benchIntake(sized(INTAKE_LEGS, 3)),
  'in-process': () => benchInProcess(sized(INTAKE_LEGS, 5)),
  latency: () => benchLatency(sized(30, 8)),
  boards: () => benchBoards(sized(1_000_000, 200_000)),
  'boards-beside-reports': () => benchBoardsBesideReports(),
  connected: () => benchConnectedBoards(),
  pushed: () => benchPushedBoards(),
  scenario: () => benchScenario(),
  rebuild: () => benchRebuild(sized(1_000_000, 200_000)),
  settlement: settlementOnItsOwn,
  beside: async () => [...(await benchIntakeBesideSettlement()), ...(await benchSignIns())],
  preview: () => benchPreview(),
  tree: () => benchTree(),
  reports: () =>
    benchReports(Number.parseInt(values.orders ?? '10000000', 10), {
      say,
      folderOfWorld: worldIn(`reports-${values.orders ?? '10000000'}`),
      viewers: values.viewer?.split(','),
    }),
  exports: () => benchExports(worldIn('exports')),
  'sign-in-page': () => benchSignInPage(),
  lists: () => benchLists(),
  'admin-home': () => benchAdminHome(),
  grids: () => benchGrids(),
  odds: () => benchOdds(),
  changes: () => benchChanges(),
  keys: () => benchKeys(),
}

const SETS: Readonly<Record<string, readonly string[]>> = {
  web: ['sign-in-page', 'lists', 'admin-home', 'grids', 'odds', 'changes', 'keys'],
}

/** With --quick. */
const QUICK = ['intake', 'latency', 'boards', 'rebuild', 'settlement', 'preview']
/** Parts of other parts: they run only when they are named. */
const NAMED_ONLY = ['in-process']

function partsAsked(): string[] {
  if (values.only !== undefined) return values.only.split(',').flatMap((name) => SETS[name] ?? [name])
  return values.quick ? QUICK : Object.keys(PARTS).filter((name) => !NAMED_ONLY.includes(name))
}

const cell = (text: string): string => text.replaceAll('|', '/')

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(usage)
  if (values.gate) {
    if (!(await runGate())) process.exitCode = 1
    return
  }
  if (values.growth) {
    const numbers = (text: string): number[] => text.split(',').map((one) => Number.parseInt(one, 10))
    return runGrowth({ orders: numbers(values.sizes), merchants: numbers(values.merchants) }, values.plot, say)
  }
  if (values.cluster !== undefined)
    return runCluster(values.cluster, Number.parseInt(values.orders ?? '1000000', 10), values.only)
  const names = partsAsked()
  const unknown = names.filter((name) => !(name in PARTS))
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}`)
  const processors = cpus()
  process.stdout.write(
    `machine: ${processors.length} x ${processors[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${load()}\n\n`,
  )
  process.stdout.write('| | goal | value | reference | ratio | asked |\n|---|---|---|---|---|---|\n')
  let missed = 0
  const notes: string[] = []
  const measure = async (name: string): Promise<void> => {
    for await (const row of (await PARTS[name]?.()) ?? []) {
      if (!row.met) missed += 1
      if (row.notes) notes.push(`${row.what}:\n${notesOf(row)}`)
      const { what, value, reference, ratio, goal } = row
      process.stdout.write(
        `| ${row.met ? 'met' : '**missed**'} | ${cell(what)} | ${cell(value)} | ${cell(reference)} | ${ratio.toFixed(2)} | ${cell(goal)} |\n`,
      )
    }
  }
  for (const name of names) {
    say(`${name} (load ${load()})`)
    // An hour of figures is not lost for one part that fails.
    await measure(name).catch((error: unknown) => {
      notes.push(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
      process.exitCode = 1
    })
  }
  process.stdout.write(`\n${notes.join('')}`)
  process.stdout.write(`\n${missed === 0 ? 'every goal met' : `${missed} missed`}, load at the end ${load()}\n`)
}

await main()
