import { sealPassword } from '@strata/contract/wrapper'
import { AccountId, type PathId } from '@strata/domain/ids'
import { yuan } from '@strata/domain/money'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { oncePerRequest } from '../access/session/once-per-request.ts'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, PASSWORD, type SmallTree, TRANSFER_PASSWORD, TREE_AT } from '../access/testing/small-tree.ts'
import { Refusal } from '../platform/refusal.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../platform/testing/test-platform.ts'
import { ledgerRoutes } from './routes.ts'
import { readHolderBalances, readWallets } from './store.ts'
import { recoverUp, transferDown } from './transfer.ts'
import { TransferPasswords } from './transfer-password.ts'
import { verifyLedger } from './verify.ts'

const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 60_000
const platform = createTestPlatform({ pool, url }, { clock: () => now })
const { appSecret } = platform.config
const ledger = { ...platform, appSecret, passwords: new TransferPasswords({ ...platform, appSecret }) }
const app = await createTestApp(platform)
ledgerRoutes(app, ledger)
afterAll(() => app.close())

let tree: SmallTree
let people: { head: Person; admin: Person; merchant: Person; general: Person; agent: Person; sub: Person }
const heard: { pathId: unknown; balance: unknown }[] = []
platform.live.subscribe(({ type, data }) => {
  if (type === 'balance') heard.push({ pathId: data['pathId'], balance: data['balance'] })
})

beforeAll(async () => {
  tree = await growSmallTree(pool)
  const as = (who: { accountId: number; pathId: PathId }, roleType: 1 | 2 = 2) =>
    signedIn(pool, { ...who, now, roleType })
  people = {
    head: await as(tree.head),
    admin: await as(tree.head, 1),
    merchant: await as(tree.merchant),
    general: await as(tree.general),
    agent: await as(tree.agent),
    sub: await as({ ...tree.sub, pathId: tree.agent.pathId }),
  }
})
beforeEach(async () => {
  await raw.query('truncate ledger_entries, requests, sign_in_waits')
  await raw.query('update wallets set quota = 0, balance = 0, open_stake = 0')
  heard.length = 0
})

const seal = (password: string) => sealPassword({ password, appSecret, nowMs: now })
const call = (person: Person, path: string, input: Record<string, unknown>): Promise<Answered> =>
  callApp(app, { method: 'POST', path: `/api/${path}`, input, headers: headersOf(person) })

let requests = 0
const move = (person: Person, path: string, pathId: PathId, more: Record<string, unknown>): Promise<Answered> =>
  call(person, `common/funds/${path}`, {
    agentPathsId: pathId,
    kind: 'credit',
    transferPassword: seal(TRANSFER_PASSWORD),
    requestId: `r${++requests}`,
    ...more,
  })
const down = (person: Person, pathId: PathId, amount: string, more: Record<string, unknown> = {}) =>
  move(person, 'agent/transfer', pathId, { amount, ...more })
const balances = async () => {
  const ids = [tree.merchant, tree.general, tree.agent, tree.member].map(({ pathId }) => pathId)
  const wallets = await readWallets(raw, tree.merchant.merchantId, ids)
  return ids.map((id) => wallets.get(id)?.balance)
}
const fund = async () => {
  expect((await move(people.head, 'merchant/transfer', tree.merchant.pathId, { amount: '1000' })).code).toBe(200)
  expect((await down(people.merchant, tree.general.pathId, '500')).code).toBe(200)
  expect((await down(people.general, tree.agent.pathId, '200.5')).code).toBe(200)
}

describe('transfer and recovery', () => {
  it('move money between a path and its direct child, down and back', async () => {
    await fund()
    const given = await down(people.agent, tree.member.pathId, '50.25', { remark: '上分' })
    expect(given.data).toMatchObject({ balance: '150.25', childBalance: '50.25' })
    const back = await move(people.agent, 'agent/recovery', tree.member.pathId, { all: true })
    expect(back.data).toMatchObject({ balance: '200.5', childBalance: '0' })
    const part = await move(people.general, 'agent/recovery', tree.agent.pathId, { amount: '0.5' })
    expect(part.data).toMatchObject({ balance: '300', childBalance: '200' })
    expect(await balances()).toEqual([yuan(500), yuan(300), yuan(200), 0n])
    expect(await verifyLedger(pool, tree.merchant.merchantId)).toBeNull()
    await expect.poll(() => heard).toContainEqual({ pathId: tree.agent.pathId, balance: '200' })
  })

  it('a recovery moves exactly what was confirmed, to the fourth decimal', async () => {
    await fund()
    await down(people.agent, tree.member.pathId, '50')
    const member = [tree.merchant.merchantId, tree.member.pathId]
    await raw.query('update wallets set balance = balance - 1234 where merchant_id = $1 and path_id = $2', member)
    const more = await move(people.agent, 'agent/recovery', tree.member.pathId, { amount: '49.8767' })
    expect(more.code).toBe(42201)
    const back = await move(people.agent, 'agent/recovery', tree.member.pathId, { amount: '49.8766' })
    expect(back.data).toMatchObject({ childBalance: '0' })
  })

  it('repeat the first answer for the same request, and refuse another request with its id', async () => {
    await fund()
    const first = await down(people.agent, tree.member.pathId, '10', { requestId: 'same' })
    const again = await down(people.agent, tree.member.pathId, '10', { requestId: 'same' })
    expect(again.data).toEqual(first.data)
    expect((await down(people.agent, tree.member.pathId, '11', { requestId: 'same' })).code).toBe(40902)
    expect((await balances())[3]).toBe(yuan(10))
  })

  it('are refused with a reason, and change nothing', async () => {
    await fund()
    const before = await balances()
    const codes = [
      await down(people.general, tree.member.pathId, '1'),
      await down(people.agent, tree.agent.pathId, '1'),
      await down(people.agent, tree.sibling.pathId, '1'),
      await down(people.agent, tree.member.pathId, '200.51'),
      await down(people.agent, tree.member.pathId, '1', { kind: 'cash' }),
      await down(people.agent, tree.member.pathId, '0'),
      await down(people.agent, tree.member.pathId, '1.001'),
      await move(people.merchant, 'merchant/transfer', tree.general.pathId, { amount: '1' }),
      await move(people.agent, 'agent/recovery', tree.member.pathId, { amount: '1' }),
      await move(people.agent, 'agent/recovery', tree.member.pathId, { amount: '1', all: true }),
      await down(people.sub, tree.member.pathId, '1'),
    ].map((answer) => answer.code)
    expect(codes).toEqual([42207, 42207, 40401, 42201, 42207, 40001, 40001, 42207, 42201, 40001, 40301])
    expect(await balances()).toEqual(before)
  })

  it('need the transfer password; every wrong guess makes the wait longer', async () => {
    await fund()
    now += 20 * 60_000
    const guess = (password: string) =>
      down(people.agent, tree.member.pathId, '1', { transferPassword: seal(password) })
    const codes: number[] = []
    for (let tried = 0; tried < 6; tried++) codes.push((await guess(`00000${tried}`)).code)
    expect(codes).toEqual([40008, 40008, 40008, 40008, 40008, 40005])
    expect((await guess(TRANSFER_PASSWORD)).code).toBe(40005)
    now += 31_000
    expect((await guess('111111')).code).toBe(40008)
    now += 31_000
    expect((await guess(TRANSFER_PASSWORD)).code).toBe(40005)
    now += 60_000
    expect((await guess(TRANSFER_PASSWORD)).code).toBe(200)
    // A right password is remembered for a while. A different one is still a guess.
    expect((await guess(PASSWORD)).code).toBe(40008)
    expect((await guess(TRANSFER_PASSWORD)).code).toBe(200)
  })

  it('report that no password is set, and accept each sealed password only once', async () => {
    await fund()
    const sealed = seal(TRANSFER_PASSWORD)
    expect((await down(people.agent, tree.member.pathId, '1', { transferPassword: sealed })).code).toBe(200)
    expect((await down(people.agent, tree.member.pathId, '1', { transferPassword: sealed })).code).toBe(40009)
    const hash = await raw.query<{ transfer_hash: string }>('select transfer_hash from accounts where id = $1', [
      tree.agent.accountId,
    ])
    await raw.query('update accounts set transfer_hash = null where id = $1', [tree.agent.accountId])
    expect((await down(people.agent, tree.member.pathId, '1')).message).toBe('请先设置登录密码和转账密码')
    await raw.query('update accounts set transfer_hash = $2 where id = $1', [
      tree.agent.accountId,
      hash.rows[0]?.transfer_hash,
    ])
  })
})

describe('many at once', () => {
  it('are all done exactly once, without a deadlock', async () => {
    const { merchantId } = tree.merchant
    const chain = [tree.merchant, tree.general, tree.agent, tree.member].map(({ pathId }) => pathId)
    const head = { at: now, day: '2026-05-20' }
    const transfer = (from: PathId | null, to: PathId) => ({
      merchantId,
      parentId: from,
      childId: to,
      kind: 'credit' as const,
      head,
    })
    const once = (requestId: string, place: number, up: boolean) =>
      oncePerRequest<string>(
        pool,
        { accountId: AccountId(1), requestId, call: 'test', content: null, now },
        async (tx) => {
          const pair = transfer(chain[place] as PathId, chain[place + 1] as PathId)
          const moved = up ? await recoverUp(tx, pair, yuan(1)) : await transferDown(tx, pair, yuan(1))
          if ('refusal' in moved) throw new Error(moved.refusal)
          return String(moved.transactionId)
        },
      )
    for (const [place, id] of chain.entries()) {
      const from = chain[place - 1] ?? null
      const amount = yuan(10_000 * (4 - place))
      await oncePerRequest(
        pool,
        { accountId: AccountId(2), requestId: `start${place}`, call: 'test', content: null, now },
        async (tx) => {
          await transferDown(tx, transfer(from, id), amount)
          return null
        },
      )
    }
    const before = await balances()
    // 1,000 different transfers between the same four accounts, up and down. A quarter of them are sent twice at the
    // same time.
    const plan = Array.from({ length: 1000 }, (_, n) => ({ id: `t${n}`, place: n % 3, up: n % 5 < 2 }))
    const asked = plan.flatMap((one, n) => (n % 4 === 0 ? [one, one] : [one]))
    // All wait for the same few rows. A pool gives up on a connection after ten seconds, so send them in waves.
    const answers: (string | Refusal)[] = []
    for (let from = 0; from < asked.length; from += 250) {
      const wave = asked.slice(from, from + 250)
      answers.push(...(await Promise.all(wave.map(({ id, place, up }) => once(id, place, up)))))
    }
    expect(answers.filter((answer) => answer instanceof Refusal)).toEqual([])
    expect(new Set(answers).size).toBe(1000)
    const expected = [...before] as bigint[]
    for (const { place, up } of plan) {
      const amount = up ? -yuan(1) : yuan(1)
      expected[place] = (expected[place] as bigint) - amount
      expected[place + 1] = (expected[place + 1] as bigint) + amount
    }
    expect(await balances()).toEqual(expected)
    expect(await verifyLedger(pool, merchantId)).toBeNull()
  })

  it('by one person cost one hash, and are all made', async () => {
    await fund()
    const answers = await Promise.all(Array.from({ length: 30 }, () => down(people.agent, tree.member.pathId, '1')))
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
    expect((await balances())[3]).toBe(yuan(30))
  })
})

describe('funds/query', () => {
  const day = { from: '2026-05-20', to: '2026-05-20' }
  const ask = async (person: Person, input: Record<string, unknown> = {}) => {
    const answer = await call(person, 'common/funds/query', { ...day, ...input })
    expect([answer.code, answer.message]).toEqual([200, '操作成功'])
    return answer.data as {
      items: Record<string, string>[]
      total: number
      nextCursor: string | null
      summary?: { amountIn: string; amountOut: string }
    }
  }
  const short = (rows: Record<string, string>[]) =>
    rows.map(({ accountName, kind, amount, balanceAfter, counterparty, operatorName }) =>
      [accountName, kind, amount, balanceAfter, counterparty, operatorName].join(' '),
    )

  beforeEach(async () => {
    await fund()
    await down(people.agent, tree.member.pathId, '50', { remark: '首充' })
    const { merchantId } = tree.merchant
    const { pathId: member } = tree.member
    await raw.query('create table if not exists orders_test partition of orders default')
    await raw.query('truncate orders')
    await raw.query(
      `insert into orders (merchant_id, id, day, game_id, period_id, kind, bettor, m, g, a, play, item, pankou, pay_kind, odds,
         stake, s_h, s_m, s_g, s_a, r_m, r_g, r_a, r_b, lu_m, lu_g, lu_a, lu_b, ps_m, ps_g, ps_a, hc_h, hc_m, hc_g, hc_a,
         batch, at, balance_after, bet_no)
       values ($1, 9000000000000000000, '2026-05-21', 3, 1, 0, $2, $3, $4, $5, 'TMA', '01', 'C', 0, 19800, 70000,
         10000,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0, 0,0,0,0, 1, $6, 430000, 'bet1')`,
      [merchantId, member, tree.merchant.pathId, tree.general.pathId, tree.agent.pathId, now],
    )
  })

  it('shows a path’s own movements, but no names from above', async () => {
    const page = await ask(people.agent)
    expect(short(page.items)).toEqual([
      'agent001 transferOut -50 150.5 mem0001 agent001',
      'agent001 transferIn 200.5 200.5 上级 上级',
    ])
    expect([page.total, page.summary]).toEqual([2, { amountIn: '200.5', amountOut: '50' }])
  })

  it('includes stakes of the orders, and everything below', async () => {
    const member = await ask(people.agent, { agentPathsId: tree.member.pathId })
    expect(short(member.items)).toEqual(['mem0001 stake -7 43  ', 'mem0001 transferIn 50 50 agent001 agent001'])
    expect(member.items[0]?.['reference']).toBe('bet1')
    const all = await ask(people.general, { includeDownline: true })
    expect(all.items.map(({ kind }) => kind)).toEqual([
      'stake',
      'transferOut',
      'transferIn',
      'transferOut',
      'transferIn',
      'transferIn',
    ])
    expect((await ask(people.merchant, { includeDownline: true })).total).toBe(8)
    expect((await ask(people.merchant, { includeDownline: true, kinds: ['stake'] })).total).toBe(1)
    expect((await ask(people.merchant, { includeDownline: true, kinds: ['payout'] })).total).toBe(0)
    expect((await ask(people.merchant, { from: '2026-05-19', to: '2026-05-19' })).total).toBe(0)
  })

  it('shows the issuance to the head, and everything on the platform’s own page', async () => {
    expect(short((await ask(people.head)).items)).toEqual(['headco01 transferOut -1000 0 merch001 headco01'])
    const answer = await call(people.admin, 'admin/fund-logs', day)
    expect((answer.data as { total: number }).total).toBe(9)
  })

  it('narrows the platform’s page by account, operator and amount, with the sums of what is left', async () => {
    const asked = async (more: object) => {
      const { data } = await call(people.admin, 'admin/fund-logs', { ...day, ...more })
      const { total, summary } = data as { total: number; summary: { amountIn: string; amountOut: string } }
      return [total, summary.amountIn, summary.amountOut]
    }
    expect(await asked({ account: 'MEM0001' })).toEqual([2, '50', '7'])
    expect(await asked({ account: 'headco01' })).toEqual([1, '0', '1000'])
    expect(await asked({ account: 'mem' })).toEqual([0, '0', '0'])
    expect(await asked({ operator: 'agent001' })).toEqual([2, '50', '50'])
    expect(await asked({ least: '1000' })).toEqual([2, '1000', '1000'])
    expect(await asked({ most: '7' })).toEqual([1, '0', '7'])
    expect((await call(people.admin, 'admin/fund-logs', { ...day, least: '2', most: '1' })).code).toBe(40001)
    // The agents' own list takes none of these filters.
    expect((await call(people.agent, 'common/funds/query', { ...day, account: 'mem0001' })).code).toBe(40001)
  })

  it('finds a void by each of the two operators who caused it, as its row shows them', async () => {
    const { merchantId } = tree.merchant
    const { pathId } = tree.member
    await raw.query(
      `insert into voids (merchant_id, order_id, period_id, reason, operator, at) values ($1, 77, 1, 'r', 'Headco09、opsub09', 1)`,
      [merchantId],
    )
    await raw.query(
      `insert into posting_runs (merchant_id, period_id, version, reason, from_version, to_version, order_id, at)
       values ($1, 1, 5, 'orderVoid', 1, 1, 77, $2)`,
      [merchantId, now],
    )
    await raw.query(
      `insert into ledger_entries (merchant_id, id, transaction_id, path_id, kind, amount, balance_after, period_id, result_version, day, at)
       values ($1, 9000000000000000001, 9000000000000000001, $2, 'correction', 10000, 440000, 1, 5, '2026-05-20', $3)`,
      [merchantId, pathId, now],
    )
    for (const operator of ['headco09', 'OPSUB09', 'Headco09、opsub09']) {
      const { data } = await call(people.admin, 'admin/fund-logs', { ...day, operator })
      expect(data).toMatchObject({
        total: 1,
        items: [{ operatorName: 'Headco09、opsub09', kind: 'correction', mark: { kind: 'orderVoid', orderNo: '77' } }],
      })
    }
    const part = await call(people.admin, 'admin/fund-logs', { ...day, operator: 'opsub0' })
    expect(part.data).toMatchObject({ total: 0 })
  })

  it('gives the same pages by number and by cursor, and sorts by amount', async () => {
    const input = { includeDownline: true, pageSize: 10 }
    for (let n = 0; n < 12; n++) await down(people.agent, tree.member.pathId, `${n + 1}`)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await ask(people.agent, cursor === null ? input : { ...input, cursor })
      seen.push(...page.items.map(({ id }) => id as string))
      cursor = page.nextCursor
    } while (cursor !== null)
    const numbered = [1, 2, 3].map((pageIndex) => ask(people.agent, { ...input, pageIndex }))
    expect((await Promise.all(numbered)).flatMap(({ items }) => items.map(({ id }) => id))).toEqual(seen)
    expect(seen).toHaveLength(28)
    const up = await ask(people.agent, { ...input, sortInfo: { columnName: 'amount', direction: 0 } })
    expect(up.items.slice(0, 3).map(({ amount }) => amount)).toEqual(['-50', '-12', '-11'])
  })
})

describe('the balance of a holder', () => {
  it('says what the bettors below it have open, as its board does; a bettor has its own', async () => {
    const { merchantId } = tree.merchant
    await raw.query(
      `insert into merchant_periods (merchant_id, period_id, game_id, day, settled_version)
       values ($1, 901, 3, '2026-05-20', 0), ($1, 902, 3, '2026-05-20', 1)`,
      [merchantId],
    )
    const row = (period: number, { pathId }: { pathId: PathId }, item: string, amount: bigint) =>
      raw.query(
        `insert into exposures (merchant_id, period_id, path_id, play, item, pankou, bet_count, bet_amount, changed)
         values ($1, $2, $3, 'TMA', $4, 'C', 1, $5, 1)`,
        [merchantId, period, pathId, item, String(amount)],
      )
    await row(901, tree.agent, '01', yuan(30))
    await row(901, tree.agent, '02', yuan(12))
    await row(901, tree.general, '01', yuan(50))
    // Of a period that is settled.
    await row(902, tree.agent, '01', yuan(999))
    await raw.query('update wallets set open_stake = $3 where merchant_id = $1 and path_id = $2', [
      merchantId,
      tree.member.pathId,
      String(yuan(42)),
    ])
    const openOf = async (person: Person, { pathId }: { pathId: PathId }) => {
      const input = { agentPathsId: String(pathId) }
      const answer = await callApp(app, {
        method: 'GET',
        path: '/api/agent/balance',
        input,
        headers: headersOf(person),
      })
      return (answer.data as { openStake: string }).openStake
    }
    expect(await openOf(people.agent, tree.agent)).toBe('42')
    expect(await openOf(people.general, tree.agent)).toBe('42')
    expect(await openOf(people.general, tree.general)).toBe('50')
    expect(await openOf(people.agent, tree.member)).toBe('42')
    expect(await openOf(people.general, tree.sibling)).toBe('0')
  })
})

describe('balances that may be low', () => {
  it('are those of open holders: of the quota, or in cash of what was there after the last transfer in', async () => {
    const { merchantId } = tree.merchant
    await fund()
    const measures = async () =>
      new Map((await readHolderBalances(pool, merchantId)).map((one) => [one.pathId, [one.balance, one.measure]]))
    const credit = await measures()
    expect(credit.get(tree.general.pathId)).toEqual([2_995_000n, yuan(500)])
    expect(credit.has(tree.member.pathId)).toBe(false)
    await raw.query(`update wallets set fund_mode = 'cash' where merchant_id = $1`, [merchantId])
    const cash = await measures()
    await raw.query(`update wallets set fund_mode = 'credit' where merchant_id = $1`, [merchantId])
    expect(cash.get(tree.agent.pathId)).toEqual([2_005_000n, 2_005_000n])
    expect(cash.get(tree.sibling.pathId)).toEqual([0n, 0n])
  })
})
