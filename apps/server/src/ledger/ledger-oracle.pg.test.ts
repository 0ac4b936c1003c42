import { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import {
  applyMovement,
  type Books,
  correctionMovement,
  creditReset,
  emptyBooks,
  foldPostings,
  forestalledReset,
  imbalance,
  type Movement,
  passOnMovement,
  postingMovement,
  recoveryMovement,
  type SettledStake,
  stakeMovement,
  transferMovement,
  upgradeMovement,
  type Wallet,
  type WalletPosting,
} from '@strata/domain/ledger'
import { type Money, money, yuan, ZERO } from '@strata/domain/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTx } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { resetCredit } from './credit-reset.ts'
import { passOnEnded } from './pass-on.ts'
import { applyAllPostings } from './posting.ts'
import { ISSUANCE, readWallets } from './store.ts'
import { moveWallet, recoverUp, type Transfer, transferDown } from './transfer.ts'
import { verifyLedger } from './verify.ts'

/** Random operations on the ledger of the domain and of the database must give equal balances and entries. */

const { pool, raw } = await createTestDatabase()
await raw.query('create table orders_test partition of orders default')

const M = MerchantId(1)
const MERCHANT = PathId(10)
const AGENT = PathId(20)
const MEMBERS = [30, 31, 32, 33].map(PathId)
const PARENTS: ReadonlyMap<PathId, PathId | null> = new Map<PathId, PathId | null>([
  [MERCHANT, null],
  [AGENT, MERCHANT],
  [PathId(30), AGENT],
  [PathId(31), AGENT],
  [PathId(32), AGENT],
  [PathId(33), AGENT],
  // A path without a wallet.
  [PathId(99), AGENT],
])
const FIRST_DAY = Date.UTC(2027, 0, 15)
const dayText = (day: number): string => new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10)

const child = fc.constantFrom(...PARENTS.keys())
const member = fc.constantFrom(...MEMBERS)
const amount = fc.integer({ min: 1, max: 400 }).map((value) => yuan(value))
/** The result of each stake of a period, in turn. */
const fates = fc.array(fc.constantFrom('win' as const, 'lose' as const, 'refund' as const), {
  minLength: 1,
  maxLength: 4,
})
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('give' as const), child, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('back' as const), child, amount: fc.option(amount) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('bet' as const), member, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), fates }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('correct' as const), fates }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('upgrade' as const), member }) },
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

interface Period {
  readonly id: number
  readonly day: number
  readonly stakes: { readonly path: PathId; readonly stake: Money }[]
  version: number
  posted: readonly WalletPosting[]
}

/** Both ledgers, and what the test needs to give both the same operations. */
class Pair {
  books: Books
  day = 0
  /** The last day on which credit was reset. Null: none yet. The first day is only recorded. */
  reset: { readonly day: number; readonly isFirst: boolean } | null = null
  readonly periods: Period[] = []
  /** Sum of the model's entries, by `path kind`. */
  readonly entries = new Map<string, bigint>()
  nextPath = 200
  /** Agents' paths by the members' that they followed. */
  readonly followed = new Map<PathId, PathId>()
  nextOrder = 1

  readonly mode: 'credit' | 'cash'

  constructor(mode: 'credit' | 'cash') {
    this.mode = mode
    const empty: Wallet = { mode, quota: ZERO, balance: ZERO, openStake: ZERO }
    const paths = [MERCHANT, AGENT, ...MEMBERS]
    this.books = { ...emptyBooks(), wallets: new Map(paths.map((path) => [path, empty])) }
  }

  wallet(path: PathId): Wallet {
    const wallet = this.books.wallets.get(path)
    if (!wallet) throw new Error(`no wallet ${path}`)
    return wallet
  }

  /** Applies a movement to the model. Returns its refusal, or 'done'. */
  apply(movement: Movement): string {
    const applied = applyMovement(this.books, movement)
    if (!applied.ok) return applied.refusal
    this.books = applied.books
    for (const { account, kind, amount: moved } of movement.entries)
      if (typeof account === 'number' && kind !== 'stake') {
        const key = `${account} ${kind}`
        this.entries.set(key, (this.entries.get(key) ?? 0n) + moved)
      }
    return 'done'
  }

  get time() {
    return { at: FIRST_DAY + this.day * 86_400_000, day: dayText(this.day) }
  }

  transfer(childId: PathId): Transfer {
    return { merchantId: M, parentId: PARENTS.get(childId) ?? null, childId, kind: this.mode, head: this.time }
  }

  movesOf(childId: PathId) {
    return { parent: PARENTS.get(childId) ?? null, child: childId, mode: this.mode }
  }

  open(): Period {
    const last = this.periods.at(-1)
    if (last && last.version === 0 && last.day === this.day) return last
    const period: Period = { id: this.periods.length + 1, day: this.day, stakes: [], version: 0, posted: [] }
    this.periods.push(period)
    return period
  }
}

const said = (answer: object): string => ('refusal' in answer ? String(answer.refusal) : 'done')

async function bet(pair: Pair, path: PathId, stake: Money): Promise<void> {
  const moved = await raw.query(
    `update wallets set balance = balance - $3, open_stake = open_stake + $3
      where merchant_id = $1 and path_id = $2 and balance >= $3`,
    [M, path, stake],
  )
  const done = pair.apply(stakeMovement(path, stake)) === 'done'
  expect(moved.rowCount === 1).toBe(done)
  if (!done) return
  const period = pair.open()
  period.stakes.push({ path, stake })
  await raw.query(
    `insert into orders (merchant_id, id, day, game_id, period_id, kind, bettor, play, item, pankou, pay_kind, odds, stake,
       s_h, s_m, s_g, s_a, r_m, r_g, r_a, r_b, lu_m, lu_g, lu_a, lu_b, ps_m, ps_g, ps_a, hc_h, hc_m, hc_g, hc_a, batch, at)
     values ($1, $2, $3, 1, $4, 0, $5, 'P', 'I', 'A', 0, 19800, $6, 10000,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0, 0,0,0,0, 1, 1)`,
    [M, pair.nextOrder++, dayText(period.day), period.id, path, stake],
  )
  await raw.query(
    `insert into merchant_periods (merchant_id, period_id, game_id, day) values ($1, $2, 1, $3) on conflict do nothing`,
    [M, period.id, dayText(period.day)],
  )
}

const settledOf = (period: Period, list: readonly ('win' | 'lose' | 'refund')[]): SettledStake[] =>
  period.stakes.map(({ path, stake }, index) => {
    const fate = list[index % list.length]
    if (fate === 'refund') return { path, stake, payout: stake, flow: ZERO, refunded: true }
    const payout = fate === 'win' ? money((stake * 198n) / 100n) : ZERO
    return { path, stake, payout, flow: money(stake - payout - stake / 100n), refunded: false }
  })

type Posted = readonly [path: PathId, kind: string, amount: bigint, stake: bigint]

/** Posts one version of a period through the server. */
async function post(pair: Pair, period: Period, owed: readonly Posted[]): Promise<void> {
  const version = ++period.version
  for (const [path, kind, paid, stake] of owed)
    await raw.query('insert into postings values ($1, $2, $3, $4, $5, $6, $7)', [
      M,
      period.id,
      version,
      path,
      kind,
      paid,
      stake,
    ])
  await raw.query('insert into posting_runs (merchant_id, period_id, version, at) values ($1, $2, $3, 0)', [
    M,
    period.id,
    version,
  ])
  await raw.query('update merchant_periods set settled_version = $3 where merchant_id = $1 and period_id = $2', [
    M,
    period.id,
    version,
  ])
  await applyAllPostings(pool, { merchantId: M, periodId: PeriodId(period.id), version }, () => pair.time, 1)
}

/** Whether the credit of the period's day was reset before its posting. */
const wasReset = ({ mode, reset }: Pair, period: Period): boolean =>
  mode === 'credit' && reset !== null && !reset.isFirst && period.day < reset.day

const paidOf = ({ payout, commission, refund }: WalletPosting): bigint => payout + commission + refund

async function settle(pair: Pair, list: readonly ('win' | 'lose' | 'refund')[]): Promise<void> {
  const period = pair.periods.find(({ version }) => version === 0)
  if (!period) return
  period.posted = foldPostings(settledOf(period, list))
  const owed = period.posted.flatMap((one): Posted[] => [
    [one.path, 'payout', one.payout, one.stake],
    [one.path, 'commission', one.commission, 0n],
    [one.path, 'refund', one.refund, 0n],
  ])
  for (const one of period.posted) {
    expect(pair.apply(postingMovement(one))).toBe('done')
    if (wasReset(pair, period))
      expect(pair.apply(forestalledReset(one.path, money(paidOf(one) - one.stake)))).toBe('done')
  }
  await post(pair, period, owed)
}

async function correct(pair: Pair, list: readonly ('win' | 'lose' | 'refund')[]): Promise<void> {
  const period = pair.periods.findLast(({ version }) => version > 0)
  if (!period) return
  const after = foldPostings(settledOf(period, list))
  const owed: Posted[] = []
  for (const [index, now] of after.entries()) {
    const before = period.posted[index] as WalletPosting
    const change = paidOf(now) - paidOf(before)
    if (change === 0n) continue
    owed.push([now.path, 'correction', change, 0n])
    expect(pair.apply(correctionMovement(before, now))).toBe('done')
    if (wasReset(pair, period)) expect(pair.apply(forestalledReset(now.path, money(change)))).toBe('done')
  }
  period.posted = after
  await post(pair, period, owed)
  for (const [from, to] of pair.followed) {
    const movement = owed.some(([path]) => path === from) ? passOnMovement(from, to, pair.wallet(from)) : null
    if (movement) expect(pair.apply(movement)).toBe('done')
  }
  await passOnEnded({ pool }, { merchantId: M, periodId: PeriodId(period.id), version: period.version }, pair.time)
}

async function reset(pair: Pair): Promise<void> {
  pair.day++
  await resetCredit(pool, M, pair.time)
  if (pair.reset !== null)
    for (const path of MEMBERS) {
      const movement = creditReset(PathId(path), pair.wallet(PathId(path)))
      if (movement) expect(pair.apply(movement)).toBe('done')
    }
  pair.reset = { day: pair.day, isFirst: pair.reset === null }
}

async function upgrade(pair: Pair, from: PathId): Promise<void> {
  const wallet = pair.wallet(from)
  // A cash wallet below zero cannot be upgraded.
  if (wallet.openStake !== 0n || wallet.balance < 0n) return
  const to = pair.nextPath++
  const wallets = new Map(pair.books.wallets)
  wallets.set(PathId(to), { mode: pair.mode, quota: ZERO, balance: ZERO, openStake: ZERO })
  pair.books = { ...pair.books, wallets }
  await raw.query('insert into wallets (merchant_id, path_id, fund_mode) values ($1, $2, $3)', [M, to, pair.mode])
  const { at } = pair.time
  await raw.query('update paths set closed_at = $3 where merchant_id = $1 and id = $2', [M, from, at])
  await raw.query(
    `insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, lineage, created_at)
     values ($1, $2, $3, 3, $4, 'p', $5, '{}', $6)`,
    [M, to, AGENT, from, pair.mode, at],
  )
  pair.followed.set(from, PathId(to))
  await runTx(pool, {}, (tx) => moveWallet(tx, M, { from, to: PathId(to) }, pair.time))
  expect(pair.apply(upgradeMovement(from, PathId(to), wallet))).toBe('done')
}

async function run(pair: Pair, one: Command): Promise<void> {
  const path = 'child' in one ? one.child : 'member' in one ? one.member : null
  // An ended path takes part in nothing but corrections.
  if (path !== null && pair.followed.has(path)) return
  switch (one.do) {
    case 'give': {
      const answer = await runTx(pool, {}, (tx) => transferDown(tx, pair.transfer(one.child), one.amount))
      return expect(said(answer)).toBe(pair.apply(transferMovement(pair.movesOf(one.child), one.amount)))
    }
    case 'back': {
      const answer = await runTx(pool, {}, (tx) => recoverUp(tx, pair.transfer(one.child), one.amount ?? 'all'))
      const wallet = pair.books.wallets.get(one.child)
      if (!wallet) return expect(said(answer)).toBe('noWallet')
      // Written out here, because the server uses the domain's function for it.
      const most = pair.mode === 'credit' && wallet.quota < wallet.balance ? wallet.quota : wallet.balance
      const wanted = one.amount ?? most
      if (wanted <= 0n || wanted > most) return expect(said(answer)).toBe('balanceTooLow')
      return expect(said(answer)).toBe(pair.apply(recoveryMovement(pair.movesOf(one.child), wanted)))
    }
    case 'bet':
      return bet(pair, one.member, one.amount)
    case 'settle':
      return settle(pair, one.fates)
    case 'correct':
      return correct(pair, one.fates)
    case 'reset':
      return reset(pair)
    case 'upgrade':
      return upgrade(pair, one.member)
  }
}

async function expectEqual(pair: Pair): Promise<void> {
  const stored = await readWallets(raw, M, [...pair.books.wallets.keys()])
  const wallets = [...stored.values()].map(({ pathId, quota, balance, openStake }) => [
    pathId,
    { mode: pair.mode, quota, balance, openStake },
  ])
  expect(new Map(wallets as [number, Wallet][])).toEqual(pair.books.wallets)
  const entries = await raw.query<{ path_id: PathId; kind: string; sum: bigint }>(
    `select path_id, kind, sum(amount)::bigint as sum from ledger_entries
      where merchant_id = $1 and path_id > 0 group by 1, 2 having sum(amount) <> 0`,
    [M],
  )
  const model = [...pair.entries].filter(([, sum]) => sum !== 0n).map(([key, sum]) => [key, String(sum)])
  expect(entries.rows.map((row) => [`${row.path_id} ${row.kind}`, String(row.sum)]).sort()).toEqual(model.sort())
  const issued = await raw.query<{ sum: bigint }>(
    'select coalesce(sum(amount), 0)::bigint as sum from ledger_entries where merchant_id = $1 and path_id = $2',
    [M, ISSUANCE],
  )
  expect(String(issued.rows[0]?.sum)).toBe(String(pair.books.issuance))
  expect(imbalance(pair.books)).toBeNull()
  expect(await verifyLedger(pool, M)).toBeNull()
}

async function begin(mode: 'credit' | 'cash'): Promise<Pair> {
  await raw.query(
    'truncate wallets, ledger_entries, orders, merchant_periods, postings, posting_runs, paths, job_marks',
  )
  for (const path of [MERCHANT, AGENT, ...MEMBERS]) {
    const role = path === MERCHANT ? 1 : path === AGENT ? 3 : 10001
    await raw.query(
      `insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, lineage, created_at)
       values ($1, $2::integer, $3, $4, $2::integer, 'p' || $2::text, $5, '{}', 0)`,
      [M, path, PARENTS.get(path) ?? 1, role, mode],
    )
    await raw.query('insert into wallets (merchant_id, path_id, fund_mode) values ($1, $2, $3)', [M, path, mode])
  }
  return new Pair(mode)
}

test('random operations leave the same balances and entries in the database as in the domain', async () => {
  const modes = fc.constantFrom('credit' as const, 'credit' as const, 'cash' as const)
  const funds = [MERCHANT, AGENT, ...MEMBERS].map((path) => ({ do: 'give' as const, child: path, amount: yuan(1000) }))
  const start: Command[] = funds.map((one, index) => ({
    ...one,
    amount: yuan([5000, 4000, 1000, 1000, 500, 500][index] ?? 0),
  }))
  await fc.assert(
    fc.asyncProperty(modes, fc.array(command, { minLength: 5, maxLength: 25 }), async (mode, commands) => {
      const pair = await begin(mode)
      for (const one of [...start, ...commands]) await run(pair, one)
      await expectEqual(pair)
    }),
    { numRuns: 30 },
  )
}, 120_000)
