import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GameCode, NUMBERS, type Play, playOf, playsOfGame } from '../games/catalogue.ts'
import { ballsAt, type DrawRules, drawSpace, preparedAt } from '../games/draw-space.ts'
import { itemOfSelections, listedItems } from '../games/item.ts'
import { DEFAULT_OPTIONS, type RuleOptions } from '../games/options.ts'
import type { Outcome } from '../games/outcome.ts'
import { money } from '../money/money.ts'
import { outlookOf, periodResults, worstDraws } from './period-results.ts'
import { partsFor } from './period-values.ts'
import { type PeriodItem, resultUnder, wayOf } from './scenario.ts'

const SEED = 20_261_121
const sample = { draws: 400, seed: 7 }

/** Every rule option at a value that is not its default. */
const OTHER: RuleOptions = {
  ...DEFAULT_OPTIONS,
  m5_wrap: !DEFAULT_OPTIONS.m5_wrap,
  m5_lhTie: DEFAULT_OPTIONS.m5_lhTie === 'refund' ? 'lose' : 'refund',
  pc_wrap: !DEFAULT_OPTIONS.pc_wrap,
  pc_1314: 'high',
  pc_pairTriple: true,
  pk_sum11: 'lose_dx',
  hk_49: 'normal',
  hk_zhengxiao: 'once',
  hk_4z1: 7,
  hk_dxz1: 'exactly',
  hk_zongwei: 7,
}
const RULES: readonly DrawRules[] = [
  { lunarYear: 2026, options: DEFAULT_OPTIONS },
  { lunarYear: 2025, options: OTHER },
  { lunarYear: 2024, options: { ...DEFAULT_OPTIONS, pc_1314: 'refund_all', hk_49: 'lose', hk_49_animal: 'refund' } },
]

const SIDES = ['DA', 'XIAO', 'DAN', 'SHUANG', 'HEDAN', 'WEIDA', 'RED', 'BLUE', 'GREEN', 'JIAQIN']

/** A random item of a play. */
const itemCodeOf = (play: Play): fc.Arbitrary<string> => {
  const { form } = play
  switch (form.kind) {
    case 'one':
      return fc.constantFrom(...listedItems(play))
    case 'digits':
      return fc.integer({ min: 0, max: 10 ** form.length - 1 }).map((n) => String(n).padStart(form.length, '0'))
    case 'pick':
      return fc
        .subarray([...form.universe], { minLength: form.min, maxLength: form.max })
        .map((picks) => picks.join('+'))
    case 'legs':
      return fc
        .record({
          balls: fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 2 }),
          sides: fc.array(fc.constantFrom(...SIDES), { minLength: 6, maxLength: 6 }),
        })
        .map(({ balls, sides }) => balls.map((ball, index) => `ZM${ball}:${sides[index]}`).join('+'))
  }
}

/** Different results for different ways to win, so that a wrong tier, hit or push is visible. */
const waysOf = (play: Play, win: bigint): ReadonlyMap<string, ReturnType<typeof money>> | undefined => {
  const way = (tier: number, hits: number, pushedLegs: number) => wayOf({ tier, hits, pushedLegs })
  if (play.payoutKind === 'tiers') return new Map([[way(1, 1, 0), money(win / 3n)]])
  if (play.payoutKind === 'multi')
    return new Map([2, 3, 4, 5].map((hits) => [way(0, hits, 0), money(win * BigInt(hits))]))
  if (play.payoutKind === 'legs')
    return new Map([0, 1, 2, 3, 4, 5].map((leg) => [way(0, 1, 1 << leg), money(win / BigInt(leg + 2))]))
  return undefined
}

const itemOf = (game: GameCode, size: bigint): fc.Arbitrary<PeriodItem> =>
  fc
    .constantFrom(...playsOfGame(game))
    .chain((play) =>
      fc.record({
        play: fc.constant(play),
        itemCode: itemCodeOf(play),
        ifLose: fc.bigInt({ min: -size / 10n, max: size }),
        ifWin: fc.bigInt({ min: -size * 50n, max: size }),
      }),
    )
    .map(({ play, itemCode, ifLose, ifWin }) => {
      const ways = waysOf(play, ifWin)
      const item = { playCode: play.code, itemCode, ifLose: money(ifLose), ifWin: money(ifWin) }
      return ways ? { ...item, ways } : item
    })

/** Judges each item under one draw by the rules, without any shortcut. */
const bruteForce = (items: readonly PeriodItem[], judged: (play: string, item: string) => Outcome): bigint =>
  items.reduce((sum, item) => sum + resultUnder(item, judged(item.playCode, item.itemCode)), 0n)

const spaces = new Map<string, ReturnType<typeof drawSpace>>()
const spaceOf = (game: GameCode, which: number): ReturnType<typeof drawSpace> => {
  const key = `${game} ${which}`
  const known = spaces.get(key)
  if (known) return known
  const made = drawSpace(game, RULES[which] as DrawRules, sample)
  spaces.set(key, made)
  return made
}

describe.each(['5M', 'PK', '6HC', 'PC'] as const)('%s against the rules draw by draw', (game) => {
  const check = (items: readonly PeriodItem[], which: number): void => {
    const space = spaceOf(game, which)
    const results = periodResults(space, items)
    expect(results.length).toBe(space.count)
    // Judging all 100,000 draws of 5M takes too long. Every 97th covers all digits of all places.
    const step = space.count > 1000 ? 97 : 1
    for (let index = 0; index < space.count; index += step) {
      const draw = preparedAt(space, index)
      expect(results[index]).toBe(bruteForce(items, (play, item) => draw.outcome(play, item)))
    }
  }
  it('any small book', () => {
    fc.assert(fc.property(fc.array(itemOf(game, 10n ** 9n), { maxLength: 40 }), fc.nat(2), check), {
      seed: SEED,
      numRuns: game === '5M' ? 12 : 25,
    })
  })
  it('one item of every play', () => {
    for (const which of [0, 1, 2]) {
      for (const play of playsOfGame(game)) {
        const [code = ''] = fc.sample(itemCodeOf(play), { seed: SEED + which, numRuns: 1 })
        const ways = waysOf(play, -7_000_003n)
        const item = { playCode: play.code, itemCode: code, ifLose: money(9999n), ifWin: money(-7_000_003n) }
        check([ways ? { ...item, ways } : item], which)
      }
    }
  })
  it('amounts above the exact range of a float stay exact', () => {
    fc.assert(
      fc.property(fc.array(itemOf(game, 10n ** 16n), { minLength: 1, maxLength: 8 }), (items) => {
        fc.pre(partsFor(items) > 1)
        check(items, 0)
      }),
      { seed: SEED, numRuns: 5 },
    )
  })
})

describe('a lens covers everything that its plays depend on', () => {
  it.each(['5M', 'PC'] as const)('%s: every listed item under every draw', (game) => {
    for (const which of [0, 1]) {
      const space = spaceOf(game, which)
      const plays = playsOfGame(game).filter((play) => play.form.kind === 'one')
      const items = plays.flatMap((play) =>
        listedItems(play).map((itemCode, index) => ({
          playCode: play.code,
          itemCode,
          ifLose: money(1n),
          ifWin: money(-BigInt((play.id % 1000) * 64 + index)),
        })),
      )
      const results = periodResults(space, items)
      const step = game === '5M' ? 31 : 1
      for (let index = 0; index < space.count; index += step) {
        const draw = preparedAt(space, index)
        if (results[index] !== bruteForce(items, (play, item) => draw.outcome(play, item)))
          expect.fail(`${game} ${ballsAt(space, index).join()}`)
      }
    }
  })
})

describe('draws', () => {
  it('of 5M and PC are complete, each draw once', () => {
    expect([spaceOf('5M', 0).count, spaceOf('PC', 0).count]).toEqual([100_000, 1000])
    expect(spaceOf('5M', 0).exact && spaceOf('PC', 0).exact).toBe(true)
    const seen = new Set(Array.from({ length: 100_000 }, (_, index) => ballsAt(spaceOf('5M', 0), index).join('')))
    expect([seen.size, seen.has('00000'), seen.has('99999')]).toEqual([100_000, true, true])
  })
  it('of PK and 6HC are sampled, the same for the same seed, every number about equally often', () => {
    const rules = RULES[0] as DrawRules
    const space = drawSpace('6HC', rules, { draws: 49_000, seed: 3 })
    expect(space.balls).toEqual(drawSpace('6HC', rules, { draws: 49_000, seed: 3 }).balls)
    expect(space.balls).not.toEqual(drawSpace('6HC', rules, { draws: 49_000, seed: 4 }).balls)
    expect([space.exact, space.count]).toEqual([false, 49_000])
    for (const place of [0, 3, 6]) {
      const times = Array.from({ length: 50 }, () => 0)
      for (let index = 0; index < space.count; index++)
        times[space.balls[index * 7 + place] ?? 0] = (times[space.balls[index * 7 + place] ?? 0] ?? 0) + 1
      expect(times[0]).toBe(0)
      expect(Math.min(...times.slice(1))).toBeGreaterThan(850)
      expect(Math.max(...times.slice(1))).toBeLessThan(1150)
    }
    const cars = drawSpace('PK', rules, { draws: 500, seed: 1 })
    for (let index = 0; index < 500; index++) expect(new Set(ballsAt(cars, index)).size).toBe(10)
  })
})

describe('the outlook of a period', () => {
  const space = spaceOf('PC', 0)
  it('counts PC exactly: a loss of 1,000 on sum 0 alone, 90 on sum 1', () => {
    const items = [
      { playCode: 'HZ', itemCode: '0', ifLose: money(10n), ifWin: money(-1000n) },
      { playCode: 'HZ', itemCode: '1', ifLose: money(10n), ifWin: money(-90n) },
    ]
    const outlook = outlookOf(space, periodResults(space, items), 10)
    expect(outlook.worst[0]).toEqual({ balls: [0, 0, 0], result: -990n })
    expect(outlook.worst.slice(1, 4).map(({ result }) => result)).toEqual([-80n, -80n, -80n])
    expect(outlook.worst.slice(4).every(({ result }) => result === 20n)).toBe(true)
    // Four of a thousand draws lose, which is less than one in a hundred, so the value at risk is 0.
    expect(outlook.valueAtRisk).toBe(0n)
    expect([outlook.draws, outlook.exact, outlook.percentiles[0]?.result, outlook.percentiles.at(-1)?.result]).toEqual([
      1000,
      true,
      -990n,
      20n,
    ])
  })
  it('at most one draw in a hundred loses more than the value at risk', () => {
    // Sum 3 has 10 ways and sum 2 has 6, so the eleven worst draws matter.
    const items = [
      { playCode: 'HZ', itemCode: '3', ifLose: money(0n), ifWin: money(-500n) },
      { playCode: 'HZ', itemCode: '2', ifLose: money(0n), ifWin: money(-300n) },
    ]
    expect(outlookOf(space, periodResults(space, items), 1).valueAtRisk).toBe(300n)
  })
  it('no draw is listed twice, and an empty book loses nothing', () => {
    const cars = drawSpace('PK', RULES[0] as DrawRules, { draws: 3000, seed: 9 })
    const worst = worstDraws(cars, periodResults(cars, []), 10)
    expect(worst.every(({ result }) => result === 0n)).toBe(true)
    expect(new Set(worst.map(({ balls }) => balls.join())).size).toBe(10)
  })
})

it('every play of 6HC is evaluated by exactly one method', () => {
  const unseen = playsOfGame('6HC').filter((play) => {
    const code = listedItems(play)[0] ?? fc.sample(itemCodeOf(play), { seed: SEED, numRuns: 1 })[0] ?? ''
    const item = { playCode: play.code, itemCode: code, ifLose: money(0n), ifWin: money(0n) }
    return periodResults(spaceOf('6HC', 0), [item]).length !== sample.draws
  })
  expect([unseen, NUMBERS.length, playOf('6HC', 'GG')?.form.kind]).toEqual([[], 49, 'legs'])
  expect(itemOfSelections('6HC', 'GG', ['ZM1:DA', 'ZM2:RED']).ok).toBe(true)
})
