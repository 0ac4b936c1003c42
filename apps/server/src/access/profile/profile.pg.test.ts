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
const save = (input: Record<string, unknown>, person = agent) =>
  server.post(person, `${account}/update-account-info`, input)
const read = async (person = agent, input = {}) => (await server.get(person, `${account}/account-info`, input)).data

describe('own details', () => {
  it('are saved field by field, one log record per save', async () => {
    const input = {
      nickname: '张三',
      contact: 'telegram:123456',
      provinceCode: '640000',
      cityCode: '640400',
      districtCode: '640522',
      bankCardNo: '6222021234567890',
    }
    const sealed = () => ({ password: server.seal('Strata2026') })
    // Codes for a new password go to the contact, so a session alone must not change it.
    expect((await save(input)).message).toContain('须输入登录密码')
    expect((await save({ ...input, password: server.seal('Wrong2026') })).message).toBe('登录密码错误')
    expect((await save({ ...input, ...sealed() })).code).toBe(200)
    expect(await read()).toMatchObject({ accountName: 'agent001', ...input, address: '' })
    const stored = await raw.query('select details from accounts where id = $1', [server.tree.agent.accountId])
    expect(stored.rows[0].details).toMatchObject({ provinceName: '宁夏回族自治区', districtName: '海原县' })
    expect((await save({ ...input, nickname: '李四', address: '一号' })).code).toBe(200)
    expect((await save({ nickname: '李四' })).code).toBe(200)
    const log = await server.post(agent, '/api/common/actionlog/query', { action: '修改资料' })
    expect(log.data).toMatchObject({
      total: 2,
      items: [
        {
          changes: [
            { field: 'nickname', before: '张三', after: '李四' },
            { field: 'address', before: '', after: '一号' },
          ],
        },
        { operatorName: 'agent001', targetName: 'agent001', ip: '127.0.0.1' },
      ],
    })
    expect(log.text).not.toContain('6222021234567890')
    expect(log.text).toContain('****7890')
    const path = await raw.query('select nickname from paths where id = $1', [server.tree.agent.pathId])
    expect(path.rows).toEqual([{ nickname: '李四' }])
  })

  it('accept regions only if each lies in the one before', async () => {
    for (const wrong of [
      { provinceCode: '110000', cityCode: '640400', districtCode: '' },
      { provinceCode: '640000', cityCode: '640500', districtCode: '640522' },
      { provinceCode: '', cityCode: '640400', districtCode: '' },
      { provinceCode: '999999', cityCode: '', districtCode: '' },
      { provinceCode: '640400', cityCode: '', districtCode: '' },
    ]) {
      expect((await save(wrong)).code).toBe(40001)
    }
    expect((await save({ provinceCode: '110000', cityCode: '', districtCode: '' })).code).toBe(200)
    expect((await save({ bankCardNo: '0222021234567890' })).message).toContain('银行卡号')
  })

  it('of a downline can be changed by an ancestor only', async () => {
    const { tree } = server
    const general = await server.as(tree.general, tree.general.pathId)
    expect((await save({ agentPathsId: tree.sibling.pathId, remark: '备注' }, general)).code).toBe(200)
    expect(await read(general, { agentPathsId: tree.sibling.pathId })).toMatchObject({
      accountName: 'agent003',
      remark: '备注',
    })
    expect((await save({ agentPathsId: tree.sibling.pathId, remark: 'x' })).code).toBe(40401)
    const sibling = await server.as(tree.sibling, tree.sibling.pathId)
    const log = await server.post(sibling, '/api/common/actionlog/query', {})
    expect(log.data).toMatchObject({
      items: [{ operatorName: '上级', ip: '', targetName: 'agent003' }, { action: '新增账号' }],
    })
  })

  it('are logged without name and address of an operator above the reader', async () => {
    const { tree } = server
    const target = { agentPathsId: tree.sibling.pathId }
    const merchant = await server.as(tree.merchant, tree.merchant.pathId)
    const general = await server.as(tree.general, tree.general.pathId)
    expect((await save({ ...target, remark: '商户备注' }, merchant)).code).toBe(200)
    expect((await save({ ...target, remark: '总代备注' }, general)).code).toBe(200)
    const operators = async (person: Person, input: Record<string, unknown> = target) => {
      const { data } = await server.post(person, '/api/common/actionlog/query', { ...input, action: '修改资料' })
      const { items } = data as { items: { operatorName: string; ip: string }[] }
      return items.slice(0, 2).map(({ operatorName, ip }) => [operatorName, ip])
    }
    const local = '127.0.0.1'
    expect(await operators(merchant)).toEqual([
      ['genagt01', local],
      ['merch001', local],
    ])
    expect(await operators(general)).toEqual([
      ['genagt01', local],
      ['上级', ''],
    ])
    const sibling = await server.as(tree.sibling, tree.sibling.pathId)
    expect(await operators(sibling, {})).toEqual([
      ['上级', ''],
      ['上级', ''],
    ])
    // A search must not reveal either whether a guessed name is right.
    expect(await operators(sibling, { keyword: 'merch' })).toEqual([])
    expect(await operators(sibling, { keyword: '上级' })).toHaveLength(2)
  })
})

describe('a contact', () => {
  it('of a downline needs the permission to reset its password, and old and new contact are notified', async () => {
    const { general, sibling } = server.tree
    const above = await server.as(general, general.pathId)
    const of = (contact: string) => save({ agentPathsId: sibling.pathId, contact }, above)
    const grant = (ids: number[] | null) =>
      raw.query('update accounts set permission_ids = $2 where id = $1', [general.accountId, ids])
    await grant([80000, 80001, 80002, 30000, 30004])
    expect((await of('telegram:10000001')).code).toBe(40301)
    expect((await save({ agentPathsId: sibling.pathId, allowedIps: ['10.0.0.1'] }, above)).code).toBe(40301)
    expect((await save({ agentPathsId: sibling.pathId, address: '二号' }, above)).code).toBe(200)
    await grant([80000, 80001, 80005])
    expect((await of('telegram:10000001')).code).toBe(200)
    expect((await of('telegram:10000002')).code).toBe(200)
    await grant(null)
    const outbox = async () =>
      ((await server.get(null, '/api/common/demo/outbox')).data as { address: string; content: string }[])
        .filter(({ content }) => content.includes('联系方式已修改'))
        .map(({ address }) => address)
        .sort()
    const told = ['telegram:10000001', 'telegram:10000001', 'telegram:10000002']
    await expect.poll(async () => (await outbox()).filter((address) => address.includes('1000000'))).toEqual(told)
    const owner = await server.as(sibling, sibling.pathId)
    const alerts = await server.post(owner, '/api/common/alert/query', {})
    expect(alerts.text).toContain('上级修改了您的联系方式')
  })
})

describe('an account’s addresses', () => {
  it('block every other address, at sign-in and at each call', async () => {
    const { tree } = server
    const other = await server.as(tree.otherAgent, tree.otherAgent.pathId)
    expect((await save({ allowedIps: ['10.1.2.3'] }, other)).message).toBe('允许登录的IP须包含当前IP')
    expect((await save({ allowedIps: ['10.1.2.300'] }, other)).code).toBe(40001)
    expect((await save({ allowedIps: ['127.0.0.1', '10.1.2.3'] }, other)).code).toBe(40001)
    const password = server.seal('Strata2026')
    expect((await save({ allowedIps: ['127.0.0.1', '10.1.2.3'], password }, other)).code).toBe(200)
    expect((await server.signIn('agent002', 'Strata2026')).code).toBe(200)
    await raw.query(`update accounts set allowed_ips = '{10.1.2.3}' where id = $1`, [tree.otherAgent.accountId])
    expect((await server.signIn('agent002', 'Strata2026')).message).toBe('当前IP不在允许范围内')
    expect((await server.signIn('agent002', 'Wrong2026')).code).toBe(40002)
    expect((await server.get(other, `${account}/bulletin-message`)).code).toBe(40301)
    const merchant = await server.as(tree.otherMerchant, tree.otherMerchant.pathId)
    const log = await server.post(merchant, `${account}/findloginlog`, { agentPathsId: tree.otherAgent.pathId })
    expect((log.data as { items: { result: string }[] }).items.map(({ result }) => result)).toEqual([
      '账号或密码错误',
      'IP不在允许范围内',
      '登录成功（新设备）',
    ])
  })
})

describe('the paths of an account', () => {
  it('that an upgrade has closed are shown to those above, and only to them', async () => {
    const { tree } = server
    const { merchantId, accountId } = tree.sibling
    await raw.query(
      `insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, lineage, created_at, closed_at)
       values ($1, 9901, $2, 10001, $3, 'agent003', 'credit', $4, 1, 1779250000000)`,
      [merchantId, tree.general.pathId, accountId, [tree.merchant.pathId, tree.general.pathId, 9901]],
    )
    const general = await server.as(tree.general, tree.general.pathId)
    const closed = { agentPathsId: 9901, roleId: 10001, closedAt: 1_779_250_000_000 }
    const input = { agentPathsId: String(tree.sibling.pathId) }
    expect(await read(general, input)).toMatchObject({ closedPaths: [closed] })
    const head = await server.as(tree.head, tree.head.pathId)
    expect(await read(head, input)).toMatchObject({ closedPaths: [closed] })
    // Its old fund records are read by the old path.
    const funds = { agentPathsId: 9901, from: '2026-05-01', to: '2026-05-20', pageIndex: 1, pageSize: 20 }
    expect((await server.post(general, '/api/common/funds/query', funds)).code).toBe(200)
    expect((await server.post(agent, '/api/common/funds/query', funds)).code).toBe(40401)
    await raw.query('delete from paths where merchant_id = $1 and id = 9901', [merchantId])
  })
})

describe('devices', () => {
  it('are the account’s own live sessions, and it can end one of them', async () => {
    const { tree } = server
    const [first, second] = [
      await server.as(tree.general, tree.general.pathId),
      await server.as(tree.general, tree.general.pathId),
    ]
    const list = async () =>
      (await server.post(first, `${account}/session/query`)).data as { sessionId: number; current: boolean }[]
    const devices = await list()
    expect(devices.filter(({ current }) => current)).toHaveLength(1)
    const newest = Math.max(...devices.map(({ sessionId }) => sessionId))
    expect((await server.post(agent, `${account}/session/revoke`, { sessionId: newest })).code).toBe(40401)
    expect((await server.post(first, `${account}/session/revoke`, { sessionId: newest })).code).toBe(200)
    expect((await server.get(second, `${account}/bulletin-message`)).status).toBe(401)
    expect((await list()).length).toBe(devices.length - 1)
  })
})

describe('maintenance', () => {
  it('refuses every call except the always-open ones and the operators’', async () => {
    const admin = await server.as(server.tree.head, server.tree.head.pathId, 1)
    const set = async (from: number) => {
      const value = JSON.stringify({ from, until: null, message: '升级' })
      await pool.query(
        `insert into settings (key, value) values ('maintenance', $1) on conflict (key) do update set value = excluded.value`,
        [value],
      )
      const { forgetMaintenance } = await import('../platform-settings/maintenance.ts')
      forgetMaintenance(pool)
    }
    await set(server.now - 1)
    expect((await server.post(agent, '/api/agent/query', { pageIndex: 1, pageSize: 20 })).code).toBe(50301)
    expect((await server.get(agent, `${account}/bulletin-message`)).code).toBe(200)
    expect((await server.get(null, '/api/common/status')).data).toMatchObject({ maintenanceState: 2, message: '升级' })
    expect((await server.post(admin, '/api/agent/query', { pageIndex: 1, pageSize: 20 })).code).toBe(200)
    expect((await server.signIn('agent001', 'Strata2026')).data).toMatchObject({ maintenanceState: 2 })
    await set(server.now + 60_000)
    expect((await server.post(agent, '/api/agent/query', { pageIndex: 1, pageSize: 20 })).code).toBe(200)
    expect((await server.post(agent, `${account}/logout`)).code).toBe(200)
  })
})
