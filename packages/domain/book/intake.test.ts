import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PathId } from '../ids.ts'
import { yuan, ZERO } from '../money/money.ts'
import {
  GAMES,
  MEMBERS,
  memberHolding,
  nodeOf,
  PERIOD,
  SmallWorld,
  slip,
} from '../replenishment/testing/small-world.ts'
import {
  type BetSlip,
  contentText,
  type IntakeRefusal,
  type IntakeSnapshot,
  mayStillCommit,
  quoteKey,
  startIntake,
} from './intake.ts'

interface Fault {
  readonly refusal: IntakeRefusal
  readonly slip?: Partial<BetSlip>
  readonly snapshot?: (world: SmallWorld) => Partial<IntakeSnapshot>
}

const bettor = (over: { status?: 1 | 2 | 4; balance?: number; openStake?: number }) => (account: string) =>
  account !== 'mem1'
    ? undefined
    : {
        path: PathId(101),
        status: over.status ?? 1,
        balance: yuan(over.balance ?? 1_000_000),
        openStake: yuan(over.openStake ?? 0),
        chain: nodeOf(MEMBERS['mem1']?.parent ?? PathId(0)).chain,
      }
const limits = (over: object) => () => ({
  minStake: yuan(1),
  maxStake: yuan(500_000),
  maxItem: yuan(1_000_000),
  holding: memberHolding('mem1'),
  ...over,
})

/** Every refusal, in the written order of the checks. Each fault makes the bet wrong in this one way. */
const FAULTS: readonly Fault[] = [
  { refusal: 'duplicateMismatch', snapshot: () => ({ known: () => ({ content: 'other', orderId: 1n }) }) },
  { refusal: 'leaseOver', snapshot: () => ({ leased: false }) },
  { refusal: 'stakeWrong', slip: { stake: '10.001' } },
  { refusal: 'unknownMember', slip: { account: 'nobody' } },
  { refusal: 'disabled', snapshot: () => ({ bettor: bettor({ status: 2 }) }) },
  { refusal: 'frozen', snapshot: () => ({ bettor: bettor({ status: 4 }) }) },
  { refusal: 'gameOff', snapshot: () => ({ bettorGame: () => ({ enabled: false, pankou: 'C' }) }) },
  { refusal: 'maintenance', snapshot: () => ({ maintenance: () => true }) },
  { refusal: 'periodClosed', snapshot: () => ({ now: PERIOD.closeAt }) },
  { refusal: 'unknownItem', slip: { itemCode: 'zz' } },
  { refusal: 'pankouWrong', slip: { pankou: 'A' } },
  { refusal: 'notOnSale', snapshot: () => ({ games: { ...GAMES, currentPrice: () => null } }) },
  { refusal: 'oddsChanged', slip: { odds: '9.99' } },
  { refusal: 'belowMinStake', snapshot: () => ({ bettorLimits: limits({ minStake: yuan(50) }) }) },
  { refusal: 'aboveMaxStake', snapshot: () => ({ bettorLimits: limits({ maxStake: yuan(5) }) }) },
  {
    refusal: 'aboveMaxItem',
    snapshot: () => ({ bettor: bettor({ openStake: 999_991 }), itemTotal: () => yuan(999_991) }),
  },
  { refusal: 'balanceTooLow', snapshot: () => ({ bettor: bettor({ balance: 9 }) }) },
  { refusal: 'aboveMaxOpen', snapshot: () => ({ openRoom: yuan(9) }) },
]

const judge = (faults: readonly Fault[]) => {
  const world = new SmallWorld()
  // When two faults set the same field, the value of the earlier check is used.
  const last = [...faults].reverse()
  const over = Object.assign({}, ...last.map((fault) => fault.snapshot?.(world))) as Partial<IntakeSnapshot>
  const bad = Object.assign({}, ...last.map((fault) => fault.slip)) as Partial<BetSlip>
  return startIntake({ ...world.snapshot(), ...over }).decide(slip('1', 'mem1', 'W a', '10', bad))
}

describe('refusals', () => {
  it.each(FAULTS)('$refusal', (fault) =>
    expect(judge([fault])).toMatchObject({ kind: 'refused', refusal: fault.refusal }),
  )

  it('an unknown game is refused as unknownItem, also when the period is wrong', () =>
    expect(
      judge([
        { refusal: 'unknownItem', snapshot: () => ({ maintenance: () => undefined }) },
        { refusal: 'periodClosed', snapshot: () => ({ period: () => undefined }) },
      ]),
    ).toMatchObject({ refusal: 'unknownItem' }))

  it('of any two faults the earlier check is reported', () => {
    FAULTS.forEach((first, index) => {
      for (const second of FAULTS.slice(index + 1))
        expect(judge([first, second])).toMatchObject({ refusal: first.refusal })
    })
  })

  it('of any fault and all later ones the first is reported', () => {
    FAULTS.forEach((fault, index) => {
      expect(judge(FAULTS.slice(index))).toMatchObject({ refusal: fault.refusal })
    })
  })

  it.each([['0'], ['-1'], ['0.00'], ['1.234'], ['1e3'], [''], ['1,000'], ['９']])('stake %s is refused', (stake) =>
    expect(judge([{ refusal: 'stakeWrong', slip: { stake } }])).toMatchObject({ refusal: 'stakeWrong' }),
  )

  it('a refusal for changed odds carries the new odds', () =>
    expect(judge([{ refusal: 'oddsChanged', slip: { odds: '2.8' } }])).toMatchObject({ quote: '2.8500' }))
  it.each(['scheduled', 'closed', 'drawn', 'settled', 'void'] as const)('a %s period accepts no bet', (state) =>
    expect(
      judge([{ refusal: 'periodClosed', snapshot: () => ({ period: () => ({ ...PERIOD, state }) }) }]),
    ).toMatchObject({ refusal: 'periodClosed' }),
  )
})

describe('the open stake of a merchant', () => {
  it.each([
    [['10', '10', '5'], 'aboveMaxOpen'],
    [['10', '10'], 'accepted'],
  ] as const)('%j against 20 ends with %s', (stakes, last) => {
    const intake = startIntake({ ...new SmallWorld().snapshot(), openRoom: yuan(20) })
    const answers = stakes.map((stake, index) => intake.decide(slip(String(index), 'mem1', 'W a', stake)))
    const [answer] = answers.slice(-1)
    expect(answer?.kind === 'refused' ? answer.refusal : answer?.kind).toBe(last)
  })
  it('is not used by refused bets', () => {
    const world = new SmallWorld({}, { start: 25 })
    const intake = startIntake({ ...world.snapshot(), openRoom: yuan(20) })
    expect(intake.decide(slip('1', 'mem1', 'W a', '26'))).toMatchObject({ refusal: 'balanceTooLow' })
    expect(intake.decide(slip('2', 'mem1', 'W a', '20'))).toMatchObject({ kind: 'accepted' })
  })
})

describe('bet numbers', () => {
  const world = () => new SmallWorld({}, { start: 25 })
  const kinds = (slips: readonly BetSlip[], on = world()) =>
    on.take(slips).answers.map((answer) => (answer.kind === 'refused' ? answer.refusal : answer.kind))

  it('repeating an accepted number returns the first order and takes no stake', () => {
    const on = world()
    const same = { odds: '2.85', stake: '10.0', pankou: 'C', callId: 2 }
    expect(kinds([slip('1', 'mem1', 'W a', '10'), slip('1', 'mem1', 'W a', '10', same)], on)).toEqual([
      'accepted',
      'repeated',
    ])
    expect(kinds([slip('1', 'mem1', 'W a', '10', { callId: 3 })], on)).toEqual(['repeated'])
    expect(on.balances.get('mem1')).toBe(yuan(15))
    expect(on.orders.length).toBe(1)
  })
  it('the same number with other content is refused, in the same call and later', () => {
    const on = world()
    expect(kinds([slip('1', 'mem1', 'W a', '10'), slip('1', 'mem1', 'W a', '11')], on)).toEqual([
      'accepted',
      'duplicateMismatch',
    ])
    expect(kinds([slip('1', 'mem2', 'W a', '10', { callId: 2 })], on)).toEqual(['duplicateMismatch'])
  })
  it('a refused number is refused again in the same call and judged again in the next', () => {
    const on = world()
    const poor = slip('1', 'mem1', 'W a', '30')
    expect(
      kinds([poor, poor, slip('1', 'mem1', 'W a', '5'), { ...slip('1', 'mem1', 'W a', '5'), callId: 2 }], on),
    ).toEqual(['balanceTooLow', 'balanceTooLow', 'duplicateMismatch', 'accepted'])
  })
})

describe('running totals', () => {
  it('balance and item total include what the batch already took', () => {
    const world = new SmallWorld({}, { start: 100, maxItem: 50 })
    const bets = [
      slip('1', 'mem1', 'W a', '40'),
      slip('2', 'mem1', 'W a', '20'),
      slip('3', 'mem1', 'W a', '10'),
      slip('4', 'mem1', 'W b', '49'),
      slip('5', 'mem1', 'W c', '2'),
      slip('6', 'mem1', 'W c', '1'),
      slip('7', 'mem2', 'W a', '50'),
    ]
    const answers = world
      .take(bets)
      .answers.map((answer) =>
        answer.kind === 'accepted' ? answer.balanceAfter : answer.kind === 'refused' ? answer.refusal : answer.kind,
      )
    expect(answers).toEqual([yuan(60), 'aboveMaxItem', yuan(50), yuan(1), 'balanceTooLow', ZERO, yuan(50)])
  })
})

describe('totals that were not read', () => {
  const untold = (world: SmallWorld) => ({ ...world.snapshot(), itemTotal: () => undefined })

  it('are not asked for while all that is open and asked for is within the limit', () => {
    const world = new SmallWorld({}, { start: 1_000, maxItem: 50 })
    world.take([slip('1', 'mem1', 'W a', '20')])
    const intake = startIntake(untold(world))
    const answers = ['10', '20'].map((stake, index) => intake.decide(slip(`2${index}`, 'mem1', 'W b', stake)))
    expect(answers.map(({ kind }) => kind)).toEqual(['accepted', 'accepted'])
    expect([...intake.unsure]).toEqual([])
    intake.decide(slip('3', 'mem1', 'W c', '1'))
    expect([...intake.unsure]).toEqual([MEMBERS['mem1']?.path])
  })

  it('change no answer: who is unsure is judged again with them', () => {
    const bets = fc.array(
      fc.record({
        account: fc.constantFrom('mem1', 'mem2', 'mem3'),
        item: fc.constantFrom('W a', 'W b', 'W c'),
        stake: fc.integer({ min: 1, max: 40 }),
        repeats: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(bets, bets, fc.integer({ min: 20, max: 120 }), (earlier, later, openRoom) => {
        const world = new SmallWorld({}, { start: 200, maxItem: 60 })
        const slips = (from: string, list: typeof earlier): BetSlip[] =>
          list.map(({ account, item, stake, repeats }, index) =>
            slip(`${from}${repeats ? 0 : index}`, account, item, String(stake)),
          )
        world.take(slips('e', earlier))
        const asked = slips('l', later)
        const room = { openRoom: yuan(openRoom) }
        const judged = (snapshot: IntakeSnapshot) => {
          const intake = startIntake({ ...snapshot, ...room, nextOrderId: () => 1n })
          return { answers: asked.map(intake.decide), unsure: intake.unsure }
        }
        const first = judged(untold(world))
        const told = world.snapshot()
        const second = judged({
          ...told,
          itemTotal: (one, item) => (first.unsure.has(one.path) ? told.itemTotal(one, item) : undefined),
        })
        expect([...second.unsure]).toEqual([])
        expect(second.answers).toEqual(judged(told).answers)
      }),
    )
  })
})

describe('small rules', () => {
  it('quotes are compared as numbers, not by spelling or order', () => {
    expect(quoteKey('1.980')).toBe(quoteKey('1.98'))
    expect(quoteKey({ ZHONG3: '109', ZHONG2: '20.80' })).toBe(quoteKey({ ZHONG2: '20.8', ZHONG3: '109.0' }))
    expect(quoteKey({ ZHONG3: '109' })).not.toBe(quoteKey('109'))
    expect(quoteKey('junk')).not.toBe(quoteKey('0'))
  })
  it('nothing commits at or after hedgeCloseAt', () => {
    expect(
      [PERIOD.closeAt, PERIOD.hedgeCloseAt - 1, PERIOD.hedgeCloseAt].map((now) => mayStillCommit([PERIOD], now)),
    ).toEqual([true, true, false])
  })
  it('the earliest of several periods decides for the whole batch', () => {
    const later = { hedgeCloseAt: PERIOD.hedgeCloseAt + 1000 }
    expect(mayStillCommit([later, PERIOD], PERIOD.hedgeCloseAt - 1)).toBe(true)
    expect(mayStillCommit([later, PERIOD], PERIOD.hedgeCloseAt)).toBe(false)
    expect(mayStillCommit([], Number.MAX_SAFE_INTEGER)).toBe(true)
  })
})

it('puts the content of a bet together like JSON', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.array(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), { maxLength: 6 }),
      (first, second, rest) => {
        expect(contentText(first, second, rest)).toBe(JSON.stringify([first, second, ...rest]))
      },
    ),
  )
})
