import * as accessCalls from '@strata/contract/calls/access'
import * as merchantCalls from '@strata/contract/calls/admin-merchants'
import * as operatorCalls from '@strata/contract/calls/operators'
import { PERMISSION } from '@strata/contract/permissions'
import { sealPassword } from '@strata/contract/wrapper'
import { MerchantId } from '@strata/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { hashPassword, NO_PASSWORD } from '../passwords/password-pool.ts'
import { addSubAccount } from '../sub-accounts/new-accounts.ts'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../testing/person.ts'
import { growSmallTree, made, type SmallTree, TREE_AT } from '../testing/small-tree.ts'
import { wholeServer } from '../testing/whole-server.ts'

const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 3_600_000
const { app, platform } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

const ALL = [20000, 20001, 20004, 30000, 30003]
const OWN_PASSWORD = 'Operator2026'
const seal = (password: string): string => sealPassword({ password, appSecret: platform.config.appSecret, nowMs: now })

let tree: SmallTree
const ids = { anna: 0, bert: 0, carl: 0 }
const people: Record<'anna' | 'bert' | 'carl', Person> = {} as never

beforeAll(async () => {
  tree = await growSmallTree(pool)
  const main = { id: tree.head.accountId, merchantId: MerchantId(0), accountType: 1 as const }
  const passwordHash = await hashPassword(OWN_PASSWORD)
  await raw.query('update accounts set password_hash = $2 where id = $1', [tree.head.accountId, NO_PASSWORD])
  const permissions = { anna: ALL, bert: ALL, carl: [20000] }
  for (const name of ['anna', 'bert', 'carl'] as const) {
    const login = { name: `${name}0001`, passwordHash, transferHash: 'x', permissionIds: permissions[name] }
    ids[name] = made(await runTx(pool, {}, (tx) => addSubAccount(tx, { ...login, main, at: TREE_AT }))).accountId
  }
})

beforeEach(async () => {
  now += 60_000
  for (const name of ['anna', 'bert', 'carl'] as const) {
    const held = name === 'carl' ? [20000] : ALL
    await raw.query(
      `update accounts set status = 1, permission_ids = $2, totp_secret = 'sealed', allowed_ips = '{}', details = '{}' where id = $1`,
      [ids[name], held],
    )
    people[name] = await signedIn(pool, { accountId: ids[name], pathId: tree.head.pathId, roleType: 1, now })
  }
})

type Call = { readonly method: 'GET' | 'POST'; readonly path: string }
const as = (person: Person, call: Call, input: Readonly<Record<string, unknown>>): Promise<Answered> =>
  callApp(app, { method: call.method, path: call.path, input, headers: headersOf(person) })
const update = (person: Person, input: Readonly<Record<string, unknown>>) => as(person, merchantCalls.userUpdate, input)
const newestAlert = async (): Promise<string> =>
  (await raw.query(`select text from alerts where kind = 'security' order by id desc limit 1`)).rows[0]?.text ?? ''
const newestLine = async () =>
  (await raw.query('select action, operator_name, target_name, changes from change_log order by id desc limit 1'))
    .rows[0]

describe('the list of operators', () => {
  it('shows how each is secured, and which one is the reader', async () => {
    const answer = await as(people.carl, merchantCalls.userQuery, { pageIndex: 1, pageSize: 20 })
    const { items } = answer.data as { items: { accountName: string; own: boolean; validatorOn: boolean }[] }
    expect(items.map(({ accountName }) => accountName).sort()).toEqual(['anna0001', 'bert0001', 'carl0001'])
    expect(items.filter(({ own }) => own).map(({ accountName }) => accountName)).toEqual(['carl0001'])
    expect(items.every(({ validatorOn }) => validatorOn)).toBe(true)
  })
})

describe('the own rights', () => {
  it.each([[{ moduleIds: [20000] }], [{ password: 'A'.repeat(64) }]])(
    'an operator does not change %o of itself',
    async (change) => {
      expect(await update(people.anna, { accountId: ids.anna, ...change })).toMatchObject({
        code: 42207,
        message: '不能修改自己的权限、密码、验证器与状态，请由其他操作员操作',
      })
    },
  )

  it('neither its status nor its second factor', async () => {
    for (const call of [merchantCalls.userStatus, operatorCalls.userValidatorReset]) {
      const input = { accountId: ids.anna, ...(call === merchantCalls.userStatus ? { status: 2 } : {}) }
      expect((await as(people.anna, call, input)).code).toBe(42207)
    }
  })

  it('an operator cannot change one who may do more', async () => {
    await raw.query('update accounts set permission_ids = $2 where id = $1', [ids.carl, [20000, 20004]])
    expect((await update(people.carl, { accountId: ids.anna, nickname: 'x' })).code).toBe(42202)
  })
})

describe('two who change one operator', () => {
  const saw = { moduleIds: [20000] }

  it('see both versions of what both change; what the second does not touch stays', async () => {
    const first = { accountId: ids.carl, moduleIds: [20000, 20001], seen: saw }
    expect((await update(people.anna, first)).code).toBe(200)
    const second = await update(people.bert, { accountId: ids.carl, moduleIds: [20000, 20004], seen: saw })
    expect(second).toMatchObject({ code: 40902, data: { user: { moduleIds: [20000, 20001] } } })
    const renamed = { accountId: ids.carl, nickname: '卡尔', seen: { nickname: '', ...saw } }
    expect((await update(people.bert, renamed)).code).toBe(200)
    const { permission_ids: left, nickname } = (
      await raw.query('select permission_ids, nickname from accounts where id = $1', [ids.carl])
    ).rows[0]
    expect(left).toEqual([20000, 20001])
    expect(nickname).toBe('卡尔')
  })

  it('somebody without any permission gets one', async () => {
    await raw.query(`update accounts set permission_ids = '{}' where id = $1`, [ids.carl])
    const first = { accountId: ids.carl, moduleIds: [20000], seen: { moduleIds: [] } }
    expect((await update(people.anna, first)).code).toBe(200)
  })

  it('at the same moment: one is told', async () => {
    const grant = (person: Person, id: number) =>
      update(person, { accountId: ids.carl, moduleIds: [20000, id], seen: saw })
    const answers = await Promise.all([grant(people.anna, 20001), grant(people.bert, 20004)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 40902])
  })
})

describe('the last one who manages operators', () => {
  it('stays when two take the right from each other at the same moment', async () => {
    const take = (person: Person, accountId: number) => update(person, { accountId, moduleIds: [20000, 20001] })
    const answers = await Promise.all([take(people.anna, ids.bert), take(people.bert, ids.anna)])
    expect(answers.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1)
    const left = await raw.query('select id from accounts where status = 1 and 20004 = any(permission_ids)')
    expect(left.rows).toHaveLength(1)
  })

  it('stays when two disable each other at the same moment', async () => {
    const disable = (person: Person, accountId: number) =>
      as(person, merchantCalls.userStatus, { accountId, status: 2 })
    const answers = await Promise.all([disable(people.anna, ids.bert), disable(people.bert, ids.anna)])
    expect(answers.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1)
  })

  it('cannot be disabled from the account of the head company, which nobody signs in to', async () => {
    const head = await signedIn(pool, { ...tree.head, roleType: 1, now })
    expect((await as(head, merchantCalls.userStatus, { accountId: ids.bert, status: 2 })).code).toBe(200)
    expect(await as(head, merchantCalls.userStatus, { accountId: ids.anna, status: 2 })).toMatchObject({
      code: 42207,
      message: '至少保留一名启用且能管理操作员的操作员',
    })
    expect((await update(head, { accountId: ids.anna, moduleIds: [20000] })).code).toBe(42207)
  })
})

describe('contact and address list', () => {
  const change = { contact: 'telegram:77', allowedIps: ['10.0.0.9'] }

  it('need the password of the operator who changes them', async () => {
    const without = await update(people.anna, { accountId: ids.bert, ...change })
    expect(without).toMatchObject({ code: 40001, data: { issues: [{ path: 'ownPassword' }] } })
    const wrong = await update(people.anna, { accountId: ids.bert, ...change, ownPassword: seal('Wrong12026') })
    expect(wrong.code).toBe(40002)
    const right = await update(people.anna, { accountId: ids.bert, ...change, ownPassword: seal(OWN_PASSWORD) })
    expect(right.code).toBe(200)
    expect(await newestAlert()).toBe('anna0001 修改了操作员 bert0001 的允许登录的IP、联系方式')
    const line = await newestLine()
    expect(line).toMatchObject({ operator_name: 'anna0001', target_name: 'bert0001' })
    expect(line.changes.map(({ field }: { field: string }) => field)).toEqual(['allowedIps', 'contact'])
  })

  it('of oneself can be changed, but not so that one is outside the own list', async () => {
    const own = { accountId: ids.anna, ownPassword: seal(OWN_PASSWORD) }
    expect((await update(people.anna, { ...own, allowedIps: ['10.0.0.9'] })).code).toBe(40001)
    const fine = { ...own, ownPassword: seal(OWN_PASSWORD), allowedIps: ['127.0.0.1'], contact: 'a@example.com' }
    expect((await update(people.anna, fine)).code).toBe(200)
  })
})

describe('what is done to an operator', () => {
  it('a new password ends its sessions and must be changed', async () => {
    expect((await update(people.anna, { accountId: ids.carl, password: seal('Fresh12026') })).code).toBe(200)
    expect((await as(people.carl, merchantCalls.userQuery, { pageIndex: 1, pageSize: 20 })).code).toBe(401)
    const { rows } = await raw.query('select must_change_password from accounts where id = $1', [ids.carl])
    expect(rows[0].must_change_password).toBe(true)
    await raw.query('update accounts set must_change_password = false where id = $1', [ids.carl])
    expect(await newestAlert()).toContain('登录密码')
  })

  it('a reset second factor is gone, once', async () => {
    expect((await as(people.anna, operatorCalls.userValidatorReset, { accountId: ids.carl })).code).toBe(200)
    expect(await newestLine()).toMatchObject({ action: 'validatorReset', target_name: 'carl0001' })
    expect((await as(people.anna, operatorCalls.userValidatorReset, { accountId: ids.carl })).code).toBe(42207)
  })

  it('its sessions are listed and ended, but never the one that asks', async () => {
    const list = async (person: Person, accountId: number) =>
      (await as(person, operatorCalls.userSessions, { accountId })).data as { sessionId: number; current: boolean }[]
    expect((await list(people.anna, ids.carl)).length).toBeGreaterThan(0)
    expect((await as(people.anna, operatorCalls.userSessionsEnd, { accountId: ids.carl })).code).toBe(200)
    expect(await list(people.anna, ids.carl)).toEqual([])
    expect((await as(people.carl, operatorCalls.userSessions, { accountId: ids.anna })).code).toBe(401)
    await as(people.anna, operatorCalls.userSessionsEnd, { accountId: ids.anna })
    expect((await list(people.anna, ids.anna)).map(({ current }) => current)).toEqual([true])
    expect(await newestLine()).toMatchObject({ action: 'sessionEnded' })
  })

  it('is for those with the permission, and about operators only', async () => {
    for (const call of [operatorCalls.userSessionsEnd, operatorCalls.userValidatorReset])
      expect((await as(people.carl, call, { accountId: ids.anna })).code).toBe(40301)
    expect((await as(people.anna, operatorCalls.userSessions, { accountId: tree.agent.accountId })).code).toBe(40401)
  })
})

describe('the logs of the platform', () => {
  type Rows = {
    items: { operatorName: string; targetName: string; merchantName: string; action: string }[]
    total: number
  }
  const changes = async (input: object = {}): Promise<Rows> =>
    (await as(people.carl, operatorCalls.allChanges, { pageIndex: 1, pageSize: 20, ...input })).data as Rows

  it('show changes of every merchant, and are filtered by person, object, kind, path and day', async () => {
    await update(people.anna, { accountId: ids.carl, nickname: `n${now}` })
    const all = await changes()
    expect(new Set(all.items.map(({ merchantName }) => merchantName)).size).toBeGreaterThan(1)
    const byAnna = await changes({ person: 'ANNA' })
    expect(byAnna.items.length).toBeGreaterThan(0)
    expect(byAnna.items.every(({ operatorName }) => operatorName === 'anna0001')).toBe(true)
    expect((await changes({ target: 'carl0001' })).items.every(({ targetName }) => targetName === 'carl0001')).toBe(
      true,
    )
    expect((await changes({ action: '新增账号' })).items.every(({ action }) => action === '新增账号')).toBe(true)
    const under = await changes({ agentPathsId: tree.merchant.pathId })
    expect(new Set(under.items.map(({ merchantName }) => merchantName)).size).toBe(1)
    expect((await changes({ from: '2001-01-01', to: '2001-01-02' })).total).toBe(0)
  })

  it('call an operator one, and are searched by that word; a sub-account of a merchant stays one', async () => {
    const created = await as(people.anna, merchantCalls.userCreate, {
      accountName: 'dora0001',
      password: seal('Operator2026'),
      nickname: 'd',
      moduleIds: [20000],
    })
    expect(created.code).toBe(200)
    const { accountId } = created.data as { accountId: number }
    await update(people.anna, { accountId, nickname: 'dd' })
    expect((await as(people.anna, merchantCalls.userStatus, { accountId, status: 2 })).code).toBe(200)
    const lines = (await changes({ target: 'dora0001' })).items.map(({ action }) => action)
    expect(lines.toSorted()).toEqual(['修改操作员', '修改操作员状态', '新增操作员'].toSorted())
    // What decides who may be a second person is stored as before.
    expect((await raw.query(`select action from change_log where target_name = 'dora0001' order by id`)).rows).toEqual([
      { action: 'subAccountCreate' },
      { action: 'subAccountUpdate' },
      { action: 'subAccountStatus' },
    ])
    await raw.query(
      `insert into change_log (merchant_id, id, at, operator_id, operator_name, path_id, target_name, action, changes, ip)
       values ($1, 9, $2, $3, 'agent', $4, 'sub00001', 'subAccountCreate', '[]', '')`,
      [tree.merchant.merchantId, now, tree.merchant.accountId, tree.merchant.pathId],
    )
    const targets = async (action: string): Promise<string[]> =>
      (await changes({ action })).items.map(({ targetName }) => targetName)
    expect(await targets('新增操作员')).toEqual(['dora0001'])
    expect(await targets('新增子账号')).toEqual(['sub00001'])
    await raw.query('update accounts set permission_ids = permission_ids || $2 where id = $1', [
      ids.anna,
      [PERMISSION.changeLog],
    ])
    const own = await as(people.anna, accessCalls.actionLogQuery, { pageIndex: 1, pageSize: 20, keyword: '新增操作员' })
    expect((own.data as Rows).items).toMatchObject([{ targetName: 'dora0001', action: '新增操作员' }])
  })

  it('show sign-ins of everybody, unknown names too', async () => {
    const input = { account: 'nobody01', password: seal('Whatever2026') }
    await callApp(app, { method: 'POST', path: '/api/common/account/adminlogin', input })
    const logins = async (more: object) =>
      (await as(people.carl, operatorCalls.allLogins, { pageIndex: 1, pageSize: 20, ...more })).data as {
        items: { accountName: string; result: string }[]
      }
    expect((await logins({ person: 'nobody', outcome: 'refused' })).items).toMatchObject([
      { accountName: 'nobody01', result: '账号或密码错误' },
    ])
    expect((await logins({ person: 'nobody', outcome: 'ok' })).items).toEqual([])
  })
})
