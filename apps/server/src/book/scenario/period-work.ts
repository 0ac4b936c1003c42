import { outlookOf, type PeriodOutlook, periodResults, slowItems } from '@strata/domain/book/period-results'
import type { PeriodItem } from '@strata/domain/book/scenario'
import { type GameCode, playOf } from '@strata/domain/games/catalogue'
import { type DrawSpace, drawSpace } from '@strata/domain/games/draw-space'
import type { Money } from '@strata/domain/money'
import { type Advice, type AdviceCandidate, type AdviceOutcome, advise } from '@strata/domain/replenishment/advise'
import { advisePeriod, type PeriodAdvice } from '@strata/domain/replenishment/advise-period'
import { type ThreadPool, ThreadsBusy } from '../../platform/threads.ts'
import type { GameRules } from '../open-games/catalogue-book.ts'

/** What calculations over many draws are given and answer, in a thread of their own: plain data both ways. */
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

/** Who asks waits no longer than a call may take. */
export const PERIOD_THREADS = { size: 2, maxWaiting: 32, maxOfOne: 3, timeLimitMs: 8_000 } as const

/** The same draws every time: the same book has the same answer, and the draws are made once a thread. */
const SEED = 6_174
const WORST = 10
const MAX_DRAWS = 200_000
const FEWEST_DRAWS = 25_000
/** So many items that every draw has to be asked about one by one go with all draws; twice as many with half. */
const SLOW_AT_FULL = 4_000

const drawsFor = (items: readonly PeriodItem[]): number => {
  let draws = MAX_DRAWS
  for (let slow = slowItems(items); slow > SLOW_AT_FULL && draws > FEWEST_DRAWS; slow /= 2) draws /= 2
  return draws
}

const KEPT_SPACES = 4
const spaces = new Map<string, DrawSpace>()

function spaceOf(game: GameCode, rules: GameRules, items: readonly PeriodItem[]): DrawSpace {
  const draws = game === '6HC' ? drawsFor(items) : MAX_DRAWS
  const key = `${game} ${draws} ${rules.lunarYear} ${JSON.stringify(rules.options)}`
  let space = spaces.get(key)
  if (!space) {
    space = drawSpace(game, rules, { draws, seed: SEED })
    const [oldest] = spaces.keys()
    if (spaces.size >= KEPT_SPACES && oldest !== undefined) spaces.delete(oldest)
    spaces.set(key, space)
  }
  return space
}

const withPlay = (game: GameCode, { playCode, ...rest }: PlainCandidate): AdviceCandidate => {
  const play = playOf(game, playCode)
  if (!play) throw new Error(`no play ${playCode} in ${game}`)
  return { ...rest, play }
}

/** The thread's side. */
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

/** The server's side: each answers null when the threads have too much to do, in all or for account `by`. */
export const askOutlook = (work: PeriodWork, task: OutlookTask, by: number): Promise<PeriodOutlook | null> =>
  orBusy(work.run(task, by))
export const askAdvice = (work: PeriodWork, task: AdviseTask, by: number): Promise<Advice | null> =>
  orBusy(work.run(task, by))
export const askPeriodAdvice = (work: PeriodWork, task: AdvisePeriodTask, by: number): Promise<PeriodAdvice | null> =>
  orBusy(work.run(task, by))
