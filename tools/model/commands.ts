/** Random commands as plain data. Who and what they mean is an index: the driver finds the next one that exists. */
import fc from 'fast-check'

/** How a bet is wrong. */
const BET_FAULTS = ['stake', 'odds', 'member', 'pankou', 'item', 'period', 'again', 'againOther', 'foreign'] as const
type BetFault = (typeof BET_FAULTS)[number]

export interface BetPlan {
  readonly who: number
  readonly item: number
  readonly cents: number
  readonly fault: BetFault | null
}

const index = fc.nat(10_000)
const cents = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 100, max: 200_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 500 }).map((yuan) => yuan * 100) },
  { weight: 1, arbitrary: fc.constantFrom(1, 99, 500_000, 500_001) },
)
const bet: fc.Arbitrary<BetPlan> = fc.record({
  who: index,
  item: index,
  cents,
  fault: fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom<BetFault>(...BET_FAULTS) },
  ),
})
/** A limit in yuan; null: none. */
const limit = fc.oneof(fc.constant(null), fc.constant(0), fc.integer({ min: 1, max: 2_000 }))
const auto = fc.record({
  enabled: fc.boolean(),
  mode: fc.constantFrom('stake' as const, 'loss' as const),
  holdLimit: limit,
  unit: fc.constantFrom(1, 10, 0.5),
  // Mode `loss` needs it.
  maxLoss: fc.integer({ min: 0, max: 5_000 }),
})
const flag = fc.boolean()
const percent = fc.oneof(fc.constantFrom(0, 10_000), fc.integer({ min: 0, max: 7_000 }))

const commands = {
  bets: fc.record({
    do: fc.constant('bets' as const),
    merchant: index,
    // Game platforms send what they have: a few bets, or many that meet the same limits in one call.
    bets: fc.oneof(
      { weight: 5, arbitrary: fc.array(bet, { minLength: 1, maxLength: 5, size: 'max' }) },
      { weight: 1, arbitrary: fc.array(bet, { minLength: 6, maxLength: 60, size: 'max' }) },
    ),
  }),
  give: fc.record({ do: fc.constant('give' as const), who: index, yuan: fc.integer({ min: 1, max: 20_000 }) }),
  back: fc.record({
    do: fc.constant('back' as const),
    who: index,
    yuan: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 5_000 })),
  }),
  create: fc.record({ do: fc.constant('create' as const), who: index }),
  shares: fc.record({
    do: fc.constant('shares' as const),
    who: index,
    uplineShare: percent,
    downlineCap: fc.oneof(fc.constant(null), percent),
    remainder: flag,
  }),
  rate: fc.record({
    do: fc.constant('rate' as const),
    who: index,
    rate: fc.integer({ min: 0, max: 300 }).map((tenth) => tenth * 10),
  }),
  maxItem: fc.record({ do: fc.constant('maxItem' as const), who: index, yuan: fc.integer({ min: 0, max: 21_000 }) }),
  stakes: fc.record({
    do: fc.constant('stakes' as const),
    who: index,
    least: fc.integer({ min: 0, max: 50 }),
    most: fc.integer({ min: 0, max: 5_100 }),
  }),
  accept: fc.record({ do: fc.constant('accept' as const), who: index, type: fc.nat(4), maxFill: limit }),
  auto: fc.record({ do: fc.constant('auto' as const), who: index, item: index, auto, accept: limit, send: limit }),
  headLimit: fc.record({ do: fc.constant('headLimit' as const), who: index, item: index, accept: limit }),
  flyOut: fc.record({ do: fc.constant('flyOut' as const), who: index, item: index, auto }),
  manual: fc.record({ do: fc.constant('manual' as const), who: index, item: index, cents, preview: flag }),
  answers: fc.record({
    do: fc.constant('answers' as const),
    mood: fc.constantFrom('accept' as const, 'refuse' as const, 'silent' as const),
  }),
  close: fc.record({ do: fc.constant('close' as const), game: index }),
  draw: fc.record({ do: fc.constant('draw' as const), game: index, balls: index, long: flag }),
  settle: fc.record({ do: fc.constant('settle' as const) }),
  correct: fc.record({ do: fc.constant('correct' as const), period: index, balls: index }),
  voidPeriod: fc.record({ do: fc.constant('voidPeriod' as const), period: index, late: fc.nat(5) }),
  voidOrder: fc.record({ do: fc.constant('voidOrder' as const), order: index }),
  day: fc.record({ do: fc.constant('day' as const) }),
  wait: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
  status: fc.record({
    do: fc.constant('status' as const),
    who: index,
    status: fc.constantFrom(1 as const, 1 as const, 2 as const, 4 as const),
  }),
}
const WEIGHTS: Readonly<Record<keyof typeof commands, number>> = {
  bets: 60,
  give: 8,
  back: 3,
  create: 1,
  shares: 3,
  rate: 2,
  maxItem: 1,
  stakes: 1,
  accept: 3,
  auto: 6,
  headLimit: 1,
  flyOut: 3,
  manual: 6,
  answers: 5,
  close: 1,
  draw: 4,
  settle: 5,
  correct: 2,
  voidPeriod: 1,
  voidOrder: 3,
  day: 1,
  wait: 2,
  status: 3,
}

export type Command = {
  [K in keyof typeof commands]: (typeof commands)[K] extends fc.Arbitrary<infer C> ? C : never
}[keyof typeof commands]
export type CommandOf<K extends Command['do']> = Extract<Command, { do: K }>

export const command: fc.Arbitrary<Command> = fc.oneof(
  ...(Object.keys(commands) as (keyof typeof commands)[]).map((name) => ({
    weight: WEIGHTS[name],
    arbitrary: commands[name] as fc.Arbitrary<Command>,
  })),
)

/** Draws of both games: repeats, refunds (49) and everything between. */
export const DRAWS: Readonly<Record<number, readonly (readonly number[])[]>> = {
  1: [
    [9, 1, 2, 3, 4],
    [2, 1, 2, 3, 4],
    [5, 8, 0, 0, 0],
    [0, 0, 9, 9, 9],
    [7, 5, 5, 5, 5],
  ],
  3: [
    [30, 2, 3, 1, 45, 13, 7],
    [8, 25, 12, 34, 5, 6, 49],
    [1, 2, 3, 4, 5, 6, 7],
    [11, 21, 31, 41, 10, 20, 30],
    [49, 26, 38, 7, 19, 43, 31],
  ],
}
