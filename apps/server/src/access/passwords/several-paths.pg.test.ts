import type { PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { createAgent, createSecondPath, type Made } from '../../tree/paths/create-path.ts'
import { type PeopleServer, peopleServer } from '../testing/people-server.ts'
import type { Person } from '../testing/person.ts'
import { made, OPERATOR, PASSWORD, TREE_AT } from '../testing/small-tree.ts'

/**
 * The agent has a second path below another general agent: only the common ancestor of both may manage the account
 * itself.
 */

const { pool, url, raw } = await createTestDatabase()
let server: PeopleServer
let otherGeneral: Made
let second: Made
let people: Record<'merchant' | 'general' | 'otherGeneral' | 'agent', Person>

beforeAll(async () => {
  server = await peopleServer({ pool, url })
  const { merchant, general, agent } = server.tree
  const common = { merchantId: merchant.merchantId, at: TREE_AT, operator: OPERATOR }
  await runTx(pool, {}, async (tx) => {
    const login = { name: 'genagt02', passwordHash: 'none', transferHash: 'none' }
    otherGeneral = made(await createAgent(tx, { ...common, ...login, role: 2, parentId: merchant.pathId }))
    const account = { id: agent.accountId, name: 'agent001', nickname: null }
    second = made(await createSecondPath(tx, { ...common, role: 3, parentId: otherGeneral.pathId, account }))
  })
  people = {
    merchant: await server.as(merchant, merchant.pathId),
    general: await server.as(general, general.pathId),
    otherGeneral: await server.as(otherGeneral, otherGeneral.pathId),
    agent: await server.as(agent, agent.pathId),
  }
})
afterAll(() => server.close())

const account = '/api/common/account'
const page = { pageIndex: 1, pageSize: 20 }
const SHARED = { code: 40301, message: '该账号还有其他线路，只能由共同上级操作' }

const reset = (person: Person, agentPathsId: PathId, kind: 'login' | 'transfer' = 'login', value = 'Reset2026') =>
  server.post(person, `${account}/updatepwd`, { agentPathsId, kind, newPassword: server.seal(value) })

describe('an account with paths in two branches', () => {
  it('cannot be taken over by the parent of one path', async () => {
    const { agent } = server.tree
    expect(await reset(people.general, agent.pathId)).toMatchObject(SHARED)
    expect(await reset(people.otherGeneral, second.pathId)).toMatchObject(SHARED)
    // The attack: sign in to the account with a password set by one parent, then create members below its path in
    // the other branch.
    expect((await server.signIn('agent001', 'Reset2026')).code).toBe(40002)
    expect((await server.signIn('agent001', PASSWORD)).code).toBe(200)
  })

  it('keeps its transfer password, its second factor and its details', async () => {
    const { agent } = server.tree
    expect(await reset(people.general, agent.pathId, 'transfer', '135790')).toMatchObject(SHARED)
    await raw.query(`update accounts set totp_secret = 'sealed' where id = $1`, [agent.accountId])
    const off = await server.post(people.general, `${account}/validator/reset`, { agentPathsId: agent.pathId })
    expect(off).toMatchObject(SHARED)
    await raw.query('update accounts set totp_secret = null where id = $1', [agent.accountId])
    for (const field of [{ nickname: 'x' }, { bankName: 'x' }, { contact: 'telegram:12345' }, { allowedIps: [] }]) {
      const input = { agentPathsId: agent.pathId, ...field }
      expect(await server.post(people.general, `${account}/update-account-info`, input)).toMatchObject(SHARED)
    }
  })

  it('can be reset by the common ancestor', async () => {
    const { agent } = server.tree
    expect((await reset(people.merchant, second.pathId)).code).toBe(200)
    const back = await reset(people.merchant, agent.pathId, 'login', PASSWORD)
    expect(back.code).toBe(200)
    people.agent = await server.as(agent, agent.pathId)
    await raw.query('update accounts set must_change_password = false where id = $1', [agent.accountId])
  })

  it('can be reset by the parent again after the other path is closed', async () => {
    const { agent } = server.tree
    await raw.query('update paths set closed_at = $2 where id = $1', [second.pathId, TREE_AT])
    expect((await reset(people.general, agent.pathId, 'transfer', '246810')).code).toBe(200)
    await raw.query('update paths set closed_at = null where id = $1', [second.pathId])
  })
})

describe('an ancestor of one path', () => {
  const about = (person: Person, agentPathsId: PathId) =>
    server.get(person, `${account}/account-info`, { agentPathsId })

  it('does not see the details of the account', async () => {
    const { agent } = server.tree
    const details = { contact: 'telegram:99887766', bankName: '中国银行', allowedIps: ['127.0.0.1'] }
    const sealed = { password: server.seal(PASSWORD) }
    expect((await server.post(people.agent, `${account}/update-account-info`, { ...details, ...sealed })).code).toBe(
      200,
    )
    expect((await about(people.merchant, agent.pathId)).data).toMatchObject(details)
    const seen = await about(people.general, agent.pathId)
    expect(seen.data).toMatchObject({ accountName: 'agent001', contact: '', bankName: '', allowedIps: [] })
    expect((await server.get(people.agent, `${account}/account-info`)).data).toMatchObject(details)
  })

  it('sees only changes at or below that path', async () => {
    const { agent, member } = server.tree
    const elsewhere = await server.as(agent, second.pathId)
    const status = (person: Person, id: number) =>
      server.post(person, `${account}/updatestatus`, { agentPathsId: id, status: 4, reason: 'test' })
    const memberName = 'secondmem1'
    const create = { accountName: memberName, password: server.seal(PASSWORD), pankou: 'C', requestId: 'several-1' }
    expect((await server.post(elsewhere, '/api/agent/create-member', create)).code).toBe(200)
    expect((await status(people.agent, member.pathId)).code).toBe(200)
    const names = async (person: Person, agentPathsId: PathId): Promise<string[]> => {
      const found = await server.post(person, '/api/common/actionlog/query', { ...page, agentPathsId })
      return (found.data as { items: { targetName: string }[] }).items.map(({ targetName }) => targetName)
    }
    expect(await names(people.general, agent.pathId)).toContain('mem0001')
    expect(await names(people.general, agent.pathId)).not.toContain(memberName)
    expect(await names(people.otherGeneral, second.pathId)).toContain(memberName)
    expect(await names(people.otherGeneral, second.pathId)).not.toContain('mem0001')
    const own = await server.post(people.agent, '/api/common/actionlog/query', page)
    expect(own.text).toContain(memberName)
  })

  it('sees no sign-ins, unlike the common ancestor', async () => {
    const { agent } = server.tree
    const log = (person: Person, agentPathsId: PathId) =>
      server.post(person, `${account}/findloginlog`, { ...page, agentPathsId })
    expect(await log(people.general, agent.pathId)).toMatchObject(SHARED)
    expect(await log(people.otherGeneral, second.pathId)).toMatchObject(SHARED)
    expect((await log(people.merchant, agent.pathId)).code).toBe(200)
    expect((await server.post(people.agent, `${account}/findloginlog`, page)).code).toBe(200)
  })

  it('shows in lists when it signed in, and whether it is there, only to the common ancestor', async () => {
    const { agent, sibling } = server.tree
    await raw.query('update accounts set last_login_at = case id when $1 then 2000 else 1000 end where id = any($2)', [
      agent.accountId,
      [agent.accountId, sibling.accountId],
    ])
    await server.as(sibling, sibling.pathId)
    const list = async (person: Person, input: Record<string, unknown> = {}) => {
      const found = await server.post(person, '/api/agent/query', { ...page, ...input })
      return (
        found.data as { items: { accountName: string; lastLoginAt: number | null; online: boolean }[] }
      ).items.map(({ accountName, lastLoginAt, online }) => [accountName, lastLoginAt, online])
    }
    const below = { parentPathsId: server.tree.general.pathId }
    const last = { sortInfo: { columnName: 'lastLoginAt', direction: 1 } }
    expect(await list(people.merchant, { ...below, ...last })).toEqual([
      ['agent001', 2000, true],
      ['agent003', 1000, true],
    ])
    // The order does not tell it either: it stands with those who never signed in.
    expect(await list(people.general, last)).toEqual([
      ['agent003', 1000, true],
      ['agent001', null, false],
    ])
    expect(await list(people.otherGeneral)).toEqual([['agent001', null, false]])
    expect(await list(people.general, { agentPathsId: agent.pathId })).toEqual([['agent001', null, false]])
    // Once the other path is closed, it is the parent's to see.
    await raw.query('update paths set closed_at = $2, changed = pg_current_xact_id() where id = $1', [
      second.pathId,
      TREE_AT,
    ])
    expect(await list(people.general, last)).toEqual([
      ['agent001', 2000, true],
      ['agent003', 1000, true],
    ])
    await raw.query('update paths set closed_at = null, changed = pg_current_xact_id() where id = $1', [second.pathId])
  })

  it('has no call that shows another account’s sessions', async () => {
    const { agent } = server.tree
    const query = `${account}/session/query`
    expect((await server.post(people.general, query, { agentPathsId: agent.pathId })).code).toBe(40001)
    const own = (await server.post(people.agent, query)).data as { sessionId: number }[]
    const [session] = own
    const revoke = { sessionId: session?.sessionId }
    expect((await server.post(people.general, `${account}/session/revoke`, revoke)).code).toBe(40401)
  })
})
