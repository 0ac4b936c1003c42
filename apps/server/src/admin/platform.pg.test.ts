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

  it('is refused in one order', async () => {
    const wrong = [item({ until: 5 }), item({ gameId: 99 }), item()]
    expect((await set(7, wrong)).code).toBe(40902)
    expect((await set(0, wrong)).code).toBe(40001)
    expect((await set(0, [item({ until: 5 }), item({ gameId: 99 })])).message).toBe('结束时间须晚于开始时间')
    expect((await set(0, [item({ gameId: 99 })])).code).toBe(40401)
    expect((await call('maintenance/query')).data).toMatchObject({ version: 0 })
  })

  it('of the platform shuts agents out at once and lets operators end it', async () => {
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

  it('is announced as early as the settings say', async () => {
    const from = server.now + 90 * 60_000
    expect((await set(2, [item({ from, until: from + 1 })])).code).toBe(200)
    expect((await server.get(null, '/api/common/status')).data).toMatchObject({ maintenanceState: 0 })
    expect((await call('system-config/query')).data).toMatchObject({
      version: 0,
      items: [
        { key: 'platform.name', value: '' },
        { key: 'maintenance.noticeMinutes', kind: 'integer', value: '60' },
      ],
    })
    const minutes = (value: string, version = 0) =>
      call('system-config/set', { version, items: [{ key: 'maintenance.noticeMinutes', value }] })
    expect((await minutes('120', 9)).code).toBe(40902)
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

  it('of a game is that game’s alone', async () => {
    expect((await set(4, [item({ gameId: 3 })])).data).toEqual({ version: 5 })
    const listed = (await call('maintenance/query')).data as { items: { gameId: number | null; enabled: boolean }[] }
    expect(listed.items.map(({ gameId, enabled }) => [gameId, enabled])).toEqual([
      [null, false],
      [1, false],
      [2, false],
      [3, true],
      [4, false],
    ])
    expect((await server.post(agent, '/api/common/alert/query')).code).toBe(200)
    expect(await row(raw, 'select maintenance from games where id = 3')).toEqual({
      maintenance: { enabled: true, from: server.now, until: null, message: '升级' },
    })
    expect((await set(5, [item({ gameId: 3, enabled: false })])).code).toBe(200)
    expect(await row(raw, 'select maintenance from games where id = 3')).toEqual({ maintenance: null })
  })
})

describe('notices', () => {
  const notice = { content: '今晚维护', level: 'warn', audience: 'agent', from: null, until: null }
  const bulletin = async (person: Person) =>
    ((await server.get(person, '/api/common/account/bulletin-message')).data as { content: string }[]).map(
      ({ content }) => content,
    )

  it('reach the side they are for, from their beginning to their end', async () => {
    expect((await call('notice/create', { ...notice, until: server.now })).code).toBe(40001)
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
    expect((await call('notice/update', { id, content: '维护改期', audience: 'all' })).code).toBe(200)
    expect(await lastLog()).toMatchObject({
      action: 'noticeUpdate',
      changes: [
        { label: '内容', before: '今晚维护', after: '维护改期' },
        { label: '对象', before: '代理端', after: '全部' },
      ],
    })
    expect(await bulletin(agent)).toEqual(['维护改期'])
    expect((await call('notice/delete', { id })).code).toBe(200)
    expect((await call('notice/delete', { id })).code).toBe(40401)
    expect(await bulletin(agent)).toEqual([])
  })
})

describe('games', () => {
  interface Game {
    readonly gameId: number
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

  it('are refused in one order', async () => {
    expect((await update({ gameId: 99, version: 9, options: { none: 'x' } })).code).toBe(40401)
    expect((await update({ version: 9, options: { none: 'x' } })).code).toBe(40902)
    expect((await update({ options: { none: 'x' }, hedgeSeconds: 600, closeSeconds: 1 })).message).toBe(
      '没有这个规则选项',
    )
    expect((await update({ options: { pc_wrap: true } })).code).toBe(40001)
    expect((await update({ options: { hk_49: 'x' } })).code).toBe(40001)
    expect((await update({ hedgeSeconds: 600, closeSeconds: 1 })).message).toBe('补货秒数不能超过封盘秒数')
    await raw.query(`update games set schedule = '{}' where id = 3`)
    expect((await update({ closeSeconds: 10 })).code).toBe(42207)
  })

  it('change rules, source and times of what is yet to open', async () => {
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
    const offered = (await server.get(agent, '/api/common/drop-down-list/sys-gametype')).data as { id: number }[]
    expect(offered.map(({ id }) => id)).toEqual([2, 3, 4])
  })
})
