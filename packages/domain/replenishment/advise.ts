/**
 * Replenishment adviser: the least total to send up so that no outcome loses more than a limit.
 *
 * Sending an item gains money where the item wins, and costs the stake less commission where it loses. Each step takes
 * the outcome that is furthest beyond the limit and raises an item that wins in it by the least amount that meets the
 * limit. The cost of that may push other outcomes beyond the limit, so the steps repeat until none is.
 *
 * When each outcome has one winning item (a market), amounts only rise, and each rises only as far as the others
 * require. So the result is the least amount of every item, and the least total. If an item's cap is below what is
 * required, no amounts can meet the limit. When several items win together, the one that reduces the total excess most
 * per yuan is raised; at the end every amount is cut to what is still needed.
 */

import type { Play } from '../games/catalogue.ts'
import { LOSE, type Outcome } from '../games/outcome.ts'
import { payout } from '../games/payout.ts'
import { divideFloor, divideHalfEven, type Money, min, money, type Odds, type Rate, ZERO } from '../money/money.ts'
import { must } from '../must.ts'
import type { SendRefusal } from './send.ts'

/** What stops more of an item from being sent; `manualOff`: its group is not sent by hand. */
export type AdviceStop = SendRefusal | 'manualOff'

/** An item that may be sent up. */
export interface AdviceCandidate {
  readonly play: Play
  readonly itemCode: string
  /** Amounts are multiples of it. Above zero. */
  readonly unit: Money
  /** What each taker can take, in the order in which takers are filled. Their sum is the most that can be sent. */
  readonly room: readonly Money[]
  /** Why no more than that can be sent. */
  readonly stop: AdviceStop
  /** In the play's canonical order. */
  readonly quote: readonly Odds[]
  readonly rate: Rate
}

/** An outcome that must stay within the limit. */
export interface AdviceOutcome {
  readonly code: string
  /** The holder's result now. */
  readonly result: Money
  /** The outcome of each candidate, in their order. Null: this outcome does not decide the candidate. */
  readonly under: readonly (Outcome | null)[]
}

export interface Advice {
  /** By candidate, in multiples of its unit. */
  readonly amounts: readonly Money[]
  /** By outcome: its result after sending these amounts. */
  readonly results: readonly Money[]
  /** Outcomes that stay beyond the limit, and what stopped the items that win in them. Empty `stops`: no item wins. */
  readonly unmet: readonly { readonly outcome: number; readonly stops: readonly AdviceStop[] }[]
}

/** The most that can be sent of a candidate, in whole units. */
export const capOf = ({ room, unit }: Pick<AdviceCandidate, 'room' | 'unit'>): Money => {
  const all = room.reduce((sum, amount) => sum + amount, 0n)
  return (all - (all % unit)) as Money
}

const RATE_UNIT = 100_000n

/**
 * The change of the sender's result when `amount` is sent and the item has the outcome. Each taker's order is rounded.
 */
export const changeBy = (candidate: AdviceCandidate, amount: Money, outcome: Outcome): Money => {
  if (outcome.result === 'refund') return ZERO
  const { play, quote, rate } = candidate
  let left = amount
  let change = 0n
  for (const taken of candidate.room) {
    const stake = min(left, taken)
    if (stake <= 0n) break
    left = money(left - stake)
    const paid = payout(stake, quote, outcome, play.payoutKind, play.payoutCap)
    change -= divideHalfEven((stake - paid) * RATE_UNIT - rate * stake, RATE_UNIT)
  }
  return change as Money
}

/** The cost of the amounts if every item loses: the stakes less their commission. */
export const costOf = (candidates: readonly AdviceCandidate[], amounts: readonly Money[]): Money =>
  candidates.reduce((sum, candidate, at) => sum - changeBy(candidate, amounts[at] ?? ZERO, LOSE), 0n) as Money

/** A turn raises one amount. A market that hardly covers its own cost needs many turns. */
const MAX_TURNS = 60_000
const PRUNE_PASSES = 3

class Adviser {
  readonly amounts: Money[]
  readonly results: bigint[]
  readonly #given: Set<number> = new Set()
  readonly #candidates: readonly AdviceCandidate[]
  readonly #outcomes: readonly AdviceOutcome[]
  readonly #caps: readonly Money[]
  /** By outcome: the candidates that win in it. */
  readonly #winners: readonly (readonly number[])[]
  readonly #floor: bigint

  constructor(candidates: readonly AdviceCandidate[], outcomes: readonly AdviceOutcome[], maxLoss: Money) {
    this.#candidates = candidates
    this.#outcomes = outcomes
    this.#floor = -maxLoss
    this.#caps = candidates.map(capOf)
    this.amounts = candidates.map(() => ZERO)
    this.results = outcomes.map(({ result }) => result)
    this.#winners = outcomes.map(({ under }) =>
      under.flatMap((outcome, at) => (outcome?.result === 'win' && this.#gains(at, outcome) ? [at] : [])),
    )
  }

  /** Whether the item pays more than it costs to send. With odds near 1 it may not. */
  #gains(at: number, outcome: Outcome): boolean {
    const candidate = must(this.#candidates[at], 'the candidate')
    return must(this.#caps[at], 'the cap') > 0n && changeBy(candidate, must(this.#caps[at], 'the cap'), outcome) > 0n
  }

  #set(at: number, amount: Money): void {
    const candidate = must(this.#candidates[at], 'the candidate')
    const before = must(this.amounts[at], 'the amount')
    const steps = new Map<Outcome, bigint>()
    for (const [index, { under }] of this.#outcomes.entries()) {
      const outcome = under[at]
      if (!outcome) continue
      let step = steps.get(outcome)
      if (step === undefined) {
        step = changeBy(candidate, amount, outcome) - changeBy(candidate, before, outcome)
        steps.set(outcome, step)
      }
      this.results[index] = must(this.results[index], 'the result') + step
    }
    this.amounts[at] = amount
  }

  /** The outcome furthest beyond the limit that is not given up. -1: none. */
  #worst(): number {
    let found = -1
    let least = this.#floor
    for (const [index, result] of this.results.entries()) {
      if (result >= least || this.#given.has(index)) continue
      least = result
      found = index
    }
    return found
  }

  /** The least amount of a candidate that brings an outcome to the limit, at most its cap. */
  #least(at: number, outcome: number): Money {
    const candidate = must(this.#candidates[at], 'the candidate')
    const under = must(this.#outcomes[outcome]?.under[at], 'the outcome')
    const { unit } = candidate
    const held = must(this.amounts[at], 'the amount')
    const cap = must(this.#caps[at], 'the cap')
    const wanted = this.#floor - must(this.results[outcome], 'the result') + changeBy(candidate, held, under)
    let [low, high] = [held / unit, cap / unit]
    const reaches = (units: bigint): boolean => changeBy(candidate, money(units * unit), under) >= wanted
    if (!reaches(high)) return cap
    // First try points near a linear estimate. It is close when amounts are large and narrows the search.
    const perCap = changeBy(candidate, cap, under)
    const guess = perCap > 0n ? divideFloor(wanted * high, perCap) : high
    for (const point of [guess - 1n, guess + 1n]) {
      if (point <= low || point >= high) continue
      if (reaches(point)) high = point
      else low = point
    }
    while (high - low > 1n) {
      const middle = (low + high) / 2n
      if (reaches(middle)) high = middle
      else low = middle
    }
    return money(high * unit)
  }

  /** How much an amount reduces the total excess over the limit, less what it adds to it. */
  #relief(at: number, amount: Money): bigint {
    const candidate = must(this.#candidates[at], 'the candidate')
    const before = must(this.amounts[at], 'the amount')
    let relief = 0n
    for (const [index, { under }] of this.#outcomes.entries()) {
      const outcome = under[at]
      if (!outcome || this.#given.has(index)) continue
      const result = must(this.results[index], 'the result')
      const after = result + changeBy(candidate, amount, outcome) - changeBy(candidate, before, outcome)
      relief += (after < this.#floor ? after : this.#floor) - (result < this.#floor ? result : this.#floor)
    }
    return relief
  }

  /** The candidate to raise for an outcome, and its new amount. Null: every candidate that wins in it is at its cap. */
  #next(outcome: number): { at: number; amount: Money } | null {
    const free = (this.#winners[outcome] ?? []).filter(
      (at) => must(this.amounts[at], 'the amount') < must(this.#caps[at], 'the cap'),
    )
    const choices = free.map((at) => ({ at, amount: this.#least(at, outcome) }))
    if (choices.length <= 1) return choices[0] ?? null
    let best: { at: number; amount: Money; relief: bigint; step: bigint } | null = null
    for (const choice of choices) {
      const step = choice.amount - must(this.amounts[choice.at], 'the amount')
      const relief = this.#relief(choice.at, choice.amount)
      if (best === null || relief * best.step > best.relief * step) best = { ...choice, relief, step }
    }
    return best
  }

  raise(): void {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const outcome = this.#worst()
      if (outcome === -1) return
      const next = this.#next(outcome)
      if (next) this.#set(next.at, next.amount)
      else this.#given.add(outcome)
    }
  }

  /** Cuts each amount to what the outcomes in which it wins still need. */
  prune(): void {
    for (let pass = 0; pass < PRUNE_PASSES; pass++) {
      let cut = false
      for (const at of this.#candidates.keys()) if (this.#cut(at)) cut = true
      if (!cut) return
    }
  }

  #cut(at: number): boolean {
    const held = must(this.amounts[at], 'the amount')
    if (held === 0n) return false
    const candidate = must(this.#candidates[at], 'the candidate')
    // An outcome that was given up must not get worse: it stays as near to the limit as possible.
    const bound = this.#outcomes.flatMap(({ under }, index) => {
      const outcome = under[at]
      if (outcome?.result !== 'win') return []
      const floor = this.#given.has(index) ? must(this.results[index], 'the result') : this.#floor
      return [{ outcome, least: floor - must(this.results[index], 'the result') + changeBy(candidate, held, outcome) }]
    })
    const enough = (units: bigint): boolean =>
      bound.every(({ outcome, least }) => changeBy(candidate, money(units * candidate.unit), outcome) >= least)
    let [low, high] = [-1n, held / candidate.unit]
    while (high - low > 1n) {
      const middle = (low + high) / 2n
      if (enough(middle)) high = middle
      else low = middle
    }
    const amount = money(high * candidate.unit)
    if (amount === held) return false
    this.#set(at, amount)
    return true
  }

  read(): Advice {
    const unmet = this.results.flatMap((result, outcome) => {
      if (result >= this.#floor) return []
      const stops = (this.#outcomes[outcome]?.under ?? []).flatMap((under, at) =>
        under?.result === 'win' ? [must(this.#candidates[at], 'the candidate').stop] : [],
      )
      return [{ outcome, stops: [...new Set(stops)] }]
    })
    return { amounts: this.amounts, results: this.results as Money[], unmet }
  }
}

/** Advises amounts. Outcomes that cannot stay within `maxLoss` (>= 0) are brought as near to it as possible. */
export const advise = (
  candidates: readonly AdviceCandidate[],
  outcomes: readonly AdviceOutcome[],
  maxLoss: Money,
): Advice => {
  const advice = new Adviser(candidates, outcomes, maxLoss)
  advice.raise()
  advice.prune()
  const advised = advice.read()
  const worst = (results: readonly bigint[]): bigint =>
    results.reduce((low, result) => (result < low ? result : low), results[0] ?? 0n)
  // When the limit cannot be met, sending may cost more elsewhere than it saves. Then sending nothing is better.
  const better = worst(advised.results) >= worst(outcomes.map(({ result }) => result))
  return better ? advised : new Adviser(candidates, outcomes, maxLoss).read()
}
