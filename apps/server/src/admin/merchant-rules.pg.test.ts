import { deflateSync } from 'node:zlib'
import { signedHeaders } from '@strata/contract/signature'
import { sealPassword } from '@strata/contract/wrapper'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, PASSWORD, type SmallTree, TREE_AT } from '../access/testing/small-tree.ts'
import { wholeServer } from '../access/testing/whole-server.ts'
import { advancePeriods, planPeriods } from '../games/periods/plan-periods.ts'
import { tellLeases } from '../notices/alerts/tell-leases.ts'
import { row, rows } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 3_600_000
const { app, platform } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

let tree: SmallTree
let admin: Person
let agent: Person
let merchant: Person
beforeAll(async () => {
  tree = await growSmallTree(pool)
  admin = await signedIn(pool, { ...tree.head, roleType: 1, now })
  agent = await signedIn(pool, { ...tree.agent, now })
  merchant = await signedIn(pool, { ...tree.merchant, now })
})

const post = (person: Person, path: string, input: Record<string, unknown>) =>
  callApp(app, { method: 'POST', path, input, headers: headersOf(person) })
const ask = (call: string, input: Record<string, unknown>) => post(admin, `/api/admin/merchant/${call}`, input)
const update = (input: Record<string, unknown>) => ask('update', { agentPathsId: tree.merchant.pathId, ...input })
interface Info {
  readonly version: number
  readonly logo: string
  readonly maxOpen: string | null
  readonly leaseUntil: string | null
  readonly host: string | null
}
const info = async (pathId = tree.merchant.pathId) => (await ask('info', { agentPathsId: pathId })).data as Info

const part = (kind: string, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}
const PNG = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  part('IHDR', Buffer.from([0, 0, 0, 4, 0, 0, 0, 4, 8, 6, 0, 0, 0])),
  part('IDAT', deflateSync(Buffer.alloc(68))),
  part('IEND', Buffer.alloc(0)),
])
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const asUrl = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`

let count = 0
const wish = (more: Record<string, unknown> = {}) => ({
  accountName: `fresh${String(++count).padStart(3, '0')}`,
  password: sealPassword({ password: PASSWORD, appSecret: platform.config.appSecret, nowMs: now }),
  code: `fresh-${count}`,
  fundMode: 'credit',
  requestId: `fresh-${count}`,
  ...more,
})

describe('the rules of a merchant', () => {
  it('are set with its creation, read, and changed by whoever read them last', async () => {
    const rules = {
      leaseFrom: '2026-05-01',
      leaseUntil: '2026-12-31',
      betsPerSecond: 50,
      maxOpen: '1000.5',
      maxGroups: 3,
      balanceLine: '250.5',
    }
    const made = await ask('create', wish({ ...rules, host: 'one.example.com' }))
    const { agentPathsId } = made.data as { agentPathsId: number }
    const read = await info(agentPathsId as never)
    expect(read).toMatchObject({ ...rules, host: 'one.example.com', version: expect.any(Number) })
    const first = await ask('update', { agentPathsId, version: read.version, maxOpen: null })
    expect(first.code).toBe(200)
    const late = await ask('update', { agentPathsId, version: read.version, maxOpen: '7' })
    expect(late).toMatchObject({ code: 40902, data: { version: read.version + 1, mine: read.version } })
    expect((await info(agentPathsId as never)).maxOpen).toBeNull()
    const log = await post(admin, '/api/common/actionlog/query', { agentPathsId })
    for (const label of ['租期截止日', '未结算注额上限', '余额预警线', '域名']) expect(log.text).toContain(label)
  })

  it.each([
    [{ leaseFrom: '2026-06-02', leaseUntil: '2026-06-01' }, 40001, '租期截止日不能早于开始日'],
    [{ host: 'one.example.com' }, 40901, '该域名已由其他商户使用'],
    [{ host: 'https://x.example.com/' }, 40001, '域名'],
    [{ host: 'localhost' }, 40001, '域名'],
    [{ host: 'a..example.com' }, 40001, '域名'],
    [{ maxOpen: '0' }, 40001, '未结算注额上限'],
    [{ maxOpen: '0.00' }, 40001, '未结算注额上限'],
    [{ balanceLine: '-1' }, 40001, '余额预警线'],
    [{ balanceLine: '1.234' }, 40001, '余额预警线'],
    [{ betsPerSecond: 0 }, 40001, '每秒注单数'],
    [{ maxGroups: -1 }, 40001, '群组数上限'],
    [{ leaseUntil: '2026-02-30' }, 40001, '请输入正确的日期'],
  ])('%j is refused with %i, and nothing is saved', async (input, code, message) => {
    const before = await info()
    expect(await update({ nickname: '改名', ...input })).toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
    expect(await info()).toEqual(before)
  })

  it('begins with the terms of another merchant, on which its own are set', async () => {
    await raw.query(`update link_terms set enabled = false where merchant_id = $1 and path_id = $2`, [
      tree.otherMerchant.merchantId,
      tree.otherMerchant.pathId,
    ])
    const from = { agentPathsId: tree.otherMerchant.pathId }
    const terms = (await ask('terms', from)).data as { gameId: number; enabled: boolean }[]
    expect(terms.length).toBeGreaterThan(0)
    expect(terms.every(({ enabled }) => !enabled)).toBe(true)
    const own = { games: [{ gameId: 3, enabled: true, downlineCap: '60' }] }
    const made = await ask('create', wish({ copyFrom: from, terms: own }))
    expect(made.code).toBe(200)
    const copied = (await ask('terms', { agentPathsId: (made.data as { agentPathsId: number }).agentPathsId })).data
    expect(copied).toContainEqual(expect.objectContaining({ gameId: 3, enabled: true, downlineCap: '60' }))
    expect(copied).toContainEqual(expect.objectContaining({ gameId: 0, enabled: false }))
    const nobody = await ask('create', wish({ copyFrom: { agentPathsId: tree.agent.pathId } }))
    expect(nobody.code).toBe(40401)
  })
})

describe('a logo', () => {
  const logo = (path: string, host = 'x.example.com') => app.inject({ method: 'GET', url: path, headers: { host } })

  it.each([
    ['a page that calls itself a PNG', asUrl('image/png', Buffer.from('<script>alert(1)</script>'.padEnd(99)))],
    ['an SVG', asUrl('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a PNG with a page behind it', asUrl('image/png', Buffer.concat([PNG, Buffer.from('<script>')]))],
    ['no data URL', 'https://example.com/logo.png'],
  ])('%s is refused with its own text', async (_, text) => {
    expect(await update({ logo: text })).toMatchObject({ code: 40001, message: expect.stringContaining('PNG或WebP') })
  })

  it('has the type of its content, and headers that let a browser only draw it', async () => {
    expect((await update({ logo: asUrl('image/gif', WEBP), host: 'shop.example.com' })).code).toBe(200)
    const { logo: address } = await info()
    expect(address).toMatch(/^\/logo\?m=demo&v=[\w-]{12}$/)
    const answer = await logo(address)
    expect(answer.rawPayload.equals(WEBP)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await update({ logo: asUrl('image/png', PNG) })).code).toBe(200)
    expect((await logo(address)).headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-cache' })
  })

  it.each([
    ['by code', '/logo?m=demo', 'x.example.com', 200],
    ['by host', '/logo', 'shop.example.com', 200],
    ['by host with a port', '/logo?redirect=%2Fresult', 'SHOP.example.com:8443', 200],
    ['by the code in the address that the sign-in page returns to', '/logo?redirect=%2F%3Fm%3Ddemo', 'x', 200],
    ['of an unknown code, even on the host of a merchant', '/logo?m=nobody', 'shop.example.com', 302],
    ['of a code that is none', '/logo?m=%00', 'shop.example.com', 302],
    ['of no merchant', '/logo', 'x.example.com', 302],
  ])('%s', async (_, path, host, status) => {
    const answer = await logo(path, host)
    expect(answer.statusCode).toBe(status)
    if (status === 302) expect(answer.headers.location).toBe('/mark.svg')
    else expect(answer.rawPayload.equals(PNG)).toBe(true)
  })

  it('that was stored before pictures were judged is served only if it is one', async () => {
    await raw.query('update merchants set logo = $1 where id = $2', [
      asUrl('image/gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')),
      tree.merchant.merchantId,
    ])
    expect((await logo('/logo?m=demo')).statusCode).toBe(302)
  })
})

describe('limits', () => {
  it('refuses bets above the rate of a merchant with a code of their own', async () => {
    const { key } = (await update({ rotateKey: true, betsPerSecond: 5 })).data as { key: string }
    const send = async (bets: number): Promise<number> => {
      const bet = {
        account: 'nobody01',
        gameId: 3,
        periodNo: '1',
        playCode: 'TMA',
        itemCode: '01',
        odds: '1',
        stake: '1',
      }
      const body = JSON.stringify({ bets: Array.from({ length: bets }, () => ({ ...bet, betNo: `r${++count}` })) })
      const path = '/api/rec/order/create'
      const headers = signedHeaders({ code: 'demo', key, nowMs: now, method: 'POST', target: path, body })
      const payload = { ...headers, 'content-type': 'application/json' }
      const answer = await app.inject({ method: 'POST', url: path, headers: payload, payload: body })
      return (answer.json() as { code: number }).code
    }
    await expect.poll(() => send(1)).toBe(200)
    expect(await send(4)).toBe(200)
    expect(await send(1)).toBe(42902)
    now += 1000
    expect(await send(5)).toBe(200)
    expect(await send(1)).toBe(42902)
    expect((await update({ betsPerSecond: null })).code).toBe(200)
    await expect.poll(() => send(50)).toBe(200)
  })

  it('lets a merchant have so many chat groups', async () => {
    const add = (name: string) =>
      post(merchant, '/api/agent/groupmanage/addgroupinfo', {
        groupName: name,
        channel: 'web',
        channelId: name,
        pankou: 'C',
        gameIds: [],
      })
    expect((await update({ maxGroups: 2 })).code).toBe(200)
    const answers = await Promise.all(['g1', 'g2', 'g3', 'g4'].map(add))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ code: 42203, message: '该商户最多可用2个群组' })
    const [first] = answers.filter(({ code }) => code === 200).map(({ data }) => (data as { groupId: number }).groupId)
    const status = (value: number) =>
      post(merchant, '/api/agent/groupmanage/updategroupinfo', { groupId: first, status: value })
    expect((await status(2)).code).toBe(200)
    expect((await add('g5')).code).toBe(200)
    expect((await status(1)).code).toBe(42203)
  })
})

describe('a lease', () => {
  it('that is over stops replenishment by hand; reading stays', async () => {
    const periods = { pool, clock: () => now, onResult: async () => undefined }
    await planPeriods(periods)
    await advancePeriods(periods)
    const { period_no: periodNo } = await row<{ period_no: string }>(
      raw,
      `select period_no from periods where game_id = 1 and state = 'open' order by id limit 1`,
    )
    const send = () =>
      post(agent, '/api/common/replenishment/manual/bet', {
        gameId: 1,
        periodNo,
        orders: [{ playCode: 'B1_LM', itemCode: 'DA', amount: '1' }],
        requestId: `send-${++count}`,
      })
    const before = await send()
    expect([200, 42206]).toContain(before.code)
    expect((await update({ leaseUntil: '2026-05-19' })).code).toBe(200)
    expect(await send()).toMatchObject({ code: 42208, message: '商户不在租期内，暂停下注与补货' })
    const read = await post(agent, '/api/common/actionlog/query', {})
    expect(read.code).toBe(200)
    expect((await update({ leaseUntil: null })).code).toBe(200)
  })

  it('is announced 14, 7 and 1 days before its end and after it, once each, to the merchant and the operators', async () => {
    expect((await update({ leaseUntil: '2026-06-10' })).code).toBe(200)
    const start = now
    const told = async () =>
      (
        await rows<{ merchant_id: number; text: string }>(
          raw,
          `select merchant_id, text from alerts where kind = 'lease' order by id`,
        )
      ).map(({ merchant_id: id, text }) => [id === 0, /(今天|还有\d+天|已到期（)/.exec(text)?.[1]])
    const deps = { pool, live: platform.live, clock: () => now }
    const runOn = async (day: string): Promise<void> => {
      now = Date.parse(`${day}T12:00:00+08:00`)
      await tellLeases(deps)
      await Promise.all([tellLeases(deps), tellLeases(deps)])
    }
    await runOn('2026-05-26')
    expect(await told()).toEqual([])
    for (const day of [
      '2026-05-27',
      '2026-05-28',
      '2026-06-03',
      '2026-06-09',
      '2026-06-10',
      '2026-06-11',
      '2026-06-12',
    ])
      await runOn(day)
    const both = (text: string) => [
      [false, text],
      [true, text],
    ]
    expect(await told()).toEqual([...both('还有14天'), ...both('还有7天'), ...both('还有1天'), ...both('已到期（')])
    now = start
  })
})
