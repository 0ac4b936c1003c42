import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../access/testing/small-tree.ts'
import { runTx } from '../platform/db.ts'
import { LiveHub, type NumberedEvent } from '../platform/live.ts'
import { createLog } from '../platform/log.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../platform/testing/test-platform.ts'
import type { Made } from '../tree/paths/create-path.ts'
import { raiseAlerts } from './alerts/raise-alerts.ts'
import { tellLowBalances } from './alerts/tell-low-balances.ts'
import { noticeRoutes } from './routes.ts'
import { countAlerts, insertAlerts, type NewAlert } from './store.ts'

const { pool, raw, url } = await createTestDatabase()
const now = TREE_AT + 60_000
const platform = createTestPlatform({ pool, url }, { clock: () => now })
const app = await createTestApp(platform)
noticeRoutes(app, platform)
afterAll(() => app.close())

let tree: SmallTree
let agent: Person
let sub: Person
beforeAll(async () => {
  tree = await growSmallTree(pool)
  agent = await signedIn(pool, { ...tree.agent, now })
  sub = await signedIn(pool, { accountId: tree.sub.accountId, pathId: tree.agent.pathId, now })
})

const post = (person: Person, path: string, input: Record<string, unknown> = {}) =>
  callApp(app, { method: 'POST', path: `/api/common/${path}`, input, headers: headersOf(person) })

describe('notices', () => {
  it('are shown while they run, to everybody or to one merchant', async () => {
    const notice = (content: string, over: { audience?: number; fromAt?: number; untilAt?: number } = {}) =>
      raw.query(
        `insert into notices (content, level, merchant_ids, from_at, until_at, at) values ($1, 'info', $2, $3, $4, $5)`,
        [
          content,
          over.audience === undefined ? [] : [over.audience],
          over.fromAt ?? now - 1,
          over.untilAt ?? null,
          now - 1,
        ],
      )
    await notice('全体')
    await notice('本商户', { audience: tree.merchant.merchantId, fromAt: now })
    await notice('别家', { audience: tree.otherMerchant.merchantId })
    await notice('未到', { fromAt: now + 1 })
    await notice('已过', { untilAt: now })
    const path = '/api/common/account/bulletin-message'
    const answer = await callApp(app, { method: 'GET', path, headers: headersOf(agent) })
    expect((answer.data as { content: string }[]).map((notice) => notice.content)).toEqual(['本商户', '全体'])
  })
})

describe('the lease bar', () => {
  // TREE_AT is on 2026-05-20.
  const setLease = (of: Made, from: string | null, until: string | null) =>
    raw.query('update merchants set lease_from = $2, lease_until = $3 where id = $1', [of.merchantId, from, until])
  const shown = async (person: Person) =>
    (await callApp(app, { method: 'GET', path: '/api/common/lease/notice', headers: headersOf(person) })).data

  it('tells everybody of the merchant, down to sub-accounts, and nobody of another one', async () => {
    const outsider = await signedIn(pool, { ...tree.otherAgent, now })
    await setLease(tree.merchant, null, '2026-06-04')
    expect(await shown(agent)).toEqual({ items: [] })
    await setLease(tree.merchant, null, '2026-06-03')
    const ending = { items: [{ code: '', name: '', state: 'ending', day: '2026-06-03', left: 14 }] }
    expect(await shown(agent)).toEqual(ending)
    expect(await shown(sub)).toEqual(ending)
    expect(await shown(outsider)).toEqual({ items: [] })
    await setLease(tree.merchant, null, '2025-05-20')
    expect(await shown(agent)).toMatchObject({ items: [{ state: 'over', left: -365 }] })
    await setLease(tree.merchant, '2026-05-21', null)
    expect(await shown(agent)).toMatchObject({ items: [{ state: 'notBegun', day: '2026-05-21', left: 1 }] })
    await setLease(tree.merchant, null, null)
    expect(await shown(agent)).toEqual({ items: [] })
  })

  it('tells operators who read merchants of all that end soon or ended within a week', async () => {
    const operator = await signedIn(pool, { ...tree.head, roleType: 1, now })
    await setLease(tree.merchant, null, '2026-05-27')
    await setLease(tree.otherMerchant, null, '2026-05-13')
    const codes = await raw.query<{ id: number; code: string; name: string }>('select id, code, name from merchants')
    const named = ({ merchantId }: Made) => codes.rows.find(({ id }) => id === merchantId) ?? { code: '', name: '' }
    const [one, other] = [named(tree.merchant), named(tree.otherMerchant)]
    expect(await shown(operator)).toEqual({
      items: [
        { code: other.code, name: other.name, state: 'over', day: '2026-05-13', left: -7 },
        { code: one.code, name: one.name, state: 'ending', day: '2026-05-27', left: 7 },
      ],
    })
    await setLease(tree.otherMerchant, null, '2026-05-12')
    expect(await shown(operator)).toMatchObject({ items: [{ code: one.code }] })
    // The head on the agents' side and an operator without the page of merchants have no business with leases.
    expect(await shown(await signedIn(pool, { ...tree.head, now }))).toEqual({ items: [] })
    await setLease(tree.merchant, null, null)
    await setLease(tree.otherMerchant, null, null)
  })
})

describe('alerts', () => {
  it('belong to the path, are read once and record the reader', async () => {
    const { merchantId, pathId } = tree.agent
    const alert = { pathId, kind: 'overLimit', level: 'warn' as const, data: { link: '/agent/bet/instant' } }
    const beside = { ...alert, pathId: tree.sibling.pathId, text: '不是我的' }
    const texts = [{ ...alert, text: '一' }, { ...alert, text: '二' }, beside]
    const ids = (await insertAlerts(pool, merchantId, texts, now)).map(({ id }) => id)
    expect((await post(agent, 'alert/query')).data).toMatchObject({
      unread: 2,
      total: 2,
      items: [{ content: '二', link: '/agent/bet/instant', readAt: null, readBy: '' }, { content: '一' }],
    })
    expect((await post(sub, 'alert/read', { ids })).data).toEqual({ unread: 0 })
    expect((await post(agent, 'alert/read', { ids })).data).toEqual({ unread: 0 })
    const read = await post(agent, 'alert/query', { state: 'read', sortInfo: { columnName: 'at', direction: 0 } })
    expect(read.data).toMatchObject({ total: 2, items: [{ content: '一', readBy: 'agtsub01' }, { content: '二' }] })
    const left = await pool.query(
      'select count(*)::integer as n from alerts where merchant_id = $1 and read_at is null',
      [merchantId],
    )
    expect(left.rows).toEqual([{ n: 1 }])
  })

  it('can be acknowledged up to one, however old, but not what the reader cannot see', async () => {
    const { merchantId, pathId } = tree.agent
    const old = Array.from({ length: 30 }, (_, at) => ({
      pathId,
      level: 'warn' as const,
      data: {},
      text: `旧${at}`,
      kind: 'lease',
    }))
    const board = { pathId, level: 'warn' as const, data: {}, text: '盘口', kind: 'overLimit' }
    const ids = (await insertAlerts(pool, merchantId, [...old, board], now)).map(({ id }) => id)
    const later = await insertAlerts(pool, merchantId, [{ ...board, kind: 'lease', text: '新' }], now)
    const page = await post(agent, 'alert/query', { state: 'unread', pageIndex: 4, pageSize: 10 })
    expect(page.data).toMatchObject({ total: 32, items: [{ content: '旧1' }, { content: '旧0' }] })
    // It may not see boards: their alerts stay for those who do.
    expect((await post(sub, 'alert/read', { upTo: ids.at(-1) })).data).toEqual({ unread: 1 })
    expect((await post(agent, 'alert/query', { state: 'unread' })).data).toMatchObject({ unread: 2 })
    expect((await post(agent, 'alert/read', { upTo: later[0]?.id })).data).toEqual({ unread: 0 })
    expect((await post(agent, 'alert/read', {})).code).toBe(40001)
    expect((await post(agent, 'alert/read', { ids, upTo: 1 })).code).toBe(40001)
  })

  it('tell a holder once a business day that its balance is low', async () => {
    const { merchantId, pathId } = tree.agent
    const set = (balance: number) =>
      raw.query('update wallets set quota = 10000000, balance = $3 where merchant_id = $1 and path_id = $2', [
        merchantId,
        pathId,
        balance,
      ])
    const told = async () =>
      (
        await raw.query<{ text: string }>(
          `select text from alerts where merchant_id = $1 and path_id = $2 and kind = 'lowBalance' order by id`,
          [merchantId, pathId],
        )
      ).rows.map(({ text }) => text)
    let at = now
    // Screens of its own: the next test hears what is announced to the platform's.
    const deps = { pool, live: new LiveHub(createLog('silent')), clock: () => at }
    await set(1_000_000)
    await tellLowBalances(deps)
    expect(await told()).toEqual([])
    await set(999_900)
    await tellLowBalances(deps)
    await tellLowBalances(deps)
    expect(await told()).toEqual(['可用余额 99.99 低于 1,000.00 的 10%，请联系上级上分'])
    at += 86_400_000
    await tellLowBalances(deps)
    expect(await told()).toHaveLength(2)
  })

  it('tell a merchant and the operators once a business day that it is below its own warning line', async () => {
    const { merchantId, pathId } = tree.merchant
    const { code, name } = (
      await raw.query<{ code: string; name: string }>('select code, name from merchants where id = $1', [merchantId])
    ).rows[0] ?? { code: '', name: '' }
    const line = (units: number | null) =>
      raw.query('update merchants set balance_line = $2 where id = $1', [merchantId, units])
    await raw.query('update wallets set quota = 10000000, balance = 5000000 where merchant_id = $1 and path_id = $2', [
      merchantId,
      pathId,
    ])
    const told = async (of: number, path: number) =>
      (
        await raw.query<{ text: string }>(
          `select text from alerts where merchant_id = $1 and path_id = $2 and kind = 'lowBalance' order by id`,
          [of, path],
        )
      ).rows.map(({ text }) => text)
    let at = now + 5 * 86_400_000
    const deps = { pool, live: new LiveHub(createLog('silent')), clock: () => at }
    const tell = async () => {
      await tellLowBalances(deps)
      await tellLowBalances(deps)
    }
    // Half of its quota is left: not low by the percentage, and the platform has no line.
    await tell()
    await line(0)
    await tell()
    expect(await told(merchantId, pathId)).toEqual([])
    await line(5_000_100)
    await tell()
    expect(await told(merchantId, pathId)).toEqual(['可用余额 500.00 低于预警线 500.01，请联系上级上分'])
    expect(await told(0, tree.head.pathId)).toEqual([
      `商户 ${name === code ? '' : name}（${code}）可用余额 500.00 低于预警线 500.01`,
    ])
    at += 86_400_000
    await tell()
    expect(await told(merchantId, pathId)).toHaveLength(2)
    expect(await told(0, tree.head.pathId)).toHaveLength(2)
    await line(null)
  })

  it('are announced after the commit with the unread count of each path, only new ones', async () => {
    const { merchantId } = tree.agent
    const heard: NumberedEvent[] = []
    const stop = platform.live.subscribe((event) => heard.push(event))
    const alert = { kind: 'overLimit', level: 'warn', text: '满', data: {}, once: 'full' } as const
    const alerts = [tree.agent, tree.sibling].map(({ pathId }) => ({ ...alert, pathId }))
    const unread = new Map<number, number>()
    for (const { pathId } of alerts) unread.set(pathId, (await countAlerts(pool, merchantId, pathId)).unread)
    const raise = (of: readonly NewAlert[], fault?: string) =>
      runTx(pool, {}, async (tx) => {
        const raised = await raiseAlerts(tx, platform.live, { merchantId, at: now }, of)
        if (fault) throw new Error(fault)
        return raised
      })
    const told = async (events: number) => {
      await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(events))
      return heard.splice(0).map(({ type, merchantId: of, data }) => ({ type, of, ...data }))
    }
    const event = { type: 'alert', of: merchantId, id: expect.any(Number), kind: 'overLimit', at: now }
    await expect(raise(alerts, 'undone')).rejects.toThrow('undone')
    expect(await raise(alerts)).toBe(2)
    expect(await told(2)).toEqual(
      alerts.map(({ pathId }) => ({ ...event, pathId, content: '满', unread: (unread.get(pathId) ?? 0) + 1 })),
    )
    const { pathId } = tree.agent
    expect(await raise([...alerts, { ...alert, pathId, text: '再满', once: 'again' }])).toBe(1)
    expect(await told(1)).toEqual([{ ...event, pathId, content: '再满', unread: (unread.get(pathId) ?? 0) + 2 }])
    stop()
  })
})

describe('preferences', () => {
  it('are stored for each login, up to 64 kB as sent', async () => {
    expect((await post(agent, 'preference/get', { key: 'columns' })).data).toEqual({ key: 'columns', value: null })
    expect((await post(agent, 'preference/set', { key: 'columns', value: '{"宽":1}' })).code).toBe(200)
    expect((await post(agent, 'preference/set', { key: 'columns', value: '["b"]' })).code).toBe(200)
    expect((await post(agent, 'preference/get', { key: 'columns' })).data).toEqual({ key: 'columns', value: '["b"]' })
    expect((await post(sub, 'preference/get', { key: 'columns' })).data).toEqual({ key: 'columns', value: null })
    expect((await post(agent, 'preference/set', { key: 'columns', value: '宽'.repeat(30_000) })).code).toBe(413)
  })
})
