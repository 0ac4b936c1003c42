import { outlookOf, type PeriodOutlook, periodResults, slowItems } from '@strata/domain/book/period-results'
import type { PeriodItem } from '@strata/domain/book/scenario'
import { type GameCode, playOf } from '@strata/domain/games/catalogue'
import { type DrawSpace, drawSpace } from '@strata/domain/games/draw-space'
import type { Money } from '@strata/domain/money'
import { type Advice, type AdviceCandidate, type AdviceOutcome, advise } from '@strata/domain/replenishment/advise'
import { advisePeriod, type PeriodAdvice } from '@strata/domain/replenishment/advise-period'
import { type ThreadPool, ThreadsBusy } from '../../platform/threads.ts'
import type { GameRules } from '../open-games/catalogue-book.ts'

/** Tasks and results of calculations over many draws. They run in threads, so both are plain data. */
export interface OutlookTask {
  readonly kind: 'outlook'
  readonly game: GameCode
  readonly rules: GameRules
  readonly items: readonly PeriodItem[]
}

export type PlainCandidate = Omit<AdviceCandidate, 'play'> & { readonly playCode: string }

export interface AdviseTask {
  readonly kind: 'advise'
  readonly game: GameCode
  readonly candidates: readonly PlainCandidate[]
  readonly outcomes: readonly AdviceOutcome[]
  readonly maxLoss: Money
}

export interface AdvisePeriodTask extends Omit<AdviseTask, 'kind' | 'outcomes'> {
  readonly kind: 'advisePeriod'
  readonly rules: GameRules
  readonly items: readonly PeriodItem[]
}

export type PeriodTask = OutlookTask | AdviseTask | AdvisePeriodTask
export type PeriodWork = Pick<ThreadPool<PeriodTask, unknown>, 'run'>

/** A caller waits no longer than a call may take. */
export const PERIOD_THREADS = { size: 2, maxWaiting: 32, maxOfOne: 3, timeLimitMs: 8_000 } as const

/** A fixed seed: the same book has the same answer, and each thread samples the draws only once. */
const SEED = 6_174
const WORST = 10
const MAX_DRAWS = 200_000
const FEWEST_DRAWS = 25_000
/** Up to this many items that need work in every draw are computed with all draws; up to twice as many with half. */
const SLOW_AT_FULL = 4_000

const drawsFor = (items: readonly PeriodItem[]): number => {
  let draws = MAX_DRAWS
  for (let slow = slowItems(items); slow > SLOW_AT_FULL && draws > FEWEST_DRAWS; slow /= 2) draws /= 2
  return draws
}

/** Draws of this many games, or rules of games, stay in a thread. */
export const MAX_SPACES = 4
const spaces = new Map<string, DrawSpace>()

function spaceOf(game: GameCode, rules: GameRules, items: readonly PeriodItem[]): DrawSpace {
  const draws = game === '6HC' ? drawsFor(items) : MAX_DRAWS
  const key = `${game} ${draws} ${rules.lunarYear} ${JSON.stringify(rules.options)}`
  let space = spaces.get(key)
  if (!space) {
    space = drawSpace(game, rules, { draws, seed: SEED })
    const [oldest] = spaces.keys()
    if (spaces.size >= MAX_SPACES && oldest !== undefined) spaces.delete(oldest)
    spaces.set(key, space)
  }
  return space
}

const withPlay = (game: GameCode, { playCode, ...rest }: PlainCandidate): AdviceCandidate => {
  const play = playOf(game, playCode)
  if (!play) throw new Error(`no play ${playCode} in ${game}`)
  return { ...rest, play }
}

/** Runs in the thread. */
export function doPeriodWork(task: PeriodTask): PeriodOutlook | Advice | PeriodAdvice {
  if (task.kind === 'outlook') {
    const space = spaceOf(task.game, task.rules, task.items)
    return outlookOf(space, periodResults(space, task.items), WORST)
  }
  const candidates = task.candidates.map((candidate) => withPlay(task.game, candidate))
  if (task.kind === 'advise') return advise(candidates, task.outcomes, task.maxLoss)
  return advisePeriod(spaceOf(task.game, task.rules, task.items), task.items, candidates, task.maxLoss)
}

const orBusy = async <T>(work: Promise<unknown>): Promise<T | null> => {
  try {
    return (await work) as T
  } catch (error) {
    if (error instanceof ThreadsBusy) return null
    throw error
  }
}

/** Runs in the server. Null: the threads have too much to do, in total or for account `by`. */
export const askOutlook = (work: PeriodWork, task: OutlookTask, by: number): Promise<PeriodOutlook | null> =>
  orBusy(work.run(task, by))
export const askAdvice = (work: PeriodWork, task: AdviseTask, by: number): Promise<Advice | null> =>
  orBusy(work.run(task, by))
export const askPeriodAdvice = (work: PeriodWork, task: AdvisePeriodTask, by: number): Promise<PeriodAdvice | null> =>
  orBusy(work.run(task, by))
