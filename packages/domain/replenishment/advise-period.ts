/** Replenishment advice for a whole period: no draw may lose more than the limit. */

import { periodResults, worstDraws } from '../book/period-results.ts'
import { type PeriodItem, wayOf, waysToWin } from '../book/scenario.ts'
import { type DrawSpace, drawOf } from '../games/draw-space.ts'
import { LOSE, type Outcome, WIN } from '../games/outcome.ts'
import { prepareDraw } from '../games/settle.ts'
import { type Money, money } from '../money/money.ts'
import { must } from '../must.ts'
import { type Advice, type AdviceCandidate, type AdviceOutcome, advise, changeBy } from './advise.ts'

/** How many of the worst draws beyond the limit each round adds as constraints. */
const DRAWS_A_ROUND = 40
const MAX_ROUNDS = 8
/** How many unmet draws the result lists. */
const MAX_UNMET = 10

export interface PeriodAdvice {
  readonly amounts: readonly Money[]
  readonly worstBefore: Money
  readonly worstAfter: Money
  readonly unmet: readonly {
    readonly balls: readonly number[]
    readonly stops: Advice['unmet'][number]['stops']
  }[]
}

const known = new Map<string, Outcome>()

/** Returns one shared object for equal outcomes, so that the adviser computes each once. There are few of them. */
const sharedOutcome = (outcome: Outcome): Outcome => {
  const key = `${outcome.result} ${wayOf(outcome)}`
  const found = known.get(key)
  if (!found) known.set(key, outcome)
  return found ?? outcome
}

/** The effect of the sent amounts as items of the sender's book, to be added to it. */
const sentItems = (candidates: readonly AdviceCandidate[], amounts: readonly Money[]): PeriodItem[] =>
  candidates.flatMap((candidate, at) => {
    const amount = must(amounts[at], 'the amount')
    if (amount === 0n) return []
    const { play, itemCode } = candidate
    const ways = new Map(waysToWin(play, itemCode).map((way) => [wayOf(way), changeBy(candidate, amount, way)]))
    const ifLose = changeBy(candidate, amount, LOSE)
    return [{ playCode: play.code, itemCode, ifLose, ifWin: must(ways.get(wayOf(WIN)), 'what a win changes'), ways }]
  })

const least = (results: BigInt64Array): Money => {
  let worst = results[0] ?? 0n
  for (const result of results) if (result < worst) worst = result
  return money(worst)
}

/**
 * Computes advice for the worst draws, then checks all draws with these amounts sent, and adds the draws that are then
 * beyond the limit. Repeats until every draw is within the limit or a round finds no new draw. `items` is the book as
 * it is now; every result is one of a draw of `space`.
 */
export const advisePeriod = (
  space: DrawSpace,
  items: readonly PeriodItem[],
  candidates: readonly AdviceCandidate[],
  maxLoss: Money,
): PeriodAdvice => {
  const before = periodResults(space, items)
  const seen = new Map<string, AdviceOutcome>()
  const underOf = (balls: readonly number[]): readonly Outcome[] => {
    const draw = prepareDraw(drawOf(space.game, space.rules, balls), space.rules.options)
    return candidates.map(({ play, itemCode }) => sharedOutcome(draw.outcome(play.code, itemCode)))
  }
  let advice: Advice = { amounts: candidates.map(() => money(0n)), results: [], unmet: [] }
  let after = before
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const beyond = worstDraws(space, after, DRAWS_A_ROUND).filter(({ result }) => result < -maxLoss)
    const fresh = beyond.filter(({ balls }) => !seen.has(balls.join()))
    if (fresh.length === 0) break
    for (const { balls, result } of fresh) {
      const under = underOf(balls)
      const sent = candidates.reduce(
        (sum, candidate, at) =>
          sum + changeBy(candidate, must(advice.amounts[at], 'the amount'), must(under[at], 'the outcome')),
        0n,
      )
      seen.set(balls.join(), { code: balls.join(), result: money(result - sent), under })
    }
    advice = advise(candidates, [...seen.values()], maxLoss)
    const changes = periodResults(space, sentItems(candidates, advice.amounts))
    after = before.map((result, index) => result + must(changes[index], 'the change'))
  }
  const worstBefore = least(before)
  if (least(after) < worstBefore) {
    // When the limit cannot be met, sending may cost more elsewhere than it saves. Then sending nothing is better.
    advice = { ...advice, amounts: candidates.map(() => money(0n)) }
    after = before
  }
  const unmet = worstDraws(space, after, MAX_UNMET)
    .filter(({ result }) => result < -maxLoss)
    .map(({ balls }) => {
      const stops = underOf(balls).flatMap((one, at) =>
        one.result === 'win' ? [must(candidates[at], 'the candidate').stop] : [],
      )
      return { balls, stops: [...new Set(stops)] }
    })
  return { amounts: advice.amounts, worstBefore, worstAfter: least(after), unmet }
}
