import { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { money, yuan } from '@strata/domain/money'
import { beforeEach, describe, expect, it } from 'vitest'
import { runTx, siblingPool } from '../platform/db.ts'
import { shardOf } from '../platform/testing/shard-of.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { resetCredit, resumeResets } from './credit-reset.ts'
import { applyAllPostings, applyPostings } from './posting.ts'
import { readWallets } from './store.ts'
import { recoverUp, type Transfer, transferDown } from './transfer.ts'
import { verifyLedger } from './verify.ts'

const { pool, raw } = await createTestDatabase()

const M = MerchantId(1)
const merchant = PathId(10)
const agent = PathId(20)
const member = PathId(30)
const time = { at: 1_800_000_000_000, day: '2027-01-15' }
const transfer = (parentId: PathId | null, childId: PathId): Transfer => ({
  merchantId: M,
  parentId,
  childId,
  kind: 'credit',
  head: time,
})
const down = (parentId: PathId | null, childId: PathId, amount: number) =>
  runTx(pool, {}, (tx) => transferDown(tx, transfer(parentId, childId), yuan(amount)))
const balances = async () => {
  const wallets = await readWallets(raw, M, [merchant, agent, member, PathId(31)])
  return Object.fromEntries([...wallets.values()].map((w) => [w.pathId, [w.quota, w.balance, w.openStake]]))
}

const openWallets = (pathIds: readonly PathId[]) =>
  raw.query(
    `insert into wallets (merchant_id, path_id, fund_mode) select $1, id, 'credit' from unnest($2::integer[]) as t (id)`,
    [M, pathIds],
  )

async function addPath(id: number, role: number, parent: PathId | null) {
  await raw.query(
    `insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, lineage, created_at)
     values ($1, $2::integer, $3, $4, $2::integer, 'p' || $2::text, 'credit', '{}', 0)`,
    [M, id, parent, role],
  )
}

let nextOrder = 1n
async function placeStake(pathId: PathId, periodId: PeriodId, stake: bigint, day = '2027-01-15') {
  await raw.query(`create table if not exists orders_test partition of orders default`)
  await raw.query(
    `insert into orders (merchant_id, id, day, game_id, period_id, kind, bettor, play, item, pankou, pay_kind, odds, stake,
       s_h, s_m, s_g, s_a, r_m, r_g, r_a, r_b, lu_m, lu_g, lu_a, lu_b, ps_m, ps_g, ps_a, hc_h, hc_m, hc_g, hc_a, batch, at)
     values ($1, $2, $3, 1, $4, 0, $5, 'P', 'I', 'A', 0, 19800, $6, 10000,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0, 0,0,0,0, 1, 1)`,
    [M, nextOrder++, day, periodId, pathId, stake],
  )
  await raw.query(
    `insert into merchant_periods (merchant_id, period_id, game_id, day) values ($1, $2, 1, $3) on conflict do nothing`,
    [M, periodId, day],
  )
  await raw.query(
    'update wallets set balance = balance - $3, open_stake = open_stake + $3 where merchant_id = $1 and path_id = $2',
    [M, pathId, stake],
  )
}

async function settle(periodId: PeriodId, version: number, postings: [number, string, bigint, bigint][]) {
  for (const [pathId, kind, amount, stake] of postings) {
    await raw.query('insert into postings values ($1, $2, $3, $4, $5, $6, $7)', [
      M,
      periodId,
      version,
      pathId,
      kind,
      amount,
      stake,
    ])
  }
  await raw.query('insert into posting_runs (merchant_id, period_id, version, at) values ($1, $2, $3, 0)', [
    M,
    periodId,
    version,
  ])
  await raw.query('update merchant_periods set settled_version = $3 where merchant_id = $1 and period_id = $2', [
    M,
    periodId,
    version,
  ])
}

beforeEach(async () => {
  await raw.query(
    'truncate wallets, ledger_entries, orders, merchant_periods, postings, posting_runs, paths, job_marks',
  )
  for (const [id, role, parent] of [
    [merchant, 1, PathId(1)],
    [agent, 3, merchant],
    [member, 10001, agent],
    [31, 10001, agent],
  ] as const) {
    await addPath(id, role, parent)
  }
  await openWallets([merchant, agent, member, PathId(31)])
})

describe('transfer and recovery', () => {
  it('moves money and quota down and back, and the ledger adds up', async () => {
    await down(null, merchant, 1000)
    await down(merchant, agent, 600)
    expect(await down(agent, member, 100)).toMatchObject({ balance: yuan(500), childBalance: yuan(100) })
    expect(await balances()).toEqual({
      10: [yuan(1000), yuan(400), 0n],
      20: [yuan(600), yuan(500), 0n],
      30: [yuan(100), yuan(100), 0n],
      31: [0n, 0n, 0n],
    })
    const back = await runTx(pool, {}, (tx) => recoverUp(tx, transfer(agent, member), 'all'))
    expect(back).toMatchObject({ amount: yuan(-100), balance: yuan(600), childBalance: 0n })
    expect(await verifyLedger(pool, M)).toBeNull()
  })

  it('refuses in one order: amount, wallet, mode, balance', async () => {
    await down(null, merchant, 10)
    expect(await down(merchant, agent, -1)).toEqual({ refusal: 'amountNotPositive' })
    expect(await down(merchant, PathId(99), 1)).toEqual({ refusal: 'noWallet' })
    const cash = { ...transfer(merchant, agent), kind: 'cash' as const }
    expect(await runTx(pool, {}, (tx) => transferDown(tx, cash, yuan(100)))).toEqual({ refusal: 'wrongFundMode' })
    expect(await down(merchant, agent, 11)).toEqual({ refusal: 'balanceTooLow' })
    expect(await verifyLedger(pool, M)).toBeNull()
  })

  it('recovers at most the balance and the quota', async () => {
    await down(null, merchant, 100)
    await down(merchant, agent, 100)
    await down(agent, member, 50)
    await placeStake(member, PeriodId(7), yuan(20))
    const take = (amount: number) => runTx(pool, {}, (tx) => recoverUp(tx, transfer(agent, member), yuan(amount)))
    expect(await take(31)).toEqual({ refusal: 'balanceTooLow' })
    expect(await take(30)).toMatchObject({ childBalance: 0n })
    expect(await verifyLedger(pool, M)).toBeNull()
  })

  it('does many transfers between the same few wallets exactly once, without a deadlock', async () => {
    await down(null, merchant, 10_000)
    await down(merchant, agent, 5_000)
    await down(agent, member, 1_000)
    const up = () => runTx(pool, { retries: 0 }, (tx) => recoverUp(tx, transfer(agent, member), yuan(1)))
    const waiting = Array.from({ length: 100 }, () => [
      () => down(agent, member, 1),
      up,
      () => down(merchant, agent, 2),
    ]).flat()
    // As many at once as there are connections: on a busy machine the last of 300 would wait too long for one.
    const sendAll = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await next()
    }
    await Promise.all(Array.from({ length: 10 }, sendAll))
    expect(await balances()).toMatchObject({
      10: [yuan(10_000), yuan(4_800), 0n],
      20: [yuan(5_200), yuan(4_200), 0n],
      30: [yuan(1_000), yuan(1_000), 0n],
    })
    expect(await verifyLedger(pool, M)).toBeNull()
  })
})

describe('postings', () => {
  const run = (version: number) => ({ merchantId: M, periodId: PeriodId(7), version })
  beforeEach(async () => {
    await down(null, merchant, 1000)
    await down(merchant, agent, 1000)
    await down(agent, member, 100)
    await down(agent, PathId(31), 100)
    await placeStake(member, PeriodId(7), yuan(30))
    await placeStake(PathId(31), PeriodId(7), yuan(40))
  })

  it('pays wallets in chunks, also when repeated, and clearing follows', async () => {
    expect(await verifyLedger(pool, M)).toBeNull()
    await settle(PeriodId(7), 1, [
      [member, 'payout', yuan(59), yuan(30)],
      [member, 'commission', money(3000n), 0n],
      [31, 'commission', money(4000n), yuan(40)],
    ])
    expect(await verifyLedger(pool, M)).toBeNull()
    expect(await applyPostings(pool, run(1), time, 1)).toBe(1)
    expect(await verifyLedger(pool, M)).toBeNull()
    expect(await applyPostings(pool, run(1), time, 1)).toBe(1)
    expect(await applyPostings(pool, run(1), time, 1)).toBe(0)
    expect(await balances()).toMatchObject({
      30: [yuan(100), yuan(129) + 3000n, 0n],
      31: [yuan(100), yuan(60) + 4000n, 0n],
    })
    const left = await raw.query('select done from posting_runs')
    expect(left.rows).toEqual([{ done: true }])
    expect(await verifyLedger(pool, M)).toBeNull()
  })

  it('by several workers at once posts everything exactly once', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => 100 + i)
    await openWallets(rows.map(PathId))
    await settle(PeriodId(7), 1, [
      [member, 'payout', yuan(59), yuan(30)],
      [31, 'commission', money(4000n), yuan(40)],
      ...rows.map((id): [number, string, bigint, bigint] => [id, 'payout', 5n, 0n]),
    ])
    await Promise.all([1, 2, 3, 4].map(() => applyAllPostings(pool, run(1), () => time, 50)))
    const sums = await raw.query(
      `select sum(amount) as sum from ledger_entries where kind = 'payout' and path_id >= 100`,
    )
    expect(sums.rows[0]).toEqual({ sum: '2000' })
    expect(await verifyLedger(pool, M)).toBeNull()
  })

  it('only the last chunk of a run waits for the disk, and so do the entries before it', async () => {
    const runs = await shardOf(raw, 'posting_runs', M)
    await runs.on.query(`create table commits (n serial, kind text);
      create function note_commit() returns trigger language plpgsql security definer as
        $$ begin insert into commits (kind) values (current_setting('synchronous_commit')); return null; end $$;
      create constraint trigger noted after update on ${runs.table} deferrable initially deferred
        for each row execute function note_commit()`)
    const durable = siblingPool(pool, { max: 1, pipeline: false, settings: { synchronous_commit: 'on' } })
    try {
      await settle(PeriodId(7), 1, [
        [member, 'payout', yuan(59), yuan(30)],
        [31, 'commission', money(4000n), yuan(40)],
      ])
      expect(await applyAllPostings(durable, run(1), () => time, 1)).toBe(2)
      const commits = await runs.on.query('select kind from commits order by n')
      expect(commits.rows.map(({ kind }) => kind)).toEqual(['off', 'off', 'on'])
    } finally {
      await durable.end()
      await runs.on.query(`drop trigger noted on ${runs.table}; drop function note_commit; drop table commits`)
      await runs.close()
    }
  })

  it('a correction may take a wallet below zero', async () => {
    await settle(PeriodId(7), 1, [
      [member, 'payout', yuan(900), yuan(30)],
      [31, 'payout', 0n, yuan(40)],
    ])
    await applyAllPostings(pool, run(1), () => time)
    await runTx(pool, {}, (tx) => recoverUp(tx, transfer(agent, member), 'all'))
    await settle(PeriodId(7), 2, [[member, 'correction', yuan(-900), 0n]])
    await applyAllPostings(pool, run(2), () => time)
    expect((await balances())['30']).toEqual([0n, yuan(-30), 0n])
    expect(await verifyLedger(pool, M)).toBeNull()
  })

  it('nothing is reset on the first recorded day', async () => {
    await settle(PeriodId(7), 1, [
      [member, 'payout', yuan(59), yuan(30)],
      [31, 'payout', 0n, yuan(40)],
    ])
    await resetCredit(pool, M, { at: 1, day: '2027-01-16' })
    await applyAllPostings(pool, run(1), () => time)
    expect(await balances()).toMatchObject({ 30: [yuan(100), yuan(129), 0n], 31: [yuan(100), yuan(60), 0n] })
    await resetCredit(pool, M, { at: 2, day: '2027-01-17' })
    expect(await balances()).toMatchObject({ 30: [yuan(100), yuan(100), 0n], 31: [yuan(100), yuan(100), 0n] })
    expect(await verifyLedger(pool, M)).toBeNull()
  })

  it('credit is reset each business day, and a late settlement of a day that was reset is reset too', async () => {
    await resetCredit(pool, M, { at: 1, day: '2027-01-15' })
    await settle(PeriodId(7), 1, [
      [member, 'payout', 0n, yuan(30)],
      [31, 'payout', yuan(80), yuan(40)],
    ])
    await applyAllPostings(pool, run(1), () => time)
    expect(await balances()).toMatchObject({ 30: [yuan(100), yuan(70), 0n], 31: [yuan(100), yuan(140), 0n] })
    await placeStake(member, PeriodId(8), yuan(5), '2027-01-16')
    const next = { at: 2, day: '2027-01-16' }
    await Promise.all([resetCredit(pool, M, next), resetCredit(pool, M, next)])
    expect(await balances()).toMatchObject({ 30: [yuan(100), yuan(95), yuan(5)], 31: [yuan(100), yuan(100), 0n] })
    await settle(PeriodId(7), 2, [[31, 'correction', yuan(-80), 0n]])
    await applyAllPostings(pool, run(2), () => next)
    expect(await balances()).toMatchObject({ 31: [yuan(100), yuan(100), 0n] })
    expect(await verifyLedger(pool, M)).toBeNull()
  })

  it('after resets are switched on again they begin with the next business day, and leave what was won and lost until then', async () => {
    await resetCredit(pool, M, { at: 1, day: '2027-01-14' })
    await resetCredit(pool, M, { at: 2, day: '2027-01-15' })
    await settle(PeriodId(7), 1, [
      [member, 'payout', 0n, yuan(30)],
      [31, 'payout', yuan(80), yuan(40)],
    ])
    await applyAllPostings(pool, run(1), () => time)
    const before = { 30: [yuan(100), yuan(70), 0n], 31: [yuan(100), yuan(140), 0n] }
    expect(await balances()).toMatchObject(before)
    const back = { at: 3, day: '2027-01-18' }
    await runTx(pool, {}, (tx) => resumeResets(tx, M, back))
    await resetCredit(pool, M, back)
    expect(await balances()).toMatchObject(before)
    // A late change of a day that no reset followed yet stays as well.
    await settle(PeriodId(7), 2, [[31, 'correction', yuan(-10), 0n]])
    await applyAllPostings(pool, run(2), () => back)
    expect(await balances()).toMatchObject({ 31: [yuan(100), yuan(130), 0n] })
    await resetCredit(pool, M, { at: 4, day: '2027-01-19' })
    expect(await balances()).toMatchObject({ 30: [yuan(100), yuan(100), 0n], 31: [yuan(100), yuan(100), 0n] })
    expect(await verifyLedger(pool, M)).toBeNull()
  })
})

describe('verify', () => {
  it.each([
    [
      'entries of a transaction sum to zero',
      `update ledger_entries set amount = amount + 1 where kind = 'transferOut'`,
    ],
    ['balance of a wallet', `update wallets set balance = balance + 1 where path_id = 20`],
    ['quota of a credit wallet', `update wallets set quota = quota + 1 where path_id = 20`],
    ['open stake of a wallet', `update wallets set open_stake = open_stake + 1 where path_id = 20`],
  ])('names the first wrong row: %s', async (check, damage) => {
    await down(null, merchant, 100)
    await down(merchant, agent, 100)
    await raw.query(damage)
    const fault = await verifyLedger(pool, M)
    expect(fault?.check).toContain(check)
    expect(fault?.row).toBeDefined()
  })
})
