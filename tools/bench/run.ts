/** `npm run bench`: measures every performance goal, with a reference in the same run. A missed goal is no failure. */
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchBoards } from './boards.ts'
import { benchBoardsBesideReports } from './boards-beside-reports.ts'
import { benchConnectedBoards } from './connected-boards.ts'
import { type BenchRow, startEmptyCluster } from './engine-world.ts'
import { benchExports } from './exports.ts'
import { benchIntake, benchLatency } from './intake.ts'
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

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    orders: { type: 'string', default: '10000000' },
    viewer: { type: 'string' },
    keep: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const usage = `npm run bench -- [--only intake,latency,boards,boards-beside-reports,connected,pushed,scenario,rebuild,settlement,beside,preview,tree,reports,exports,web] [--orders N]
  --only    web means sign-in-page,lists,admin-home,grids,odds,changes,keys; each of them can also be named alone
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

async function settlementOnItsOwn(): Promise<BenchRow[]> {
  const cluster = await startEmptyCluster()
  try {
    return await benchSettlement(cluster.pool)
  } finally {
    await cluster.stop()
  }
}

const PARTS: Readonly<Record<string, () => Promise<BenchRow[]> | AsyncIterable<BenchRow>>> = {
  intake: () => benchIntake(),
  latency: () => benchLatency(),
  boards: () => benchBoards(),
  'boards-beside-reports': () => benchBoardsBesideReports(),
  connected: () => benchConnectedBoards(),
  pushed: () => benchPushedBoards(),
  scenario: () => benchScenario(),
  rebuild: () => benchRebuild(),
  settlement: settlementOnItsOwn,
  beside: async () => [...(await benchIntakeBesideSettlement()), ...(await benchSignIns())],
  preview: () => benchPreview(),
  tree: () => benchTree(),
  reports: () =>
    benchReports(Number.parseInt(values.orders, 10), {
      say,
      folderOfWorld: worldIn(`reports-${values.orders}`),
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

const cell = (text: string): string => text.replaceAll('|', '/')

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(usage)
  const names =
    values.only === undefined ? Object.keys(PARTS) : values.only.split(',').flatMap((name) => SETS[name] ?? [name])
  const unknown = names.filter((name) => !(name in PARTS))
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}`)
  const processors = cpus()
  process.stdout.write(
    `machine: ${processors.length} x ${processors[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${load()}\n\n`,
  )
  process.stdout.write('| | goal | value | reference | ratio | asked |\n|---|---|---|---|---|---|\n')
  let missed = 0
  for (const name of names) {
    say(`${name} (load ${load()})`)
    for await (const row of (await PARTS[name]?.()) ?? []) {
      if (!row.met) missed += 1
      const { what, value, reference, ratio, goal } = row
      process.stdout.write(
        `| ${row.met ? 'met' : '**missed**'} | ${cell(what)} | ${cell(value)} | ${cell(reference)} | ${ratio.toFixed(2)} | ${cell(goal)} |\n`,
      )
    }
  }
  process.stdout.write(`\n${missed === 0 ? 'every goal met' : `${missed} missed`}, load at the end ${load()}\n`)
}

await main()
