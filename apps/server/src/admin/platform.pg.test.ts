import type { GameId } from '@strata/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetMaintenance } from '../access/platform-settings/maintenance.ts'
import { type PeopleServer, peopleServer } from '../access/testing/people-server.ts'
import type { Person } from '../access/testing/person.ts'
import { row } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
let server: PeopleServer
let operator: Person
let agent: Person
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  const { head, agent: below } = server.tree
  operator = await server.as(head, head.pathId, 1)
  agent = await server.as(below, below.pathId)
})
afterAll(() => server.close())
const call = (path: string, input: Record<string, unknown> = {}) => server.post(operator, `/api/admin/${path}`, input)
const lastLog = () =>
  row<{
    action: string
    target_name: string
    changes: { label: string; before: string | null; after: string | null }[]
  }>(raw, 'select action, target_name, changes from change_log order by id desc limit 1')

describe('maintenance', () => {
  const item = (over: Record<string, unknown> = {}) => ({
    gameId: null,
    enabled: true,
    from: null,
    until: null,
    message: '升级',
    ...over,
  })
  const set = (version: number, items: object[], over: Record<string, unknown> = {}) =>
    call('maintenance/set', { version, items, ...over })

  it('is refused in the written order', async () => {
    const wrong = [item({ until: 5 }), item({ gameId: 99 }), item()]
    expect(await set(7, wrong)).toMatchObject({ code: 40902, data: { asked: 7 } })
    expect((await set(0, wrong)).code).toBe(40001)
    expect((await set(0, [item({ until: 5 }), item({ gameId: 99 })])).message).toBe('结束时间须晚于开始时间')
    expect((await set(0, [item({ gameId: 99 })])).code).toBe(40401)
    expect((await call('maintenance/query')).data).toMatchObject({ version: 0 })
  })

  it('of the platform blocks agents at once and lets operators end it', async () => {
    const asked = { requestId: 'm-1' }
    expect((await set(0, [item()], asked)).data).toEqual({ version: 1 })
    expect((await set(0, [item()], asked)).data).toEqual({ version: 1 })
    expect((await server.post(agent, '/api/common/alert/query')).code).toBe(50301)
    const status = await server.get(null, '/api/common/status')
    expect(status.data).toMatchObject({ maintenanceState: 2, message: '升级', from: server.now, until: null })
    expect(await lastLog()).toMatchObject({ action: 'maintenance', changes: [{ label: '全平台', before: '未维护' }] })
    expect((await set(1, [item({ enabled: false })])).data).toEqual({ version: 2 })
    forgetMaintenance(pool)
    expect((await server.post(agent, '/api/common/alert/query')).code).toBe(200)
  })

  it('is announced as early as the setting says', async () => {
    const from = server.now + 90 * 60_000
    expect((await set(2, [item({ from, until: from + 1 })])).code).toBe(200)
    expect((await server.get(null, '/api/common/status')).data).toMatchObject({ maintenanceState: 0 })
    expect((await call('system-config/query')).data).toMatchObject({
      version: 0,
      items: expect.arrayContaining([
        expect.objectContaining({ key: 'platform.name', value: '' }),
        expect.objectContaining({ key: 'maintenance.noticeMinutes', kind: 'integer', value: '60', since: null }),
      ]),
    })
    const minutes = (value: string, version = 0) =>
      call('system-config/set', { version, items: [{ key: 'maintenance.noticeMinutes', value }] })
    expect(await minutes('120', 9)).toMatchObject({ code: 40902, data: { asked: 9 } })
    expect((await call('system-config/set', { version: 0, items: [{ key: 'none', value: 'x' }] })).code).toBe(40401)
    expect((await minutes('1441')).code).toBe(40001)
    expect((await minutes('x')).code).toBe(40001)
    expect((await minutes('120')).data).toEqual({ version: 1 })
    expect((await server.get(null, '/api/common/status')).data).toMatchObject({ maintenanceState: 1, from })
    expect(await lastLog()).toMatchObject({ action: 'systemConfig', changes: [{ before: '60', after: '120' }] })
    expect((await set(3, [item({ enabled: false })])).code).toBe(200)
    const name = { version: 1, items: [{ key: 'platform.name', value: '星河' }] }
    expect((await call('system-config/set', name)).code).toBe(200)
    expect((await server.get(operator, '/api/admin/merchant/get-logo')).data).toEqual({ name: '星河', logo: '' })
  })

  it('of a game affects only that game', async () => {
    expect((await set(4, [item({ gameId: 3 })])).data).toEqual({ version: 5 })
    const listed = (await call('maintenance/query')).data as { items: { gameId: GameId | null; enabled: boolean }[] }
    expect(listed.items.map(({ gameId, enabled }) => [gameId, enabled])).toEqual([
      [null, false],
      [1, false],
      [2, false],
      [3, true],
      [4, false],
    ])
    expect((await server.post(agent, '/api/common/alert/query')).code).toBe(200)
    expect(await row(raw, 'select maintenance from games where id = 3')).toEqual({
      maintenance: { enabled: true, from: server.now, until: null, message: '升级', reading: false },
    })
    expect((await set(5, [item({ gameId: 3, enabled: false })])).code).toBe(200)
    expect(await row(raw, 'select maintenance from games where id = 3')).toEqual({ maintenance: null })
  })
})

describe('people who are signed in', () => {
  interface Notice {
    readonly items: readonly { readonly gameId: GameId | null; readonly state: number }[]
  }
  const noticed = async () =>
    ((await server.get(agent, '/api/common/maintenance/notice')).data as Notice).items.map(({ gameId, state }) => [
      gameId,
      state,
    ])
  const versionNow = async () => ((await call('maintenance/query')).data as { version: number }).version
  const window = { gameId: null, enabled: true, from: null, until: null, message: '', reading: false }
  const set = async (...items: object[]) => call('maintenance/set', { version: await versionNow(), items })

  it('are shown what was announced and what runs, and read it during a maintenance too', async () => {
    expect(await noticed()).toEqual([])
    const soon = server.now + 60_000
    expect((await set({ ...window, gameId: 3, from: soon }, { ...window, gameId: 1 })).code).toBe(200)
    expect(await noticed()).toEqual([
      [1, 2],
      [3, 1],
    ])
    expect((await set(window)).code).toBe(200)
    expect(await noticed()).toEqual([
      [null, 2],
      [1, 2],
      [3, 1],
    ])
    const off = { ...window, enabled: false }
    expect((await set(off, { ...off, gameId: 1 }, { ...off, gameId: 3 })).code).toBe(200)
    expect(await noticed()).toEqual([])
  })

  it('read reports, results and rules during a maintenance that leaves them open, and nothing else', async () => {
    const calls = [
      ['POST', '/api/common/report/delivery/query'],
      ['POST', '/api/common/alert/query'],
      ['POST', '/api/agent/query'],
      ['POST', '/api/common/alert/read'],
    ] as const
    const shut = async () => {
      forgetMaintenance(pool)
      const answers = await Promise.all(calls.map(([, path]) => server.post(agent, path, {})))
      return answers.map(({ code }) => code === 50301)
    }
    expect((await set({ ...window, reading: true })).code).toBe(200)
    expect(await shut()).toEqual([false, false, true, true])
    expect((await server.get(null, '/api/common/status')).data).toMatchObject({ maintenanceState: 2, reading: true })
    expect((await set(window)).code).toBe(200)
    expect(await shut()).toEqual([true, true, true, true])
    expect((await set({ ...window, enabled: false })).code).toBe(200)
    expect(await shut()).toEqual([false, false, false, false])
  })
})

describe('notices', () => {
  const notice = {
    content: '今晚维护',
    level: 'warn',
    audience: 'agent',
    merchantIds: [],
    roles: [],
    from: null,
    until: null,
  }
  const bulletin = async (person: Person) =>
    ((await server.get(person, '/api/common/account/bulletin-message')).data as { content: string }[]).map(
      ({ content }) => content,
    )

  it('are shown on their side, from start to end', async () => {
    expect((await call('notice/create', { ...notice, until: server.now })).code).toBe(40001)
    const nobody = await call('notice/create', { ...notice, merchantIds: [server.tree.merchant.merchantId, 9_999_999] })
    expect(nobody).toMatchObject({ code: 40001, message: '编号 9999999 的商户不存在' })
    expect(nobody.data).toMatchObject({ issues: [{ path: 'merchantIds', field: '商户' }] })
    const created = await call('notice/create', { ...notice, requestId: 'n-1' })
    const { id } = created.data as { id: number }
    expect((await call('notice/create', { ...notice, requestId: 'n-1' })).data).toEqual({ id })
    await call('notice/create', { ...notice, content: '内部', audience: 'admin' })
    await call('notice/create', { ...notice, content: '明天', from: server.now + 1 })
    expect(await bulletin(agent)).toEqual(['今晚维护'])
    expect(await bulletin(operator)).toEqual(['内部'])
    const listed = await call('notice/query', { keyword: '今晚' })
    expect(listed.data).toMatchObject({
      total: 1,
      items: [{ id, audience: 'agent', from: server.now, until: null, operatorName: 'headco01' }],
    })
    expect((await call('notice/query', { level: 'info' })).data).toMatchObject({ total: 0 })

    expect((await call('notice/update', { id: 999_999, until: 1 })).code).toBe(40401)
    expect((await call('notice/update', { id, until: server.now })).code).toBe(40001)
    expect((await call('notice/update', { id, merchantIds: [9_999_999] })).code).toBe(40001)
    expect((await call('notice/update', { id, content: '维护改期', audience: 'all' })).code).toBe(200)
    expect(await lastLog()).toMatchObject({
      action: 'noticeUpdate',
      changes: [
        { label: '内容', before: '今晚维护', after: '维护改期' },
        { label: '对象', before: '代理端', after: '全部' },
      ],
    })
    expect(await bulletin(agent)).toEqual(['维护改期'])
    // Who saw the text of before is told; of what was not changed since nothing is said.
    const stale = await call('notice/update', { id, content: '取消', seen: { content: '今晚维护' } })
    expect(stale).toMatchObject({ code: 40902, data: { notice: { content: '维护改期', audience: 'all' } } })
    expect((await call('notice/update', { id, level: 'info', seen: { level: 'warn' } })).code).toBe(200)
    expect(await bulletin(agent)).toEqual(['维护改期'])
    expect((await call('notice/delete', { id })).code).toBe(200)
    expect((await call('notice/delete', { id })).code).toBe(40401)
    expect(await bulletin(agent)).toEqual([])
  })
})

describe('a notice for some', () => {
  const notice = { level: 'info', audience: 'agent', merchantIds: [], roles: [], from: null, until: null }
  interface Line {
    readonly id: number
    readonly content: string
    readonly read: boolean
  }
  const bulletin = async (person: Person): Promise<Line[]> =>
    (await server.get(person, '/api/common/account/bulletin-message')).data as Line[]
  const textsOf = async (person: Person) => (await bulletin(person)).map(({ content }) => content)
  const publish = async (content: string, over: object): Promise<number> =>
    ((await call('notice/create', { ...notice, content, ...over })).data as { id: number }).id

  it('is shown to its merchants and roles, and to the head', async () => {
    const { merchant, otherMerchant, otherAgent, head } = server.tree
    const people = [
      agent,
      await server.as(merchant, merchant.pathId),
      await server.as(otherAgent, otherAgent.pathId),
      await server.as(head, head.pathId),
    ]
    const ids = [
      await publish('本商户', { merchantIds: [merchant.merchantId] }),
      await publish('别家代理', { merchantIds: [otherMerchant.merchantId], roles: [3] }),
      await publish('商户级', { roles: [1] }),
    ]
    expect(await Promise.all(people.map(textsOf))).toEqual([
      ['本商户'],
      ['商户级', '本商户'],
      ['别家代理'],
      ['商户级', '别家代理', '本商户'],
    ])
    for (const id of ids) expect((await call('notice/delete', { id })).code).toBe(200)
  })

  it('lists who has read it, once each, and only those it is meant for', async () => {
    const { otherAgent, merchant } = server.tree
    const id = await publish('请阅读', { merchantIds: [merchant.merchantId] })
    const outsider = await server.as(otherAgent, otherAgent.pathId)
    const read = (person: Person) => server.post(person, '/api/common/notice/read', { ids: [id] })
    expect((await bulletin(agent))[0]).toMatchObject({ id, read: false })
    for (const person of [agent, agent, outsider]) expect((await read(person)).code).toBe(200)
    expect((await bulletin(agent))[0]).toMatchObject({ id, read: true })
    expect((await call('notice/query', { keyword: '请阅读' })).data).toMatchObject({ items: [{ readers: 1 }] })
    expect((await call('notice/readers', { id })).data).toMatchObject({
      total: 1,
      items: [{ accountName: 'agent001', roleId: 3, at: server.now }],
    })
    expect((await call('notice/delete', { id })).code).toBe(200)
  })
})

describe('games', () => {
  interface Game {
    readonly gameId: GameId
    readonly version: number
    readonly options: Record<string, string | boolean>
    readonly closeSeconds: number
    readonly hedgeSeconds: number
  }
  const gameOf = async (id: number): Promise<Game> =>
    ((await call('game/query')).data as Game[]).find(({ gameId }) => gameId === id) as Game
  const update = (input: Record<string, unknown>) => call('game/update', { gameId: 3, version: 1, ...input })

  it('are listed with every rule option as text', async () => {
    expect(await gameOf(3)).toMatchObject({
      gameType: '6HC',
      version: 1,
      enabled: true,
      twoSources: false,
      options: { hk_49: 'refund', hk_4z1: '6' },
    })
    expect((await gameOf(4)).options).toMatchObject({ pc_wrap: true, pc_lhPair: '0,2' })
  })

  it('are refused in the written order', async () => {
    expect((await update({ gameId: 99, version: 9, options: { none: 'x' } })).code).toBe(40401)
    expect(await update({ version: 9, options: { none: 'x' } })).toMatchObject({
      code: 40902,
      data: { version: (await gameOf(3)).version, asked: 9 },
    })
    expect((await update({ options: { none: 'x' }, hedgeSeconds: 600, closeSeconds: 1 })).message).toBe(
      '没有这个规则选项',
    )
    expect((await update({ options: { pc_wrap: true } })).code).toBe(40001)
    expect((await update({ options: { hk_49: 'x' } })).code).toBe(40001)
    expect((await update({ hedgeSeconds: 600, closeSeconds: 1 })).message).toBe('补货秒数不能超过封盘秒数')
    // 时时彩 of this world has a period a minute: a close of a minute would come before its opening.
    expect((await update({ gameId: 1, closeSeconds: 60, hedgeSeconds: 0 })).message).toContain('每期秒数须大于封盘秒数')
    expect((await gameOf(1)).version).toBe(1)
    await raw.query(`update games set schedule = '{}' where id = 3`)
    expect((await update({ closeSeconds: 10 })).code).toBe(42207)
  })

  it('change rules, source and times of periods that are not open yet', async () => {
    const before = await gameOf(1)
    const asked = {
      gameId: 1,
      resultSource: 'feed',
      twoSources: true,
      closeSeconds: before.closeSeconds + 1,
      hedgeSeconds: 0,
    }
    expect((await update({ ...asked, options: { m5_lhTie: 'refund' }, requestId: 'g-1' })).data).toEqual({ version: 2 })
    expect((await update({ ...asked, options: { m5_lhTie: 'refund' }, requestId: 'g-1' })).data).toEqual({ version: 2 })
    expect(await gameOf(1)).toMatchObject({
      version: 2,
      resultSource: 'feed',
      twoSources: true,
      closeSeconds: before.closeSeconds + 1,
      hedgeSeconds: 0,
      options: { m5_lhTie: 'refund', m5_wrap: true },
    })
    const log = await lastLog()
    expect(log).toMatchObject({ action: 'game', target_name: '时时彩' })
    expect(log.changes.find(({ label }) => label === '龙虎遇和')).toMatchObject({ before: '输', after: '和局退本金' })
    expect((await update({ gameId: 1, version: 2, enabled: false })).data).toEqual({ version: 3 })
    const offered = (await server.get(agent, '/api/common/drop-down-list/sys-gametype')).data as {
      id: number
      enabled: boolean
    }[]
    expect(offered.filter(({ enabled }) => enabled).map(({ id }) => id)).toEqual([2, 3, 4])
  })
})
