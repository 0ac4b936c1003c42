import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GameCode, playOf, playsOfGame } from '../games/catalogue.ts'
import { type DrawRules, drawSpace, preparedAt } from '../games/draw-space.ts'
import { listedItems } from '../games/item.ts'
import { isOfSum } from '../games/lenses.ts'
import { DEFAULT_OPTIONS } from '../games/options.ts'
import { decidingOf } from '../games/settle.ts'
import { type Money, money } from '../money/money.ts'
import { decidingResults, decidingRisk, OutcomeMemory, type PeriodItem, worstFirst } from './scenario.ts'

const RULES: DrawRules = { lunarYear: 2026, options: DEFAULT_OPTIONS }
const HIGH: DrawRules = { lunarYear: 2026, options: { ...DEFAULT_OPTIONS, pc_1314: 'high', hk_49: 'normal' } }

const itemOf = (game: GameCode): fc.Arbitrary<PeriodItem> =>
  fc.constantFrom(...playsOfGame(game).filter((play) => play.form.kind === 'one')).chain((play) =>
    fc.record({
      playCode: fc.constant(play.code),
      itemCode: fc.constantFrom(...listedItems(play)),
      ifLose: fc.bigInt({ min: -1000n, max: 10n ** 18n }).map(money),
      ifWin: fc.bigInt({ min: -(10n ** 18n), max: 1000n }).map(money),
    }),
  )

/** The number or sum that a draw has at the position of an outcome. */
const shows = (game: GameCode, balls: readonly number[], position: number): string =>
  game === 'PC'
    ? String(balls.reduce((a, b) => a + b, 0))
    : String(balls[position] ?? '').padStart(game === '6HC' ? 2 : 1, '0')

describe.each([
  ['6HC', 49],
  ['PC', 28],
  ['5M', 50],
  ['PK', 100],
] as const)('%s', (game, count) => {
  it(`has ${count} outcomes, each position's chances adding up to one`, () => {
    const { outcomes } = new OutcomeMemory(game, RULES).deciding
    expect(outcomes.length).toBe(count)
    for (const [, here] of Map.groupBy(outcomes, ({ position }) => position))
      expect(here.reduce((sum, { chances }) => sum + chances, 0)).toBe(here[0]?.of)
  })
  it('under any draw its outcome has the same result as the plays it decides', () => {
    const space = drawSpace(game, RULES, { draws: 300, seed: 5 })
    const memory = new OutcomeMemory(game, RULES)
    const check = (items: readonly PeriodItem[], which: number): void => {
      const draw = preparedAt(space, which % space.count)
      const results = decidingResults(memory, items)
      for (const { position, itemCode, result } of results) {
        if (shows(game, draw.draw.balls, position) !== itemCode) continue
        let expected = 0n
        for (const item of items) {
          const play = playOf(game, item.playCode)
          if (!play) throw new Error(item.playCode)
          const places = decidingOf(game, play.code)
          const decided = game === 'PC' ? isOfSum(play, RULES.options) : places.length === 1 && places[0] === position
          if (!decided) continue
          const outcome = draw.outcome(item.playCode, item.itemCode)
          expected += outcome.result === 'win' ? item.ifWin : outcome.result === 'lose' ? item.ifLose : 0n
        }
        expect(result).toBe(expected)
      }
    }
    fc.assert(fc.property(fc.array(itemOf(game), { maxLength: 30 }), fc.nat(), check), { numRuns: 60 })
  })
})

describe('which plays a sum decides', () => {
  it.each([
    ['as usual', RULES],
    ['with 大小单双 refunded on shapes', HIGH],
  ] as const)('agree with the rules, %s', (_, rules) => {
    const space = drawSpace('PC', rules, { draws: 0, seed: 0 })
    for (const play of playsOfGame('PC')) {
      if (play.form.kind !== 'one') continue
      const bySum = new Map<number, string>()
      let same = true
      for (let index = 0; index < space.count; index++) {
        const draw = preparedAt(space, index)
        const sum = draw.draw.balls.reduce((a, b) => a + b, 0)
        const outcomes = listedItems(play)
          .map((item) => draw.outcome(play.code, item).result)
          .join()
        if ((bySum.get(sum) ?? outcomes) !== outcomes) same = false
        bySum.set(sum, outcomes)
      }
      expect([play.code, isOfSum(play, rules.options)]).toEqual([play.code, same])
    }
  })
})

describe('6HC: the result of a special number', () => {
  const memory = new OutcomeMemory('6HC', RULES)
  const yuan = (amount: number): Money => money(BigInt(amount) * 10_000n)
  it('sums wins, losses and refunds of all plays it decides, and no plays of other balls', () => {
    const items: PeriodItem[] = [
      { playCode: 'TMA', itemCode: '49', ifLose: yuan(100), ifWin: yuan(-4750) },
      { playCode: 'TM_LM', itemCode: 'DA', ifLose: yuan(50), ifWin: yuan(-48) },
      { playCode: 'TM_SB', itemCode: 'GREEN', ifLose: yuan(10), ifWin: yuan(-19) },
      { playCode: 'ZM', itemCode: '49', ifLose: yuan(1000), ifWin: yuan(-7000) },
    ]
    const results = new Map(decidingResults(memory, items).map(({ itemCode, result }) => [itemCode, result]))
    // 49 is green and refunds 大; 01 is red and small; 38 is green and large.
    expect([results.get('49'), results.get('01'), results.get('38')]).toEqual([yuan(-4769), yuan(160), yuan(33)])
    expect(worstFirst(decidingResults(memory, items), 2).map(({ itemCode }) => itemCode)[0]).toBe('49')
    // One number of 49 is more likely than 1 in 100.
    expect(decidingRisk(decidingResults(memory, items))).toBe(yuan(4769))
  })
  it('PC: losses in fewer than one draw in a hundred do not count as value at risk', () => {
    const sums = new OutcomeMemory('PC', RULES)
    const items: PeriodItem[] = [
      { playCode: 'HZ', itemCode: '0', ifLose: yuan(1), ifWin: yuan(-900) },
      { playCode: 'HZ', itemCode: '3', ifLose: yuan(0), ifWin: yuan(-93) },
    ]
    expect(decidingRisk(decidingResults(sums, items))).toBe(yuan(92))
  })
})
