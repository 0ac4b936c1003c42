import { PERMISSION } from '@strata/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { type PeopleServer, peopleServer } from '../testing/people-server.ts'
import type { Person } from '../testing/person.ts'

const { pool, url, raw } = await createTestDatabase()
let server: PeopleServer
let agent: Person
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  agent = await server.as(server.tree.agent, server.tree.agent.pathId)
})
afterAll(() => server.close())

const account = '/api/common/account'
const create = (input: Record<string, unknown>, person = agent) =>
  server.post(person, `${account}/create-childaccount`, { password: server.seal('Abcd1234'), moduleIds: [], ...input })

describe('sub-accounts', () => {
  it('get a part of the main account’s permissions, sign in and must choose their own passwords', async () => {
    const made = await create({
      accountName: 'newsub01',
      nickname: '客服',
      moduleIds: [
        PERMISSION.profile,
        PERMISSION.ownDetails,
        PERMISSION.reports,
        PERMISSION.accounts,
        PERMISSION.status,
      ],
    })
    expect(made.code).toBe(200)
    const { accountId } = made.data as { accountId: number }
    const signedIn = await server.signIn('newsub01', 'Abcd1234')
    expect(signedIn.data).toMatchObject({
      accountId,
      roleId: 10003,
      mustChangePassword: true,
      needSetPassword: true,
      accountAgentPathsList: [
        {
          agentPathsId: server.tree.agent.pathId,
          roleModuleList: [
            {
              frontElementId: 30000,
              children: [
                // Nobody gave it the page of its own passwords: every login has that.
                { frontElementId: 30003, children: [] },
                { frontElementId: 30004, children: [] },
              ],
            },
            { frontElementId: 50000, children: [] },
            { frontElementId: 80000, children: [{ frontElementId: 80004, children: [] }] },
          ],
        },
      ],
    })
    const { accountToken: token } = signedIn.data as { accountToken: string }
    const sub = { token, pathId: server.tree.agent.pathId, roleType: 2 as const }
    // It can read, but change nothing before it has chosen its own passwords.
    expect((await server.post(sub, '/api/agent/query', { pageIndex: 1, pageSize: 20 })).code).toBe(200)
    const details = { nickname: '自己' }
    expect((await server.post(sub, `${account}/update-account-info`, details)).message).toBe(
      '请先设置登录密码和转账密码',
    )
    const login = { oldPassword: server.seal('Abcd1234'), newPassword: server.seal('Wxyz5678'), kind: 'login' }
    expect((await server.post(sub, `${account}/updatepwd`, login)).code).toBe(200)
    const transfer = { oldPassword: server.seal('Wxyz5678'), newPassword: server.seal('135790'), kind: 'transfer' }
    expect((await server.post(sub, `${account}/updatepwd`, transfer)).code).toBe(200)
    expect((await server.post(sub, `${account}/update-account-info`, details)).code).toBe(200)
  })

  it('reach their own passwords whatever they were given', async () => {
    const empty = await server.as(server.tree.emptySub, server.tree.agent.pathId)
    expect((await server.post(empty, `${account}/session/query`)).code).toBe(200)
    const change = { oldPassword: server.seal('wrong'), newPassword: server.seal('Wxyz5678'), kind: 'login' }
    expect((await server.post(empty, `${account}/updatepwd`, change)).code).toBe(40002)
    const paths = await server.get(empty, `${account}/session/paths`)
    expect(JSON.stringify(paths.data)).toContain(String(PERMISSION.ownPassword))
    expect(JSON.stringify(paths.data)).not.toContain(String(PERMISSION.ownDetails))
  })

  it('never get more than the main account holds, and no action without its page', async () => {
    const sub = await server.as(server.tree.sub, server.tree.agent.pathId)
    expect((await create({ accountName: 'newsub02', moduleIds: [PERMISSION.games] })).code).toBe(42202)
    expect((await create({ accountName: 'newsub02', moduleIds: [PERMISSION.createAccounts] })).code).toBe(40001)
    expect((await create({ accountName: 'newsub02' }, sub)).code).toBe(40301)
    expect((await create({ accountName: 'agent001' })).code).toBe(40901)
    expect((await create({ accountName: 'newsub02', password: server.seal('abcdefgh') })).code).toBe(40001)
    const left = await raw.query(`select 1 from accounts where name = 'newsub02'`)
    expect(left.rowCount).toBe(0)
  })

  it('keep the permissions of the other side', async () => {
    const { accountId } = server.tree.sub
    expect(
      (await server.post(agent, `${account}/update-childaccount`, { accountId, moduleIds: [PERMISSION.reports] })).code,
    ).toBe(200)
    const stored = await raw.query('select permission_ids from accounts where id = $1', [accountId])
    expect(stored.rows).toEqual([{ permission_ids: [PERMISSION.merchants, PERMISSION.reports] }])
    const asked = await server.get(agent, `${account}/childaccount-rolemodule`, { accountId })
    expect(asked.data).toMatchObject({ granted: [PERMISSION.reports] })
  })

  it('read their permissions at once after a change, as a sign-in would return them', async () => {
    const { accountId } = server.tree.sub
    const sub = await server.as(server.tree.sub, server.tree.agent.pathId)
    const held = async () => (await server.get(sub, `${account}/session/paths`)).data
    const ownPassword = { frontElementId: 30000, children: [{ frontElementId: 30003, children: [] }] }
    const signedIn = await server.signIn('agtsub01', 'Strata2026')
    expect(signedIn.data).toMatchObject({ accountAgentPathsList: await held() })
    await server.post(agent, `${account}/update-childaccount`, { accountId, moduleIds: [PERMISSION.results] })
    expect(await held()).toMatchObject([{ roleModuleList: [ownPassword, { frontElementId: 60000, children: [] }] }])
    await server.post(agent, `${account}/update-childaccount`, {
      accountId,
      moduleIds: [PERMISSION.reports, PERMISSION.accounts],
    })
    // A frozen path keeps only the reading of reports.
    await raw.query('update paths set status = 4 where id = $1', [server.tree.general.pathId])
    expect(await held()).toMatchObject([{ roleModuleList: [ownPassword, { frontElementId: 50000, children: [] }] }])
    await raw.query('update paths set status = 1 where id = $1', [server.tree.general.pathId])
  })

  it('belong to their main account only', async () => {
    const other = await server.as(server.tree.sibling, server.tree.sibling.pathId)
    const { accountId } = server.tree.sub
    for (const [path, input] of [
      ['update-childaccount', { accountId, nickname: 'x' }],
      ['update-childaccount-statue', { accountId, status: 2 }],
    ] as const) {
      expect((await server.post(other, `${account}/${path}`, input)).code).toBe(40401)
    }
    expect((await server.get(other, `${account}/childaccount-rolemodule`, { accountId })).code).toBe(40401)
    expect((await server.post(other, `${account}/query-childaccount`)).data).toMatchObject({ items: [], total: 0 })
    const own = await server.post(agent, `${account}/query-childaccount`, {
      keyword: 'agtsub',
      sortInfo: { columnName: 'accountName', direction: 0 },
    })
    expect(own.data).toMatchObject({ total: 2, items: [{ accountName: 'agtsub01' }, { accountName: 'agtsub02' }] })
  })

  it('end their sessions when disabled, can read when frozen, and every save is logged once', async () => {
    const { accountId } = server.tree.emptySub
    const status = (to: number) =>
      server.post(agent, `${account}/update-childaccount-statue`, { accountId, status: to })
    const sub = await server.as(server.tree.emptySub, server.tree.agent.pathId)
    expect((await status(4)).code).toBe(200)
    expect((await server.get(sub, `${account}/bulletin-message`)).code).toBe(200)
    expect((await status(4)).code).toBe(42207)
    expect((await status(2)).code).toBe(200)
    expect((await server.get(sub, `${account}/bulletin-message`)).status).toBe(401)
    expect((await server.signIn('agtsub02', 'Strata2026')).code).toBe(40006)
    const log = await server.post(agent, '/api/common/actionlog/query', { keyword: 'agtsub02' })
    expect(log.data).toMatchObject({
      total: 2,
      items: [
        {
          operatorName: 'agent001',
          action: '修改子账号状态',
          changes: [{ label: '状态', before: '冻结', after: '停用' }],
        },
        { changes: [{ before: '正常', after: '冻结' }] },
      ],
    })
  })

  it('get templates limited to what the main account holds', async () => {
    const offered = (await server.get(agent, '/api/common/drop-down-list/sys-childaccount')).data as {
      moduleIds: number[]
    }[]
    expect(offered.length).toBeGreaterThan(2)
    const tree = (await server.get(agent, `${account}/childaccount-rolemodule`)).data as {
      tree: { frontElementId: number; name: string }[]
    }
    expect(tree.tree.map(({ name }) => name)).toContain('报表查询')
    for (const { moduleIds } of offered)
      expect((await create({ accountName: `tpl${moduleIds.length}aaaa`, moduleIds })).code).not.toBe(42202)
  })

  it('answer a repeated request once', async () => {
    const input = {
      accountName: 'oncesub1',
      moduleIds: [PERMISSION.reports],
      requestId: 'once-1',
      password: server.seal('Abcd1234'),
    }
    const first = await create(input)
    expect((await create(input)).data).toEqual(first.data)
    expect((await create({ ...input, accountName: 'oncesub2' })).code).toBe(40902)
  })
})
