import fc from 'fast-check'
import { type Command, command } from './commands.ts'
import { type Database, drive, type Pace } from './drive.ts'

export interface Seeds {
  /** At least so many in all; each bet of a call counts. */
  readonly commands: number
  /** Of the first run; each run has the next one. */
  readonly seed: number
  /** Calls and jobs of one run. */
  readonly each: number
  /** No run begins after this instant. */
  readonly deadline: number
  /** How long the commands of a difference are shrunk. */
  readonly shrinkMs: number
  readonly pace: Pace
  readonly fresh: () => Promise<Database>
  readonly say: (line: string) => void
}

/** A call with five bets asks five things: each bet counts. */
const countOf = (list: readonly Command[]): number =>
  list.reduce((sum, one) => sum + (one.do === 'bets' ? one.bets.length : 1), 0)

/** The commands of a seed. */
const listOf = (seed: number, each: number): Command[] =>
  fc.sample(fc.array(command, { minLength: each, maxLength: each, size: 'max' }), { seed, numRuns: 1 })[0] ?? []

async function faultOf(fresh: Seeds['fresh'], list: readonly Command[], pace: Pace): Promise<Error | null> {
  try {
    await drive(await fresh(), list, pace)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Leaves out what the difference does not need: halves first, then ever smaller parts. Every trial is a fresh world. */
async function shrink({ fresh, say, shrinkMs }: Seeds, list: readonly Command[], first: Error) {
  const until = Date.now() + shrinkMs
  let [left, fault] = [list, first]
  for (let size = Math.ceil(left.length / 2); size >= 1 && Date.now() < until; ) {
    let cut = false
    for (let from = left.length - size; from > -size && Date.now() < until; from -= size) {
      const trial = left.filter((_, place) => place < from || place >= from + size)
      const found = await faultOf(fresh, trial, { near: 5, far: 1_000_000 })
      if (found?.name !== first.name) continue
      ;[left, fault, cut] = [trial, found, true]
    }
    if (size === 1 && !cut) break
    size = size === 1 ? 1 : Math.ceil(size / 2)
    say(`${left.length} commands left`)
  }
  return { left, fault }
}

/** Runs seed after seed. Returns what to print about the first difference, or null. */
export async function runSeeds(of: Seeds): Promise<string | null> {
  let [done, seed] = [0, of.seed]
  const from = performance.now()
  for (; done < of.commands && Date.now() < of.deadline; seed++) {
    const { each } = of
    const list = listOf(seed, each)
    const fault = await faultOf(of.fresh, list, of.pace)
    if (fault) {
      of.say(`seed ${seed}, ${each} commands: ${fault.name === 'Difference' ? fault.message : fault.stack}`)
      const shrunk = await shrink(of, list, fault)
      const lines = shrunk.left.map((one) => `  ${JSON.stringify(one)}`)
      return [`--seed ${seed} --each ${each}: ${shrunk.fault.message}`, ...lines].join('\n')
    }
    done += countOf(list)
    of.say(
      `seed ${seed}: ${done} commands agree, ${((performance.now() - from) / 1000).toFixed(1)} s; go on with --seed ${seed + 1}`,
    )
  }
  return null
}
