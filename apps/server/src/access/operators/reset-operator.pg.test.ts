import { passwordProblem } from '@strata/contract/rules'
import { sealPassword } from '@strata/contract/wrapper'
import { MerchantId } from '@strata/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tellSecurity } from '../../notices/alerts/tell-security.ts'
import { runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { addSubAccount } from '../sub-accounts/new-accounts.ts'
import { callApp, headersOf, type Person, signedIn } from '../testing/person.ts'
import { growSmallTree, made, type SmallTree, TREE_AT } from '../testing/small-tree.ts'
import { wholeServer } from '../testing/whole-server.ts'
import { oneTimePassword, resetOperator } from './reset-operator.ts'

const { pool, raw, url } = await createTestDatabase()
const now = TREE_AT + 3_600_000
let laterMs = 0
const { app, platform } = await wholeServer({ pool, url }, () => now + laterMs)
afterAll(() => app.close())

let tree: SmallTree
let operator: { accountId: number }
beforeAll(async () => {
  tree = await growSmallTree(pool)
  const main = { id: tree.head.accountId, merchantId: MerchantId(0), accountType: 1 as const }
  const login = { name: 'opera001', passwordHash: 'x', transferHash: 'x', permissionIds: [20000, 20001] }
  operator = made(await runTx(pool, {}, (tx) => addSubAccount(tx, { ...login, main, at: TREE_AT })))
})
beforeEach(() =>
  raw.query(`update accounts set totp_secret = null, must_change_password = false where merchant_id = 0`),
)

const reset = (name: string) =>
  resetOperator({ pool, clock: () => now, tell: tellSecurity(platform.live) }, { name, headPathId: tree.head.pathId })

it('a one-time password follows the rule of passwords and is another one each time', () => {
  const many = Array.from({ length: 200 }, oneTimePassword)
  expect(many.filter((password) => passwordProblem(password) !== null)).toEqual([])
  expect(new Set(many).size).toBe(200)
})

describe('npm run operator -- --reset', () => {
  it('lets an operator in again, signs it out everywhere, writes a line and tells all operators', async () => {
    await raw.query(
      `update accounts set totp_secret = 'sealed', recovery_hashes = '{a}', status = 2, allowed_ips = '{10.0.0.1}' where id = $1`,
      [operator.accountId],
    )
    const session = await signedIn(pool, { ...operator, pathId: tree.head.pathId, roleType: 1, now })
    const password = (await reset('OPERA001')) ?? ''
    expect(
      (await callApp(app, { method: 'GET', path: '/api/common/account/session/paths', headers: headersOf(session) }))
        .code,
    ).toBe(401)
    const sealed = sealPassword({ password, appSecret: platform.config.appSecret, nowMs: now })
    const input = { account: 'opera001', password: sealed }
    const answer = await callApp(app, { method: 'POST', path: '/api/common/account/adminlogin', input })
    expect(answer).toMatchObject({ code: 200, data: { mustChangePassword: true } })
    const line = await raw.query(
      'select operator_name, target_name, action, changes from change_log order by id desc limit 1',
    )
    expect(line.rows[0]).toMatchObject({
      operator_name: '服务器命令',
      target_name: 'opera001',
      action: 'operatorReset',
    })
    expect(line.rows[0].changes.map(({ field }: { field: string }) => field)).toEqual([
      'password',
      'validator',
      'status',
      'allowedIps',
    ])
    const alerts = await raw.query(`select path_id, text from alerts where kind = 'security' order by id desc limit 1`)
    expect(alerts.rows[0]).toMatchObject({ path_id: tree.head.pathId })
    expect(alerts.rows[0].text).toContain('opera001')
  })

  it('forgets the wrong guesses that locked the operator out, of the sign-in and of its own password', async () => {
    const signIn = (password: string) => {
      const sealed = sealPassword({ password, appSecret: platform.config.appSecret, nowMs: now })
      const input = { account: 'opera001', password: sealed }
      return callApp(app, { method: 'POST', path: '/api/common/account/adminlogin', input })
    }
    const keysOf = async () => {
      const keys = `select key from sign_in_waits where key like '%opera001%' or key like '% ' || $1`
      return (await raw.query(keys, [String(operator.accountId)])).rows
    }
    await signIn('Wrong2026x')
    const today = Math.floor(now / 86_400_000)
    await raw.query(
      `insert into sign_in_waits (key, failures, wait_until)
       select key || ' ' || $1, 0, 0 from unnest(array['secret login', 'secret totp', 'secrets ' || $2::integer]) key`,
      [String(operator.accountId), today],
    )
    await raw.query('update sign_in_waits set failures = 30, wait_until = $1 where not starts_with(key, $2)', [
      now + 60_000,
      'block',
    ])
    expect((await signIn('Wrong2026x')).code).toBe(40005)
    expect((await keysOf()).length).toBeGreaterThan(4)
    const password = (await reset('opera001')) ?? ''
    expect(await keysOf()).toEqual([])
    // A process trusts a wait that it has read for ten seconds.
    laterMs = 10_000
    expect((await signIn(password)).code).toBe(200)
    laterMs = 0
  })

  it.each(['nobody01', 'agent001', 'merch001'])('knows no operator %s', async (name) => {
    const before = (await raw.query('select password_hash from accounts order by id')).rows
    expect(await reset(name)).toBeNull()
    expect((await raw.query('select password_hash from accounts order by id')).rows).toEqual(before)
  })
})

describe('an operator of a production database without a second factor', () => {
  const change = (person: Person) =>
    callApp(app, {
      method: 'POST',
      path: '/api/admin/merchant/update',
      input: { agentPathsId: tree.merchant.pathId, nickname: '新名' },
      headers: headersOf(person),
    })
  const become = (kind: string) =>
    raw.query(`update settings set value = to_jsonb($1::text) where key = 'kind'`, [kind])
  afterAll(() => become('demo'))
  let person: Person
  beforeEach(async () => {
    await raw.query('update accounts set status = 1 where id = $1', [operator.accountId])
    person = await signedIn(pool, { ...operator, pathId: tree.head.pathId, roleType: 1, now })
  })

  it('reads, and is told to bind one before it changes anything', async () => {
    await become('production')
    const list = { method: 'POST', path: '/api/admin/merchant/query', input: { pageIndex: 1, pageSize: 20 } } as const
    expect((await callApp(app, { ...list, headers: headersOf(person) })).code).toBe(200)
    expect(await change(person)).toMatchObject({
      code: 42207,
      message: '须先绑定验证器才能修改，请到“修改密码”页绑定',
    })
    const other = await signedIn(pool, { ...tree.head, roleType: 2, now })
    const password = { agentPathsId: tree.merchant.pathId, newPassword: 'A'.repeat(64) }
    const resetting = { method: 'POST', path: '/api/common/account/updatepwd', input: password } as const
    expect((await callApp(app, { ...resetting, headers: headersOf(other) })).code).toBe(42207)
    await raw.query(`update accounts set totp_secret = 'sealed' where id = $1`, [operator.accountId])
    expect((await change(person)).code).toBe(200)
  })

  it('may change things in a demo, and nobody below the head owes one', async () => {
    await become('demo')
    expect((await change(person)).code).toBe(200)
    await become('production')
    const general = await signedIn(pool, { ...tree.general, now })
    const status = { agentPathsId: tree.agent.pathId, status: 4 }
    const answer = await callApp(app, {
      method: 'POST',
      path: '/api/common/account/updatestatus',
      input: status,
      headers: headersOf(general),
    })
    expect(answer.code).toBe(200)
  })
})
