import { setTimeout as sleep } from 'node:timers/promises'
import type { BetBook, Chance } from '../load/bet-book.ts'
import type { Load } from './load.ts'
import type { Member, Site } from './site.ts'

/** What a fault works with: the site with the servers that it asked for, under load. */
export interface Scene {
  readonly site: Site
  readonly book: BetBook
  readonly load: Load
  readonly chance: Chance
}

/** What a fault measured. The frame adds what was acknowledged, in doubt and lost. */
export interface Findings {
  /** Times in words, for the table. */
  readonly times: string
}

export interface Fault {
  readonly name: string
  readonly title: string
  readonly how: string
  readonly apis: number
  readonly workers: number
  /** The whole fault must be over by then, proofs included. */
  readonly limitMs: number
  /** Part of the short form that runs in CI. */
  readonly isShort?: true
  /** It fills the disk of the database, so it has a site of its own on a small one. Only root can run it. */
  readonly needsDisk?: true
  /** Starts servers of its own before the load begins. */
  prepare?(site: Site): Promise<void>
  run(scene: Scene): Promise<Findings>
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Waits until something holds. Returns how long it took; throws when it does not hold in time. */
export async function until(
  what: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
  everyMs = 50,
): Promise<number> {
  const from = performance.now()
  while (!(await holds())) {
    if (performance.now() - from > withinMs) throw new Error(`${what}: not within ${seconds(withinMs)}`)
    await sleep(everyMs)
  }
  return performance.now() - from
}

/** Waits for new acknowledged bets. */
export const moreBets = (book: BetBook, count: number, withinMs: number): Promise<number> => {
  const wanted = book.acknowledged.size + count
  return until(`${count} more bets`, withinMs, () => book.acknowledged.size >= wanted)
}

/** Fails when bets stood still longer than stated. */
export function mustFlow({ stats }: Load, maxMs: number): void {
  if (stats.silenceMs > maxMs) throw new Error(`no bet was taken for ${seconds(stats.silenceMs)}`)
  if (stats.refusedAgain.length > 0)
    throw new Error(`refused when sent again: ${stats.refusedAgain.slice(0, 5).join(', ')}`)
}

/** One of some servers. */
export const pick = (members: readonly Member[], chance: Chance): Member => {
  const found = members[chance(members.length)]
  if (!found) throw new Error('no such server')
  return found
}
