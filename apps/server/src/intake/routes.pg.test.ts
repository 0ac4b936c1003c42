import { randomBytes } from 'node:crypto'
import { MerchantId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { GamesReader } from '../book/open-games/read-open-games.ts'
import { createSmallDatabase, NOW, PERIOD_NO, SMALL } from '../book/testing/small-database.ts'
import { rows } from '../platform/db.ts'
import { createSecrets } from '../platform/secrets.ts'
import { merchantKeyPurpose, signRequest } from '../platform/signature.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../platform/testing/test-platform.ts'
import { SnapshotCache } from '../tree/snapshot/merchant-snapshot.ts'
import { createIntake, INTAKE_LIMITS } from './intake.ts'
import { MerchantKeys } from './merchant-keys.ts'
import { intakeRoutes } from './routes.ts'
import { watchIntake } from './watch.ts'

const database = await createTestDatabase()
const { pool, raw } = database
await createSmallDatabase(raw, 12, 2)
const clock = () => NOW
const platform = createTestPlatform(database, { clock })
const { live, log } = platform
const secrets = createSecrets([{ id: 'k', key: randomBytes(32) }])
const deps = { pool, live, log, clock, snapshots: new SnapshotCache(), openGames: new GamesReader(clock).open }
const keys = new MerchantKeys({ pool, secrets, clock })
const watch = watchIntake(platform.metrics, undefined)
const app = await createTestApp(platform)
const intake = createIntake(deps)
intakeRoutes(app, { watch, pool, clock, keys, intake })
/** A server whose queue has no room. */
const full = await createTestApp(platform)
intakeRoutes(full, { watch, pool, clock, keys, intake: createIntake(deps, { ...INTAKE_LIMITS, maxWaiting: 0 }) })
/** Another process on the same database. */
const beside = await createTestApp(platform)
const besideKeys = new MerchantKeys({ pool, secrets, clock })
intakeRoutes(beside, { watch, pool, clock, keys: besideKeys, intake: createIntake(deps) })
afterAll(() => Promise.all([app.close(), full.close(), beside.close()]))

interface Over {
  readonly at?: number
  readonly code?: string
  readonly key?: string
  /** The body that is sent instead of the signed one. */
  readonly sent?: string
  readonly on?: FastifyInstance
}

async function post(call: 'create' | 'query', body: unknown, over: Over = {}) {
  const target = `/api/rec/order/${call}`
  const rawBody = JSON.stringify(body)
  const timestamp = String(over.at ?? NOW)
  const answer = await (over.on ?? app).inject({
    method: 'POST',
    url: target,
    headers: {
      'content-type': 'application/json',
      'x-merchant': over.code ?? 'demo',
      'x-timestamp': timestamp,
      'x-signature': signRequest(over.key ?? 'first-key', { timestamp, method: 'POST', target, rawBody }),
    },
    payload: over.sent ?? rawBody,
  })
  const { code, message, data } = answer.json() as { code: number; message: string; data: unknown }
  return { status: answer.statusCode, code, message, data }
}

let count = 0
const bet = (over: Record<string, unknown> = {}) => ({
  betNo: `h${++count}`,
  account: 'mem0001',
  gameId: 3,
  periodNo: PERIOD_NO,
  playCode: 'TM_LM',
  itemCode: 'DA',
  odds: quote,
  stake: '100',
  ...over,
})
type Result = { betNo: string; accepted: boolean; code?: number; message?: string; odds?: string; orderNo?: string }
async function create(bets: readonly object[], over: Over = {}): Promise<Result[]> {
  const answer = await post('create', { bets }, over)
  if (answer.code !== 200) throw new Error(JSON.stringify(answer))
  return (answer.data as { results: Result[] }).results
}
const orderCount = async (): Promise<number> => (await rows(raw, 'select 1 from orders')).length

let quote = '1'
beforeAll(async () => {
  for (const [merchantId, keyId, key] of [
    [1, 1, 'first-key'],
    [1, 2, 'next-key'],
    [2, 1, 'other-key'],
  ] as const) {
    const secret = secrets.seal(key, merchantKeyPurpose(MerchantId(merchantId), keyId))
    await raw.query('insert into merchant_keys values ($1, $2, $3, null, 0)', [merchantId, keyId, secret])
  }
  const [asked] = await create([bet()])
  quote = asked?.odds ?? ''
})

describe('a call', () => {
  test.each([
    ['another key', { key: 'other-key' }, 40301, '签名错误'],
    ['an unknown merchant', { code: 'nobody' }, 40301, '签名错误'],
    ['another merchant with this one’s key', { code: 'demo2' }, 40301, '签名错误'],
    ['an old timestamp', { at: NOW - 120_001 }, 40009, '请求时间戳超出允许范围'],
    ['a timestamp ahead', { at: NOW + 120_001 }, 40009, '请求时间戳超出允许范围'],
    ['a body that was changed on the way', { sent: '{"bets":[]}' }, 40301, '签名错误'],
  ])('signed with %s is refused whole', async (_, over, code, message) => {
    const before = await orderCount()
    expect(await post('create', { bets: [bet()] }, over)).toEqual({ status: 200, code, message, data: null })
    expect(await post('query', { betNos: ['h1'] }, over)).toMatchObject({ code, message })
    expect(await orderCount()).toBe(before)
  })

  test('may be signed with either of two live keys', async () => {
    expect((await create([bet()], { key: 'next-key' }))[0]?.accepted).toBe(true)
  })

  test('with an unknown field is refused whole, naming the field', async () => {
    const before = await orderCount()
    const inside = await post('create', { bets: [bet(), bet({ surprise: 1 })] })
    expect(inside).toMatchObject({ status: 200, code: 40001, message: expect.stringContaining('surprise') })
    expect((await post('create', { bets: [bet()], surprise: 1 })).code).toBe(40001)
    expect((await post('create', {})).code).toBe(40001)
    expect((await post('query', { betNos: ['1'], surprise: 1 })).code).toBe(40001)
    expect(await orderCount()).toBe(before)
  })

  test('carries 1 to 1,000 bets and at most one mebibyte', async () => {
    const before = await orderCount()
    const many = Array.from({ length: 1001 }, () => bet())
    expect((await post('create', { bets: many })).code).toBe(40001)
    expect((await post('create', { bets: [] })).code).toBe(40001)
    expect((await post('query', { betNos: many.map(({ betNo }) => betNo) })).code).toBe(40001)
    const huge = await post('create', { bets: [bet({ account: 'x'.repeat(1024 * 1024) })] })
    expect(huge).toMatchObject({ status: 413, code: 413, message: '提交的内容过大' })
    expect(await orderCount()).toBe(before)
    expect(await create(many.slice(0, 1000).map((one) => ({ ...one, stake: '0' })))).toHaveLength(1000)
  })

  test('is shed with 429 when the queue is full, and none of its bets is accepted', async () => {
    const before = await orderCount()
    const shed = await post('create', { bets: [bet()] }, { on: full })
    expect(shed).toEqual({ status: 429, code: 429, message: '系统繁忙，请稍后再试', data: null })
    expect(await orderCount()).toBe(before)
  })
})

const change = async (text: string, values: unknown[]): Promise<void> => {
  await raw.query(text, values)
  await raw.query('update merchants set config_version = config_version + 1 where id = 1')
}
const member = (index: number): { account: string; id: number } => ({
  account: `mem${String(index).padStart(4, '0')}`,
  id: SMALL.firstMember + index - 1,
})

describe('a bet', () => {
  test('is accepted beside one that is refused, in request order', async () => {
    const [bad, good] = await create([bet({ stake: '0' }), bet()])
    expect(bad).toMatchObject({ accepted: false, code: 40001 })
    expect(good).toEqual({ betNo: `h${count}`, accepted: true, orderNo: expect.stringMatching(/^\d+$/) })
  })

  test('that no database can store is refused alone, naming its field', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ gameId: 2_147_483_647 }, '彩种不能大于32767'],
      [{ gameId: -1 }, '彩种不能小于1'],
      [{ betNo: 'n\0' }, '注单号包含无效字符'],
      [{ account: 'mem\ud800' }, '账号包含无效字符'],
      [{ playCode: '\udfff' }, '玩法包含无效字符'],
      [{ odds: { 'x\0': '1' } }, '赔率包含无效字符'],
    ]
    const bets = wrong.flatMap(([over]) => [bet(over), bet()])
    const { data } = await post('create', { bets })
    const { results } = data as { results: { accepted: boolean; code?: number; message?: string }[] }
    expect(results.filter((_, index) => index % 2 === 0)).toMatchObject(
      wrong.map(([, message]) => ({ accepted: false, code: 40001, message })),
    )
    expect(results.filter((_, index) => index % 2 === 1).map(({ accepted }) => accepted)).toEqual(wrong.map(() => true))
    expect((await post('query', { betNos: ['a\0'] })).message).toContain('包含无效字符')
  })

  test('that is repeated returns the same order, in any spelling of its values; other content is refused', async () => {
    const sent = bet()
    const [first] = await create([sent])
    const before = await orderCount()
    const same = { ...sent, account: 'MEM0001', pankou: 'C', stake: '100.00', odds: `${quote}0` }
    expect(await create([sent, same])).toEqual([first, first])
    expect(await create([{ ...sent, stake: '101' }])).toEqual([
      { betNo: sent.betNo, accepted: false, code: 40902, message: '注单号重复且内容不一致' },
    ])
    expect(await orderCount()).toBe(before)
  })

  test('that was refused is judged again under its number', async () => {
    const sent = bet({ odds: '9' })
    expect((await create([sent]))[0]).toMatchObject({ accepted: false, code: 42205, odds: quote })
    expect((await create([{ ...sent, odds: quote }]))[0]).toMatchObject({ accepted: true })
  })

  test('that was refused is not judged again when the same bytes arrive again', async () => {
    const freeze = (status: number) =>
      change('update paths set status = $2 where merchant_id = 1 and id = $1', [member(4).id, status])
    const bets = [bet(), bet({ account: member(4).account })]
    await freeze(2)
    expect((await post('create', { bets })).data).toMatchObject({ results: [{ accepted: true }, { accepted: false }] })
    await freeze(1)
    const before = await orderCount()
    const replayed = { code: 40009, message: '请求已处理过，请重新签名后再提交' }
    const asked = vi.spyOn(intake, 'create')
    expect(await post('create', { bets })).toMatchObject(replayed)
    // The process that has refused it knows it, and holds up no batch with it.
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    for (let at = 0; at < 2; at++) expect(await post('create', { bets }, { on: beside })).toMatchObject(replayed)
    expect(await orderCount()).toBe(before)
    // The platform itself signs again, and all of it is judged again.
    expect(await create(bets, { at: NOW + 1 })).toMatchObject([{ accepted: true }, { accepted: true }])
    expect(await create(bets, { at: NOW + 1 })).toMatchObject([{ accepted: true }, { accepted: true }])
    expect(await orderCount()).toBe(before + 1)
  })

  test('that was refused does not hold up the other calls of its batch', async () => {
    const refused = [bet({ odds: '9' }), bet()]
    const unstorable = [bet({ betNo: 'no\u0000' })]
    const replayed = [refused, unstorable, [bet({ odds: '8' })]]
    for (const bets of replayed) expect((await post('create', { bets })).code).toBe(200)
    const before = await orderCount()
    const calls = [[bet()], ...replayed, [bet(), bet()]]
    const answers = await Promise.all(calls.map((bets) => post('create', { bets }, { on: beside })))
    expect(answers.map(({ code }) => code)).toEqual([200, 40009, 40009, 40009, 200])
    expect(await orderCount()).toBe(before + 3)
  })

  test('that was shed is not accepted when the same bytes find room', async () => {
    const bets = [bet()]
    expect((await post('create', { bets }, { on: full })).code).toBe(429)
    expect((await post('create', { bets })).code).toBe(40009)
  })

  test('is refused with the code and the text of its first fault', async () => {
    const status = (index: number, value: number) =>
      change('update paths set status = $2 where merchant_id = 1 and id = $1', [member(index).id, value])
    await status(3, 2)
    await status(4, 4)
    await change('update link_terms set enabled = false where merchant_id = 1 and path_id = $1', [member(5).id])
    await change(`update games set maintenance = '{"from": 0}' where id = $1`, [1])
    await change(
      `update link_terms set plays = jsonb_set(plays, '{0,maxItem}', '"1500000"') where merchant_id = 1 and path_id = $1`,
      [member(6).id],
    )
    const cases: [Record<string, unknown>, number, string][] = [
      [{ stake: '0' }, 40001, '下注金额必须大于0且最多两位小数'],
      [{ stake: '1.001' }, 40001, '下注金额必须大于0且最多两位小数'],
      [{ stake: 'ten' }, 40001, '下注金额必须大于0且最多两位小数'],
      [{ account: 'nobody01' }, 40401, '会员不存在'],
      [{ account: 'agent001' }, 40401, '会员不存在'],
      [{ account: member(3).account }, 40006, '账号已停用'],
      [{ account: member(4).account }, 40007, '账号已冻结'],
      [{ account: member(5).account }, 42202, '该彩种未开通'],
      [{ gameId: 1 }, 50301, '系统维护中'],
      [{ periodNo: '20200101001' }, 42204, '已封盘'],
      [{ playCode: 'NONE' }, 40401, '玩法或投注项不存在'],
      [{ itemCode: '50' }, 40401, '玩法或投注项不存在'],
      [{ pankou: 'A' }, 42202, '盘口不符'],
      [{ odds: '1.5' }, 42205, '赔率已变动'],
      [{ stake: '0.99' }, 42203, '低于单注最低限额'],
      [{ stake: '100000.01' }, 42203, '超出单注最高限额'],
      [{ account: member(6).account, stake: '150.01' }, 42203, '超出单项限额'],
      [{ account: member(7).account, stake: '100000' }, 42201, '余额不足'],
    ]
    await change('update wallets set balance = balance - 1 where merchant_id = 1 and path_id = $1', [member(7).id])
    const results = await create(cases.map(([over]) => bet(over)))
    expect(results.map(({ accepted, code, message }) => [accepted, code, message])).toEqual(
      cases.map(([, code, message]) => [false, code, message]),
    )
    expect(results.filter(({ odds }) => odds !== undefined).map(({ code, odds }) => [code, odds])).toEqual([
      [42205, quote],
    ])
  })

  test('is found by its number, by its merchant only', async () => {
    const sent = bet({ stake: '12.5' })
    const [taken] = await create([sent])
    const asked = await post('query', { betNos: ['never', sent.betNo] })
    expect((asked.data as { orders: unknown[] }).orders).toEqual([
      { betNo: 'never', found: false },
      {
        betNo: sent.betNo,
        found: true,
        orderNo: taken?.orderNo,
        at: NOW,
        account: 'mem0001',
        gameId: 3,
        periodNo: PERIOD_NO,
        playCode: 'TM_LM',
        itemCode: 'DA',
        pankou: 'C',
        odds: quote,
        stake: '12.5',
        state: 'open',
        result: null,
        payout: null,
        commission: null,
      },
    ])
    const others = await post('query', { betNos: [sent.betNo] }, { code: 'demo2', key: 'other-key' })
    expect(others.data).toEqual({ orders: [{ betNo: sent.betNo, found: false }] })
  })
})
