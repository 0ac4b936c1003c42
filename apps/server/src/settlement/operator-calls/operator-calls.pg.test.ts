import { type GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import { yuan } from '@strata/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSubAccount } from '../../access/sub-accounts/new-accounts.ts'
import { callApp, headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, made, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { wholeServer } from '../../access/testing/whole-server.ts'
import { advancePeriods, planPeriods } from '../../games/periods/plan-periods.ts'
import { commitSeed } from '../../games/periods/store-seeds.ts'
import { transferDown } from '../../ledger/transfer.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { tellTouched } from '../../notices/alerts/tell-corrections.ts'
import { row, rows, runTx } from '../../platform/db.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { merchantKeyPurpose, signRequest } from '../../platform/signature.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { settleWholePeriod } from '../settle/settle.ts'
import { verifySettlement } from '../verify/verify.ts'

const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 3_600_000
const { app, platform } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

/** 时时彩: 大 from 5, 单 odd. */
const GAME = 1
const [FIRST, SECOND] = [
  [9, 1, 2, 3, 4],
  [2, 1, 2, 3, 4],
]
let tree: SmallTree
const people = {} as Record<'operator' | 'second' | 'agent' | 'sibling' | 'merchant' | 'head', Person>
const periods = { pool, clock: () => now, onResult: async () => undefined }
const deps = { pool, clock: () => now, live: platform.live, onTouched: tellTouched(platform.live) }
const post = (person: Person, path: string, input: Record<string, unknown> = {}) =>
  callApp(app, { method: 'POST', path, input, headers: headersOf(person) })

beforeAll(async () => {
  tree = await growSmallTree(pool)
  const main = { id: tree.head.accountId, merchantId: MerchantId(0), accountType: 1 as const }
  const login = { name: 'opsub01', passwordHash: 'x', transferHash: 'x' }
  const sub = await runTx(pool, {}, (tx) =>
    addSubAccount(tx, { ...login, main, permissionIds: [30000, 30002, 41000, 41003, 41004, 41005], at: now }),
  )
  const head = tree.head.pathId
  people.operator = await signedIn(pool, { ...tree.head, roleType: 1, now })
  people.second = await signedIn(pool, { ...made(sub), pathId: head, roleType: 1, now })
  people.head = await signedIn(pool, { ...tree.head, now })
  people.agent = await signedIn(pool, { ...tree.agent, now })
  people.sibling = await signedIn(pool, { ...tree.sibling, now })
  people.merchant = await signedIn(pool, { ...tree.merchant, now })
  const secrets = createSecrets(platform.config.keys)
  const { merchantId } = tree.merchant
  await raw.query('insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, 1, $2, 0)', [
    merchantId,
    secrets.seal('the-key', merchantKeyPurpose(merchantId, 1)),
  ])
  const way = [null, tree.merchant.pathId, tree.general.pathId, tree.agent.pathId, tree.member.pathId] as const
  await runTx(pool, {}, async (tx) => {
    for (const [place, childId] of way.entries()) {
      if (childId === null) continue
      const transfer = { merchantId, parentId: way[place - 1] ?? null, childId, kind: 'credit' as const }
      const done = await transferDown(tx, { ...transfer, head: { day: '2026-05-20', at: now } }, yuan(10_000))
      if ('refusal' in done) throw new Error(done.refusal)
    }
  })
  await raw.query(`update games set result_source = 'manual' where id = $1`, [GAME])
})

async function signedCall<T>(target: string, body: object): Promise<T> {
  const rawBody = JSON.stringify(body)
  const timestamp = String(now)
  const signature = signRequest('the-key', { timestamp, method: 'POST', target, rawBody })
  const signed = { 'x-merchant': 'demo', 'x-timestamp': timestamp, 'x-signature': signature }
  const headers = { 'content-type': 'application/json', ...signed }
  const answer = await app.inject({ method: 'POST', url: target, headers, payload: rawBody })
  return (answer.json() as { data: T }).data
}
let betNo = 0
/** Bets of mem0001 on the first ball; answers order numbers. */
async function bet(periodNo: string, items: readonly string[]): Promise<string[]> {
  const bets = await Promise.all(
    items.map(async (itemCode) => {
      betNo += 1
      const number = `b${betNo}`
      const { base } = await row<{ base: string }>(
        raw,
        `select base from prices where game_id = $1 and play = 'B1_LM' and price_key = $2 and pankou = 'C'`,
        [GAME, itemCode],
      )
      return {
        betNo: number,
        account: 'mem0001',
        gameId: GAME,
        periodNo,
        playCode: 'B1_LM',
        itemCode,
        pankou: 'C',
        odds: base,
        stake: '100',
      }
    }),
  )
  const data = await signedCall<{ results: { accepted: boolean; orderNo: string; message?: string }[] }>(
    '/api/rec/order/create',
    { bets },
  )
  return data.results.map((result) => {
    if (!result.accepted) throw new Error(result.message)
    return result.orderNo
  })
}

interface Period {
  readonly id: number
  readonly game_id: GameId
  readonly period_no: string
}
async function openPeriod(): Promise<Period> {
  await planPeriods(periods)
  await advancePeriods(periods)
  return row<Period & Record<string, unknown>>(
    raw,
    `select id, game_id, period_no from periods where game_id = $1 and state = 'open' and close_at > $2 order by close_at limit 1`,
    [GAME, now],
  )
}
async function close(period: Period): Promise<void> {
  const { draw_at: drawAt } = await row<{ draw_at: bigint }>(raw, 'select draw_at from periods where id = $1', [
    period.id,
  ])
  now = Number(drawAt)
  await advancePeriods(periods)
}
const named = (period: Period) => ({ gameId: GAME, periodNo: period.period_no })
const balanceOf = async (): Promise<bigint> =>
  (
    await row<{ balance: bigint }>(raw, 'select balance from wallets where merchant_id = $1 and path_id = $2', [
      tree.member.merchantId,
      tree.member.pathId,
    ])
  ).balance
async function draw(period: Period, result: readonly number[]): Promise<void> {
  const asked = { ...named(period), result }
  expect(await post(people.operator, '/api/admin/draw/enter', asked)).toMatchObject({ code: 200 })
  expect(await post(people.second, '/api/admin/draw/confirm', asked)).toMatchObject({ code: 200 })
  await settle(period)
}
/** Proposes by one operator and puts in force by the other. */
async function carry(path: string, input: Record<string, unknown>): Promise<void> {
  const proposed = await post(people.operator, path, input)
  expect(proposed).toMatchObject({ code: 200 })
  const { proposalId } = proposed.data as { proposalId: string }
  const decided = await post(people.second, '/api/admin/proposal/decide', { proposalId, approve: true })
  expect(decided).toMatchObject({ code: 200 })
}
async function settle(period: Period): Promise<void> {
  await settleWholePeriod(deps, PeriodId(period.id))
  const { merchantId } = tree.merchant
  expect(await verifySettlement(pool, merchantId)).toBeNull()
  expect(await verifyLedger(pool, merchantId)).toBeNull()
}
const drawnPeriod = async (items: readonly string[]) => {
  const period = await openPeriod()
  const orderNos = await bet(period.period_no, items)
  await close(period)
  await draw(period, FIRST)
  return { period, orderNos, day: '2026-05-20' }
}
const alertsOf = async (person: Person): Promise<{ kind: string; content: string; link: string }[]> => {
  const answer = await post(person, '/api/common/alert/query', { pageSize: 100 })
  return (answer.data as { items: { kind: string; content: string; link: string }[] }).items
}

describe('a result by hand', () => {
  it('takes two different operators who type the same, the second one blind', async () => {
    const period = await openPeriod()
    const enter = (person: Person, result: readonly number[]) =>
      post(person, '/api/admin/draw/enter', { ...named(period), result })
    const confirm = (person: Person, result: readonly number[]) =>
      post(person, '/api/admin/draw/confirm', { ...named(period), result })
    // Not closed, and the draw is not valid: the state is checked first.
    expect((await enter(people.operator, [99])).code).toBe(42207)
    await close(period)
    expect((await confirm(people.second, FIRST)).code).toBe(42207)
    expect(await enter(people.operator, [1, 2, 3])).toMatchObject({ code: 40001, message: '开奖号码应为5个' })
    expect((await enter(people.operator, SECOND)).code).toBe(200)
    // The own entry may be replaced, the other one's may not.
    expect((await enter(people.operator, FIRST)).code).toBe(200)
    expect(await enter(people.second, SECOND)).toMatchObject({
      code: 40902,
      message: '已有headco01提出的录入结果待复核，请先处理该提案',
    })
    const listed = await post(people.second, '/api/admin/game/period/query', named(period))
    expect(listed.data).toMatchObject({
      total: 1,
      items: [
        { state: 'closed', result: [], resultVersion: 0, versions: [], proposed: { kind: 'result', by: 'headco01' } },
      ],
    })
    // Nothing that the second one can read has the balls, neither list nor log.
    for (const path of ['/api/admin/proposal/query', '/api/common/actionlog/query', '/api/admin/game/period/query']) {
      const shown = await post(people.second, path, path.includes('period') ? named(period) : {})
      expect(shown.code).toBe(200)
      expect(shown.text).not.toMatch(/9[ ,]1[ ,]2[ ,]3[ ,]4/)
    }
    // Wrong in two ways: what the game says, who.
    expect((await confirm(people.operator, [1])).code).toBe(40001)
    expect(await confirm(people.operator, SECOND)).toMatchObject({
      code: 42207,
      message: '不能复核：由您提出，须由其他操作员复核',
    })
    // Both entries are over when they differ, and both are told.
    expect(await confirm(people.second, SECOND)).toMatchObject({ code: 200, data: { state: 'differed' } })
    expect((await confirm(people.second, FIRST)).code).toBe(42207)
    for (const person of [people.operator, people.second])
      expect((await alertsOf(person))[0]?.content).toContain(
        'headco01与opsub01两次录入的号码不一致，均已作废，请重新录入',
      )
    expect((await enter(people.second, FIRST)).code).toBe(200)
    expect(await confirm(people.operator, FIRST)).toMatchObject({ code: 200, data: { state: 'inForce' } })
    expect((await confirm(people.operator, FIRST)).code).toBe(42207)
    const drawn = await post(people.operator, '/api/admin/game/period/query', named(period))
    expect(drawn.data).toMatchObject({
      items: [
        {
          result: FIRST,
          resultVersion: 1,
          proposed: null,
          versions: [{ kind: 'draw', by: 'opsub01、headco01', reason: '' }],
        },
      ],
    })
    const log = await post(people.operator, '/api/common/actionlog/query', { action: 'drawConfirm' })
    expect(log.data).toMatchObject({ items: [{ operatorName: 'headco01', action: '复核开奖结果' }] })
  })

  it('is refused where a seed or a feed decides', async () => {
    const period = await openPeriod()
    await close(period)
    await raw.query(`update games set result_source = 'feed' where id = $1`, [GAME])
    expect((await post(people.operator, '/api/admin/draw/enter', { ...named(period), result: FIRST })).code).toBe(42207)
    await raw.query(`update games set result_source = 'manual' where id = $1`, [GAME])
    await raw.query(`update periods set commitment = 'x', committed_at = 0 where id = $1`, [period.id])
    expect((await post(people.operator, '/api/admin/draw/enter', { ...named(period), result: FIRST })).code).toBe(42207)
    // Nor by voiding it first: a result that no seed drew cannot be chosen afterwards.
    await carry('/api/admin/game/period/void', { ...named(period), version: 0, reason: '试' })
    const chosen = { ...named(period), version: 1, result: FIRST, reason: '试' }
    expect((await post(people.operator, '/api/admin/draw/correct', chosen)).code).toBe(42207)
  })

  it('of a seed is never corrected to anything but its draw', async () => {
    await raw.query(`update games set result_source = 'demo' where id = $1`, [GAME])
    const added = await row<{ id: number; period_no: string }>(
      raw,
      `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
       values ($1, 'seeded1', '2026-05-20', $2, $3, $3, $3, 'scheduled') returning id, period_no`,
      [GAME, now - 1000, now + 1000],
    )
    await runTx(pool, {}, (tx) => commitSeed(tx, PeriodId(added.id), now - 2000))
    await advancePeriods(periods)
    now += 2000
    await advancePeriods(periods)
    await raw.query(`update games set result_source = 'manual' where id = $1`, [GAME])
    const { result } = await row<{ result: number[] }>(raw, 'select result from draws where period_id = $1', [added.id])
    const about = { gameId: GAME, periodNo: added.period_no }
    const other = result.map((ball) => (ball + 1) % 10)
    const wish = { ...about, version: 1, result: other, reason: '试' }
    expect(await post(people.operator, '/api/admin/draw/correct', wish)).toMatchObject({
      code: 42207,
      message: '本期已公布承诺值，只能恢复为其种子开出的号码',
    })
    await carry('/api/admin/game/period/void', { ...about, version: 1, reason: '误报' })
    expect((await post(people.operator, '/api/admin/draw/correct', { ...wish, version: 2 })).code).toBe(42207)
    await carry('/api/admin/draw/correct', { ...about, version: 2, result, reason: '恢复' })
    await settleWholePeriod(deps, PeriodId(added.id))
  })
})

describe('a correction', () => {
  it('is refused in one order', async () => {
    const period = await openPeriod()
    const correct = (over: Record<string, unknown>) =>
      post(people.operator, '/api/admin/draw/correct', {
        ...named(period),
        version: 0,
        result: SECOND,
        reason: '误开',
        ...over,
      })
    expect((await correct({ reason: '' })).code).toBe(40001)
    expect((await correct({ periodNo: 'none', version: 5, result: [1] })).code).toBe(40401)
    expect((await correct({ version: 5, result: [1] })).code).toBe(40902)
    expect((await correct({ result: [1] })).code).toBe(42207)
    await close(period)
    await draw(period, FIRST)
    expect((await correct({ version: 0 })).code).toBe(40902)
    expect((await correct({ version: 1, result: [1] })).code).toBe(40001)
    expect(await correct({ version: 1, result: FIRST })).toMatchObject({ code: 40001, message: '与现有开奖号码相同' })
  })

  it('settles again, once per requestId, and shows both versions everywhere', async () => {
    const { period, orderNos, day } = await drawnPeriod(['DA', 'XIAO'])
    const before = await balanceOf()
    const asked = { ...named(period), version: 1, result: SECOND, reason: '录入有误', requestId: `c-${period.id}` }
    const once = await post(people.operator, '/api/admin/draw/correct', asked)
    expect(await post(people.operator, '/api/admin/draw/correct', asked)).toMatchObject({ data: once.data })
    const { proposalId } = once.data as { proposalId: string }
    const decision = { proposalId, approve: true, requestId: `d-${period.id}` }
    expect((await post(people.second, '/api/admin/proposal/decide', decision)).code).toBe(200)
    expect((await post(people.second, '/api/admin/proposal/decide', decision)).code).toBe(200)
    await settle(period)
    const { version } = await row<{ version: number }>(
      raw,
      'select result_version as version from periods where id = $1',
      [period.id],
    )
    expect(version).toBe(2)
    // 大 and 小 at the same odds: one wins instead of the other.
    expect(await balanceOf()).toBe(before)

    const results = await post(people.agent, '/api/common/game/period-histories', {
      gameId: GAME,
      date: day,
      pageSize: 100,
    })
    const shown = (results.data as { items: { periodNo: string }[] }).items.find(
      ({ periodNo }) => periodNo === period.period_no,
    )
    expect(shown).toMatchObject({
      result: SECOND,
      versions: [
        { kind: 'draw', result: FIRST, by: '总公司' },
        { kind: 'correction', result: SECOND, by: '总公司', reason: '录入有误' },
      ],
    })
    const asHead = await post(people.head, '/api/common/game/period-histories', {
      gameId: GAME,
      date: day,
      pageSize: 100,
    })
    expect(JSON.stringify(asHead.data)).toContain('"by":"headco01、opsub01","reason":"录入有误"')

    const [big] = orderNos
    const detail = await post(people.agent, '/api/common/report/order-detail/query', { orderNo: big })
    expect(detail.data).toMatchObject({
      state: 'settled',
      result: 'lose',
      corrected: true,
      versions: [
        { kind: 'draw', version: 1, draw: FIRST, result: 'win' },
        {
          kind: 'correction',
          version: 2,
          draw: SECOND,
          result: 'lose',
          payout: '0',
          memberResult: '-99',
          reason: '录入有误',
        },
      ],
    })
    const funds = await post(people.agent, '/api/common/funds/query', {
      agentPathsId: tree.member.pathId,
      kinds: ['payout', 'commission', 'correction'],
      from: day,
      to: day,
    })
    const marks = (funds.data as { items: { kind: string; reference: string; mark?: object }[] }).items.filter(
      ({ reference }) => reference === period.period_no,
    )
    expect(marks.filter((one) => one.kind !== 'correction').every((one) => one.mark === undefined)).toBe(true)
  })

  it('that moves money is one entry naming both versions, and only holders of its orders are notified', async () => {
    const { period, orderNos, day } = await drawnPeriod(['DA'])
    const before = await balanceOf()
    const asked = { ...named(period), version: 1, result: SECOND, reason: '源站更正' }
    await carry('/api/admin/draw/correct', asked)
    await settle(period)
    expect((await balanceOf()) < before).toBe(true)
    const funds = await post(people.agent, '/api/common/funds/query', {
      agentPathsId: tree.member.pathId,
      kinds: ['correction'],
      from: day,
      to: day,
    })
    expect(funds.data).toMatchObject({
      items: [
        {
          reference: period.period_no,
          operatorName: '总公司',
          mark: { kind: 'correction', fromVersion: 1, toVersion: 2, before: FIRST, after: SECOND, reason: '源站更正' },
        },
      ],
    })
    const text = `第${period.period_no}期开奖号码已更正：9 1 2 3 4 → 2 1 2 3 4，账目已重新结算，原因：源站更正`
    const isIt = (alert: { content: string }) => alert.content.includes(text)
    for (const person of [people.agent, people.merchant, people.head])
      expect((await alertsOf(person)).filter(isIt)).toMatchObject([
        { kind: 'correction', link: `/result?game=5M&date=${day}` },
      ])
    expect((await alertsOf(people.sibling)).filter(isIt)).toEqual([])
    const delivery = await post(people.agent, '/api/common/report/delivery/query', { from: day, to: day })
    expect(delivery.data).toMatchObject({ items: [{ accountName: 'mem0001', correctedDays: [day] }] })
    const above = await post(people.merchant, '/api/common/report/delivery/query', { from: day, to: day })
    expect(above.data).toMatchObject({ items: [{ accountName: 'genagt01', correctedDays: [day] }] })
    const days = await post(people.agent, '/api/common/report/classification/query', { from: day, to: day, by: 'date' })
    expect(days.data).toMatchObject({ items: [{ key: day, correctedDays: [day] }] })
    expect(orderNos.length).toBe(1)
  })
})

describe('a void', () => {
  it('of a period refunds everything, is refused a second time and is not a refund by a result', async () => {
    const { period, orderNos, day } = await drawnPeriod(['DA'])
    const asked = { ...named(period), version: 1, reason: '官方取消' }
    expect((await post(people.operator, '/api/admin/game/period/void', { ...asked, version: 0 })).code).toBe(40902)
    await carry('/api/admin/game/period/void', asked)
    expect((await post(people.operator, '/api/admin/game/period/void', asked)).code).toBe(40902)
    expect((await post(people.operator, '/api/admin/game/period/void', { ...asked, version: 2 })).code).toBe(42207)
    await settle(period)
    const found = { periodNo: period.period_no, gameId: GAME, from: day, to: day }
    const list = await post(people.agent, '/api/common/report/order/query', { ...found, state: 'void' })
    expect(list.data).toMatchObject({
      items: [
        {
          orderNo: orderNos[0],
          state: 'void',
          result: null,
          payout: '100',
          memberResult: '0',
          voided: { of: 'period', reason: '官方取消', by: '总公司' },
          corrected: true,
        },
      ],
    })
    const refunds = await post(people.agent, '/api/common/report/order/query', { ...found, result: 'refund' })
    expect(refunds.data).toMatchObject({ items: [] })
    const alerts = await alertsOf(people.agent)
    expect(alerts[0]).toMatchObject({ kind: 'periodVoid' })
    expect(alerts[0]?.content).toContain('已整期作废（原开奖号码 9 1 2 3 4）')
    const results = await post(people.agent, '/api/common/game/period-histories', {
      gameId: GAME,
      date: day,
      pageSize: 100,
    })
    expect(JSON.stringify(results.data)).toContain('官方取消')
    // Restore the first result.
    const restored = { ...named(period), version: 2, result: FIRST, reason: '恢复' }
    await carry('/api/admin/draw/correct', restored)
    await settle(period)
    const detail = await post(people.agent, '/api/common/report/order-detail/query', { orderNo: orderNos[0] })
    expect(detail.data).toMatchObject({
      state: 'settled',
      result: 'win',
      versions: [
        { kind: 'draw', result: 'win' },
        { kind: 'void', result: null, payout: '100' },
        { kind: 'correction', result: 'win' },
      ],
    })
  })

  it('of an open period ends its betting and gives every stake back at once', async () => {
    const period = await openPeriod()
    const before = await balanceOf()
    const [orderNo] = await bet(period.period_no, ['DA'])
    const asked = { ...named(period), version: 0, reason: '故障' }
    await carry('/api/admin/game/period/void', asked)
    await expect(bet(period.period_no, ['DA'])).rejects.toThrow('已封盘')
    await settle(period)
    expect(await balanceOf()).toBe(before)
    const detail = await post(people.agent, '/api/common/report/order-detail/query', { orderNo })
    expect(detail.data).toMatchObject({ state: 'void', result: null, payout: '100', versions: [{ kind: 'void' }] })
    expect((await alertsOf(people.agent))[0]?.content).toBe(
      `时时彩 第${period.period_no}期已整期作废，全部注单退回本金，原因：故障`,
    )
    const day = '2026-05-20'
    const funds = await post(people.agent, '/api/common/funds/query', {
      agentPathsId: tree.member.pathId,
      kinds: ['refund'],
      from: day,
      to: day,
    })
    const [refund] = (funds.data as { items: object[] }).items
    expect(refund).toMatchObject({ mark: { kind: 'periodVoid', fromVersion: 0, toVersion: 1, before: [], after: [] } })
    // Nor can one operator use it to give a first result, knowing every stake and without a second operator.
    const chosen = { ...named(period), version: 1, result: FIRST, reason: '试' }
    expect((await post(people.operator, '/api/admin/draw/correct', chosen)).code).toBe(42207)
    now += 120_000
  })

  /** Checks that the report and the list of orders have the same orders and stake of a state, at every level. */
  async function agree(state: 'open' | 'settled', items?: readonly string[]): Promise<void> {
    const asked = { from: '2026-05-20', to: '2026-05-20', state, kind: 'member', pageSize: 100 }
    for (const person of [people.agent, people.merchant, people.head]) {
      const report = await post(person, '/api/common/report/delivery/query', asked)
      const list = await post(person, '/api/common/report/order/query', asked)
      const { summary } = report.data as { summary: { orders: number; stake: string; heldStake: string } }
      const found = list.data as { total: number; summary: object; items: { itemCode: string; state: string }[] }
      const { orders, stake, heldStake } = summary
      expect(found).toMatchObject({ total: orders, summary: { orders, stake, heldStake } })
      if (items) expect(found.items.map(({ itemCode }) => itemCode)).toEqual(items)
      else expect(found.items.filter((item) => item.state === 'void').length).toBeGreaterThan(1)
    }
  }

  it('of one order works before and after the draw, once, and leaves the others alone', async () => {
    const period = await openPeriod()
    const orderNos = await bet(period.period_no, ['DA', 'DAN'])
    const [early, late] = orderNos
    const voidOrder = (orderNo: string | undefined) =>
      post(people.operator, '/api/admin/order/void', { orderNo, reason: '客诉' })
    expect((await voidOrder('1')).code).toBe(40401)
    // The longest valid number belongs to no order. A longer one is not a valid number.
    expect((await voidOrder('999999999999999999')).code).toBe(40401)
    expect((await voidOrder('99999999999999999999')).code).toBe(40001)
    const unknown = { orderNo: '999999999999999999' }
    expect((await post(people.agent, '/api/common/report/order-detail/query', unknown)).code).toBe(40401)
    const listed = await post(people.agent, '/api/common/report/order/query', unknown)
    expect(listed).toMatchObject({ code: 200, data: { items: [] } })
    const before = await balanceOf()
    await carry('/api/admin/order/void', { orderNo: early, reason: '客诉' })
    expect((await voidOrder(early)).code).toBe(42207)
    expect(await balanceOf()).toBe(before + yuan(100))
    await agree('open', ['DAN'])
    await close(period)
    await draw(period, FIRST)
    await carry('/api/admin/order/void', { orderNo: late, reason: '客诉' })
    await settle(period)
    await agree('settled')
    expect(await balanceOf()).toBe(before + yuan(200))
    const details = await Promise.all(
      [early, late].map((orderNo) => post(people.agent, '/api/common/report/order-detail/query', { orderNo })),
    )
    for (const { data } of details)
      expect(data).toMatchObject({ state: 'void', result: null, voided: { of: 'order', reason: '客诉', by: '总公司' } })
    expect(details[1]?.data).toMatchObject({ versions: [{ kind: 'draw', result: 'win' }, { kind: 'orderVoid' }] })
    // The head reads both persons: who proposed it, and who put it in force.
    const both = 'headco01、opsub01'
    const asHead = await post(people.head, '/api/common/report/order-detail/query', { orderNo: late })
    expect(asHead.data).toMatchObject({ voided: { of: 'order', by: both }, versions: [{}, { by: both }] })
    // The game platform gets the same answer: a void is not a refund.
    const queried = await signedCall<{ orders: object[] }>('/api/rec/order/query', { betNos: [`b${betNo}`] })
    const asVoid = { state: 'void', result: null, payout: '100', commission: '0', reason: '客诉' }
    expect(queried.orders).toMatchObject([{ orderNo: late, ...asVoid }])
    const alerts = (await alertsOf(people.agent)).filter(({ kind }) => kind === 'orderVoid')
    expect(alerts.map(({ link }) => link)).toEqual(
      [late, early].map((orderNo) => `/reports/details?orderNo=${orderNo}&from=2026-05-20&to=2026-05-20`),
    )
    const logged = await rows(
      raw,
      `select path_id, changes from change_log where merchant_id = $1 and action = 'orderVoid'`,
      [tree.member.merchantId],
    )
    expect(logged.map((one) => one['path_id'])).toEqual([tree.member.pathId, tree.member.pathId])
    const funds = await post(people.agent, '/api/common/funds/query', {
      agentPathsId: tree.member.pathId,
      kinds: ['refund', 'correction'],
      from: '2026-05-20',
      to: '2026-05-20',
    })
    const marked = (funds.data as { items: { mark?: { kind: string; orderNo?: string } }[] }).items
    expect(marked.filter(({ mark }) => mark?.kind === 'orderVoid').map(({ mark }) => mark?.orderNo)).toEqual([
      late,
      early,
    ])
    const records = await post(people.operator, '/api/admin/fund-logs', {
      from: '2026-05-20',
      to: '2026-05-20',
      agentPathsId: tree.member.pathId,
      kinds: ['refund', 'correction'],
      pageSize: 100,
    })
    const named = (records.data as { items: { operatorName: string; mark?: { kind: string } }[] }).items
    expect(named.filter(({ mark }) => mark?.kind === 'orderVoid').map(({ operatorName }) => operatorName)).toEqual([
      both,
      both,
    ])
  })
})

describe('settling again', () => {
  it('finds what is due and changes nothing that is settled', async () => {
    const path = '/api/admin/game/period/settle'
    const period = await openPeriod()
    await bet(period.period_no, ['DA'])
    await close(period)
    expect(await post(people.operator, path, named(period))).toMatchObject({ code: 42207 })
    expect(await post(people.agent, path, named(period))).toMatchObject({ code: 40301 })
    expect(await post(people.operator, path, { ...named(period), periodNo: 'none' })).toMatchObject({ code: 40401 })
    const before = await balanceOf()
    expect(await post(people.operator, '/api/admin/draw/enter', { ...named(period), result: FIRST })).toMatchObject({
      code: 200,
    })
    expect(await post(people.second, '/api/admin/draw/confirm', { ...named(period), result: FIRST })).toMatchObject({
      code: 200,
    })
    const once = { ...named(period), requestId: `again${period.id}` }
    expect(await post(people.operator, path, once)).toMatchObject({ code: 200, data: { due: 1 } })
    await settle(period)
    const paid = await balanceOf()
    expect(paid).toBeGreaterThan(before)
    // The first answer again for the same requestId; a new one finds nothing to do.
    expect(await post(people.operator, path, once)).toMatchObject({ code: 200, data: { due: 1 } })
    expect(await post(people.operator, path, named(period))).toMatchObject({ code: 200, data: { due: 0 } })
    await settle(period)
    expect(await balanceOf()).toBe(paid)
    const jobs = await rows(raw, `select from graphile_worker.jobs where key = $1`, [`settle:${period.id}`])
    expect(jobs).toHaveLength(1)
  })
})
