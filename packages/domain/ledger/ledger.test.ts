import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flows } from '../book/book.ts'
import { PathId } from '../ids.ts'
import { type Money, money, yuan, ZERO } from '../money/money.ts'
import { memberHolding } from '../replenishment/testing/small-world.ts'
import {
  applyMovement,
  type Books,
  correctionMovement,
  creditReset,
  emptyBooks,
  foldPostings,
  imbalance,
  type Movement,
  postingMovement,
  recoverable,
  recoveryMovement,
  type SettledStake,
  stakeMovement,
  transferMovement,
  type Wallet,
} from './ledger.ts'

const SEED = 20_260_108
const MERCHANT = PathId(2)
const AGENT = PathId(4)
const BETTOR = PathId(101)

const open = (mode: 'credit' | 'cash', paths: readonly PathId[]): Books => ({
  ...emptyBooks(),
  wallets: new Map(
    paths.map((path): [PathId, Wallet] => [path, { mode, quota: ZERO, balance: ZERO, openStake: ZERO }]),
  ),
})
const must = (books: Books, movement: Movement): Books => {
  const applied = applyMovement(books, movement)
  if (!applied.ok) throw new Error(applied.refusal)
  return applied.books
}
const settled = (path: PathId, stake: Money, payout: Money, refunded = false): SettledStake => ({
  path,
  stake,
  payout,
  refunded,
  flow: flows(memberHolding('mem1'), stake, payout, !refunded).uB,
})

describe('money between parent and child', () => {
  const start = must(
    must(
      open('credit', [MERCHANT, AGENT]),
      transferMovement({ parent: null, child: MERCHANT, mode: 'credit' }, yuan(1000)),
    ),
    transferMovement({ parent: MERCHANT, child: AGENT, mode: 'credit' }, yuan(300)),
  )
  it('a credit transfer moves quota and balance of the child, but not the quota of the giver', () => {
    expect(start.wallets.get(MERCHANT)).toMatchObject({ quota: yuan(1000), balance: yuan(700) })
    expect(start.wallets.get(AGENT)).toMatchObject({ quota: yuan(300), balance: yuan(300) })
    expect([start.issuance, imbalance(start)]).toEqual([yuan(-1000), null])
  })
  it('a transfer above the balance is refused whole', () => {
    expect(
      applyMovement(start, transferMovement({ parent: MERCHANT, child: AGENT, mode: 'credit' }, yuan(701))),
    ).toEqual({ ok: false, refusal: 'balanceTooLow' })
    expect(
      applyMovement(start, transferMovement({ parent: MERCHANT, child: PathId(99), mode: 'credit' }, yuan(1))),
    ).toEqual({
      ok: false,
      refusal: 'noWallet',
    })
    // Said first, as production does, also when the giver has too little.
    expect(
      applyMovement(start, transferMovement({ parent: MERCHANT, child: PathId(99), mode: 'credit' }, yuan(10_000))),
    ).toEqual({ ok: false, refusal: 'noWallet' })
  })
  it.each([
    ['credit', 300, 500, 300],
    ['credit', 300, 200, 200],
    ['credit', 300, -10, 0],
    ['cash', 0, 500, 500],
  ] as const)('%s with quota %i and balance %i gives back at most %i', (mode, quota, balance, most) => {
    expect(recoverable({ mode, quota: yuan(quota), balance: yuan(balance) })).toBe(yuan(most))
  })
  it('recovery takes the quota back', () => {
    const after = must(start, recoveryMovement({ parent: MERCHANT, child: AGENT, mode: 'credit' }, yuan(100)))
    expect(after.wallets.get(AGENT)).toMatchObject({ quota: yuan(200), balance: yuan(200) })
    expect(after.wallets.get(MERCHANT)).toMatchObject({ quota: yuan(1000), balance: yuan(800) })
  })
})

describe('a period', () => {
  const funded = must(
    open('credit', [BETTOR]),
    transferMovement({ parent: null, child: BETTOR, mode: 'credit' }, yuan(1000)),
  )
  it('pays out, pays commission and gives back', () => {
    const staked = [yuan(100), yuan(200), yuan(50)].reduce(
      (books, stake) => must(books, stakeMovement(BETTOR, stake)),
      funded,
    )
    expect([staked.clearing, staked.wallets.get(BETTOR)?.balance]).toEqual([yuan(350), yuan(650)])
    const [posting] = foldPostings([
      settled(BETTOR, yuan(100), yuan(198)),
      settled(BETTOR, yuan(200), ZERO),
      settled(BETTOR, yuan(50), yuan(50), true),
    ])
    expect(posting).toEqual({
      path: BETTOR,
      stake: yuan(350),
      payout: yuan(198),
      commission: yuan(3),
      refund: yuan(50),
    })
    if (!posting) throw new Error('nothing to post')
    const done = must(staked, postingMovement(posting))
    expect(done.wallets.get(BETTOR)).toMatchObject({ balance: yuan(901), openStake: ZERO })
    expect([done.clearing, imbalance(done)]).toEqual([0n, null])
    const reset = creditReset(BETTOR, done.wallets.get(BETTOR) as Wallet)
    expect(reset && must(done, reset).wallets.get(BETTOR)?.balance).toBe(yuan(1000))
  })
  it('only a correction may take a wallet below zero', () => {
    const before = foldPostings([settled(BETTOR, yuan(900), yuan(1782))])[0]
    const after = foldPostings([settled(BETTOR, yuan(900), ZERO)])[0]
    if (!before || !after) throw new Error('nothing to post')
    const paid = must(must(funded, stakeMovement(BETTOR, yuan(900))), postingMovement(before))
    const spent = must(paid, stakeMovement(BETTOR, yuan(1800)))
    const corrected = must(spent, correctionMovement(before, after))
    expect(corrected.wallets.get(BETTOR)?.balance).toBe(yuan(1000 - 900 + 9 - 1800))
    expect(imbalance(corrected)).toBeNull()
    expect(applyMovement(corrected, stakeMovement(BETTOR, yuan(1)))).toEqual({ ok: false, refusal: 'balanceTooLow' })
  })
  it('commission follows the rounded flows: the wallet ends at the stake less the flow', () => {
    const orders = fc.array(
      fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.boolean()),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(orders, (all) => {
        const list = all.map(([cents, payout, refunded]) =>
          settled(BETTOR, money(cents * 100n), refunded ? money(cents * 100n) : money(payout), refunded),
        )
        const [posting] = foldPostings(list)
        const paid = posting ? posting.payout + posting.commission + posting.refund : 0n
        expect(paid).toBe(list.reduce((sum, { stake, flow }) => sum + stake - flow, 0n))
      }),
      { seed: SEED },
    )
  })
})

describe('any commands', () => {
  it('keep the books balanced and every wallet at zero or above', () => {
    const path = fc.constantFrom(MERCHANT, AGENT, BETTOR)
    const amount = fc.integer({ min: 1, max: 500 }).map((value) => yuan(value))
    const command = fc.oneof(
      fc.record({ do: fc.constant('give' as const), parent: fc.option(path), child: path, amount }),
      fc.record({ do: fc.constant('back' as const), parent: fc.option(path), child: path, amount }),
      fc.record({ do: fc.constant('bet' as const), child: path, amount }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('credit' as const, 'cash' as const),
        fc.array(command, { maxLength: 60 }),
        (mode, commands) => {
          let books = open(mode, [MERCHANT, AGENT, BETTOR])
          for (const one of commands) {
            let movement: Movement
            if (one.do === 'bet') movement = stakeMovement(PathId(one.child), one.amount)
            else if (one.parent === one.child) continue
            else if (one.do === 'give')
              movement = transferMovement({ parent: one.parent, child: PathId(one.child), mode }, one.amount)
            else {
              const wallet = books.wallets.get(PathId(one.child))
              if (!wallet || recoverable(wallet) < one.amount) continue
              movement = recoveryMovement({ parent: one.parent, child: PathId(one.child), mode }, one.amount)
            }
            const applied = applyMovement(books, movement)
            if (applied.ok) books = applied.books
            expect(imbalance(books)).toBeNull()
            for (const { balance, quota } of books.wallets.values()) expect(balance >= 0n && quota >= 0n).toBe(true)
          }
        },
      ),
      { seed: SEED, numRuns: 300 },
    )
  })
  it('entries that do not sum to zero throw', () => {
    expect(() =>
      applyMovement(open('cash', [BETTOR]), { entries: [{ account: BETTOR, kind: 'payout', amount: yuan(1) }] }),
    ).toThrow('sum')
  })
})
