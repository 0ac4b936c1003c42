import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodResults } from '../book/period-results.ts'
import { type PeriodItem, resultUnder } from '../book/scenario.ts'
import { type GameCode, playOf, playsOfGame } from '../games/catalogue.ts'
import { type DrawRules, drawSpace, preparedAt } from '../games/draw-space.ts'
import { listedItems } from '../games/item.ts'
import { DEFAULT_OPTIONS } from '../games/options.ts'
import { type Money, money, odds, rate, yuan } from '../money/money.ts'
import { type AdviceCandidate, changeBy } from './advise.ts'
import { advisePeriod } from './advise-period.ts'

const RULES: DrawRules = { lunarYear: 2026, options: DEFAULT_OPTIONS }

/** A book at the catalogue's prices that holds all stakes, and the candidates that may be sent up. */
const bookOf = (game: GameCode, stakes: readonly { play: string; item: string; yuan: number }[]) => {
  const items: PeriodItem[] = []
  const candidates: AdviceCandidate[] = []
  for (const { play: code, item, yuan: amount } of stakes) {
    const play = playOf(game, code)
    if (!play) throw new Error(code)
    const quote = play.prices.find(({ key }) => key === item)?.odds ?? play.prices[0]?.odds ?? [odds(19_800n)]
    const stake = yuan(amount)
    const paid = (stake * (quote[0] as bigint)) / 10_000n
    items.push({ playCode: code, itemCode: item, ifLose: stake, ifWin: money(stake - paid) })
    candidates.push({ play, itemCode: item, unit: yuan(1), room: [stake], stop: 'overNet', quote, rate: rate(0n) })
  }
  return { items, candidates }
}

const stakeOf = (game: GameCode) =>
  fc
    .constantFrom(...playsOfGame(game).filter(({ form, payoutKind }) => form.kind === 'one' && payoutKind === 'single'))
    .chain((play) =>
      fc.record({
        play: fc.constant(play.code),
        item: fc.constantFrom(...listedItems(play)),
        yuan: fc.integer({ min: 1, max: 5000 }),
      }),
    )

describe.each(['PC', '5M', 'PK', '6HC'] as const)('%s', (game) => {
  const space = drawSpace(game, RULES, { draws: 2000, seed: 4 })
  it('every draw is within the limit or listed as unmet, and both worst results are those of all draws', () => {
    const check = (stakes: { play: string; item: string; yuan: number }[], part: number): void => {
      const seen = new Map(stakes.map((stake) => [`${stake.play} ${stake.item}`, stake]))
      const { items, candidates } = bookOf(game, [...seen.values()])
      const before = periodResults(space, items)
      const worst = before.reduce((low, result) => (result < low ? result : low), before[0] as bigint)
      const maxLoss = worst < 0n ? money((-worst * BigInt(part)) / 10n) : money(0n)
      const advice = advisePeriod(space, items, candidates, maxLoss)
      expect(advice.worstBefore).toBe(worst)
      const resultWith = (index: number): bigint => {
        const draw = preparedAt(space, index)
        const outcome = (at: number) => draw.outcome(items[at]?.playCode ?? '', items[at]?.itemCode ?? '')
        return items.reduce(
          (sum, item, at) =>
            sum +
            resultUnder(item, outcome(at)) +
            changeBy(candidates[at] as AdviceCandidate, advice.amounts[at] as Money, outcome(at)),
          0n,
        )
      }
      const step = space.count > 2000 ? 53 : 1
      let low = advice.worstAfter as bigint
      for (let index = 0; index < space.count; index += step) low = resultWith(index) < low ? resultWith(index) : low
      expect(low).toBe(advice.worstAfter)
      expect(advice.worstAfter < -maxLoss).toBe(advice.unmet.length > 0)
      expect(advice.worstAfter).toBeGreaterThanOrEqual(advice.worstBefore)
    }
    fc.assert(
      fc.property(fc.array(stakeOf(game), { minLength: 1, maxLength: 10 }), fc.integer({ min: 2, max: 9 }), check),
      { numRuns: 12 },
    )
  })
})

it('sends up the one sum beyond the limit, just enough, and nothing else', () => {
  const space = drawSpace('PC', RULES, { draws: 0, seed: 0 })
  const { items, candidates } = bookOf('PC', [
    { play: 'HZ', item: '0', yuan: 100 },
    { play: 'HZ', item: '13', yuan: 100 },
  ])
  // Sum 0 pays 900 times: 89,900 lost, 100 won on 13. Each yuan sent gains 899.
  const advice = advisePeriod(space, items, candidates, yuan(50_000))
  expect([advice.worstBefore, advice.unmet]).toEqual([-yuan(89_800), []])
  expect(advice.amounts).toEqual([yuan(45), yuan(0)])
  expect(advice.worstAfter).toBe(-yuan(89_800) + yuan(899 * 45))
})
