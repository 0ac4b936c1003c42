import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const NS_A_SECOND = 1e9

/** Seconds that threads ran, and seconds that they were ready and waited for a processor. */
export interface Share {
  readonly ran: number
  readonly waited: number
}

/** What a thread has used since it began, in ns, and whose it is. */
interface Used extends Share {
  readonly whose: string
}

const numbersIn = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/** Reads something of a process that may end meanwhile. */
const unlessEnded = <Value>(read: () => Value): Value | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const parentOf = (pid: number): number | undefined =>
  unlessEnded(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  })

/** The processes that began with one of these, and these. */
function familyOf(roots: readonly number[]): number[] {
  const parents = new Map(numbersIn('/proc').map((pid) => [pid, parentOf(pid)]))
  const isOfThem = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (roots.includes(pid) || isOfThem(parents.get(pid)))
  return [...parents.keys()].filter(isOfThem)
}

/** A browser's processes say what they are. */
const KINDS: readonly (readonly [part: string, whose: string])[] = [
  ['--type=renderer', 'pages'],
  ['--type=gpu', 'drawing'],
  ['chrom', 'browser'],
  ['postgres', 'PostgreSQL'],
  ['start.ts', 'server'],
  ['main.ts', 'server'],
]

function whoseIs(pid: number, thread: number): string {
  if (pid === process.pid) return thread === pid ? 'own loop' : 'own other threads'
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  return KINDS.find(([part]) => command.includes(part))?.[1] ?? 'other processes'
}

function usedBy(roots: readonly number[]): Map<number, Used> {
  const used = new Map<number, Used>()
  for (const pid of familyOf(roots))
    for (const thread of unlessEnded(() => numbersIn(`/proc/${pid}/task`)) ?? []) {
      const found = unlessEnded((): Used => {
        const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
          .split(' ')
          .map(Number)
        return { whose: whoseIs(pid, thread), ran, waited }
      })
      if (found) used.set(thread, found)
    }
  return used
}

/**
 * Counts from now on what the threads of this process and its children use of the processors, by the kernel's own count,
 * and with `roots` that of other processes and their children. Threads that end before the end are not counted.
 */
export function watchProcessors(...roots: readonly number[]): () => ReadonlyMap<string, Share> {
  const all = [process.pid, ...roots]
  const before = usedBy(all)
  return () => {
    const sums = new Map<string, Share>()
    for (const [thread, { whose, ran, waited }] of usedBy(all)) {
      const [from, sum] = [before.get(thread), sums.get(whose)]
      sums.set(whose, {
        ran: (sum?.ran ?? 0) + (ran - (from?.ran ?? 0)) / NS_A_SECOND,
        waited: (sum?.waited ?? 0) + (waited - (from?.waited ?? 0)) / NS_A_SECOND,
      })
    }
    return sums
  }
}

/** Steps of /proc/stat in a second. */
const TICKS = 100

/** Seconds that other machines of the same host have taken from the processors of this one, over all of them. */
export const stolenIn = (stat: string): number => Number(/^cpu +(?:\d+ +){7}(\d+)/.exec(stat)?.[1] ?? 0) / TICKS

const stolenNow = (): number => unlessEnded(() => stolenIn(readFileSync('/proc/stat', 'utf8'))) ?? 0

/** One line: who ran and who waited, those that ran longest first. */
export const processorsText = (sums: ReadonlyMap<string, Share>, seconds: number, stolen = 0): string => {
  const shares = [...sums].filter(([, { ran, waited }]) => ran + waited >= 0.05).sort(([, a], [, b]) => b.ran - a.ran)
  const each = shares.map(([whose, { ran, waited }]) => `${whose} ${ran.toFixed(1)} and ${waited.toFixed(1)}`)
  const taken = stolen >= 0.05 ? `, ${stolen.toFixed(1)} s of it taken by other machines` : ''
  return `processors, ${seconds.toFixed(1)} s of ${availableParallelism()}${taken}: ran and waited for one, s: ${each.join(', ')}`
}

/** Watches until the returned function is called, which gives the line. */
export function watchedLine(...roots: readonly number[]): () => string {
  const from = performance.now()
  const [taken, stolen] = [watchProcessors(...roots), stolenNow()]
  return () => processorsText(taken(), (performance.now() - from) / 1000, stolenNow() - stolen)
}
