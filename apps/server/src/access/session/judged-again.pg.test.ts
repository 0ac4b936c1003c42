import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { runBulk } from '../../tree/terms/change-terms-of-many.ts'
import { hashPassword } from '../passwords/password-pool.ts'
import { type PeopleServer, peopleServer } from '../testing/people-server.ts'
import type { Answered, Person } from '../testing/person.ts'
import { PASSWORD, TRANSFER_PASSWORD } from '../testing/small-tree.ts'

/**
 * Authority is checked again at the moment of the change: permissions lost between the call and its transaction no
 * longer count.
 */

const { pool, url, raw } = await createTestDatabase()
let server: PeopleServer
let general: Person
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  general = await server.as(server.tree.general, server.tree.general.pathId)
})
afterAll(() => server.close())

const account = '/api/common/account'

/** Waits until some transaction waits for a lock. */
const isWaiting = async (): Promise<boolean> =>
  (await raw.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .rowCount !== 0

/**
 * Makes a call while `held` is locked, runs an action once the call waits for the lock, and returns the answer of
 * the call.
 */
async function whileLocked(
  lock: (client: PoolClient) => Promise<unknown>,
  call: () => Promise<Answered>,
  meanwhile: (client: PoolClient) => Promise<unknown>,
): Promise<Answered> {
  const client = await raw.connect()
  await client.query('begin')
  await lock(client)
  const answer = call()
  while (!(await isWaiting())) await sleep(20)
  await meanwhile(client)
  await client.query('commit')
  client.release()
  return answer
}

const lockTable = (name: string) => (client: PoolClient) => client.query(`lock table ${name} in exclusive mode`)
const freeze = () => raw.query('update paths set status = 4 where id = $1', [server.tree.general.pathId])
const thaw = () => raw.query('update paths set status = 1 where id = $1', [server.tree.general.pathId])
const grant = (ids: number[] | null) =>
  raw.query('update accounts set permission_ids = $2 where id = $1', [server.tree.general.accountId, ids])

describe('a change that waits for a lock', () => {
  const transfer = (requestId: string) =>
    server.post(general, '/api/common/funds/agent/transfer', {
      agentPathsId: server.tree.agent.pathId,
      amount: '1',
      kind: 'credit',
      transferPassword: server.seal(TRANSFER_PASSWORD),
      requestId,
    })
  const balances = async () => (await raw.query('select path_id, balance from wallets order by path_id')).rows

  beforeAll(() =>
    raw.query('update wallets set balance = 1000000, quota = 1000000 where path_id = $1', [server.tree.general.pathId]),
  )

  it('moves no money if the caller was frozen meanwhile', async () => {
    const before = await balances()
    expect((await whileLocked(lockTable('wallets'), () => transfer('again-1'), freeze)).code).toBe(40007)
    expect(await balances()).toEqual(before)
    await thaw()
    expect((await transfer('again-1')).code).toBe(200)
  })

  it('moves no money if the caller lost the permission or its session', async () => {
    const before = await balances()
    const lose = () => grant([80000, 80001])
    expect((await whileLocked(lockTable('wallets'), () => transfer('again-2'), lose)).code).toBe(40301)
    await grant(null)
    const end = () =>
      raw.query('update sessions set ended_at = 1 where account_id = $1', [server.tree.general.accountId])
    expect((await whileLocked(lockTable('wallets'), () => transfer('again-3'), end)).status).toBe(401)
    await raw.query('update sessions set ended_at = null where account_id = $1', [server.tree.general.accountId])
    expect(await balances()).toEqual(before)
  })

  it('changes no terms if the caller was frozen meanwhile', async () => {
    const { agent } = server.tree
    const set = () =>
      server.post(general, '/api/common/game/agent/set/v1', {
        agentPathsId: agent.pathId,
        version: 0,
        games: [{ gameId: 3, enabled: false }],
      })
    const versions = async () => (await raw.query('select terms_version from paths where id = $1', [agent.pathId])).rows
    const before = await versions()
    expect((await whileLocked(lockTable('merchants'), set, freeze)).code).not.toBe(200)
    expect(await versions()).toEqual(before)
    await thaw()
  })
})

describe('a change of many', () => {
  it('stops at the step at which its caller loses the permission', async () => {
    const { agent, sibling, merchant } = server.tree
    const asked = { agentPathsIds: [agent.pathId, sibling.pathId], games: [{ gameId: 3, enabled: false }] }
    const started = await server.post(general, '/api/common/game/agent/set/many', asked)
    const { bulkId } = started.data as { bulkId: string }
    const live = { publish: () => {} } as never
    await grant([80000])
    await runBulk({ pool, live, clock: () => server.now }, merchant.merchantId, BigInt(bulkId))
    await grant(null)
    const found = await server.post(general, '/api/common/game/agent/set/many/query', { bulkId })
    expect(found.data).toMatchObject({
      state: 'done',
      done: 2,
      failed: [{ reason: '没有权限' }, { reason: '没有权限' }],
    })
  })
})

describe('a sign-in under way', () => {
  it('opens no session if the password was reset meanwhile', async () => {
    const { sibling } = server.tree
    const fresh = await hashPassword('Other2026')
    const reset = (client: PoolClient) =>
      client.query('update accounts set password_hash = $2 where id = $1', [sibling.accountId, fresh])
    const answer = await whileLocked(
      reset,
      () => server.signIn('agent003', PASSWORD),
      async () => {},
    )
    expect(answer.code).toBe(40002)
    const open = 'select count(*)::integer as n from sessions where account_id = $1 and ended_at is null'
    expect((await raw.query(open, [sibling.accountId])).rows).toEqual([{ n: 0 }])
    expect((await server.signIn('agent003', 'Other2026')).code).toBe(200)
  })
})

describe('sessions of an account', () => {
  it('are limited to twenty: one more ends the oldest', async () => {
    const { otherAgent } = server.tree
    const first = await server.as(otherAgent, otherAgent.pathId)
    for (let more = 0; more < 19; more++) await server.as(otherAgent, otherAgent.pathId)
    expect((await server.get(first, `${account}/bulletin-message`)).code).toBe(200)
    expect((await server.signIn('agent002', PASSWORD)).code).toBe(200)
    expect((await server.get(first, `${account}/bulletin-message`)).status).toBe(401)
  })
})

describe('a sub-account', () => {
  it('is bound by its main account’s addresses, and signed out when an ancestor resets the main account', async () => {
    const { agent, sub } = server.tree
    const person = await server.as(sub, agent.pathId)
    const bind = (ips: string) =>
      raw.query('update accounts set allowed_ips = $2 where id = $1', [agent.accountId, ips])
    await bind('{10.1.2.3}')
    expect((await server.get(person, `${account}/bulletin-message`)).code).toBe(40301)
    expect((await server.signIn('agtsub01', PASSWORD)).message).toBe('当前IP不在允许范围内')
    await bind('{}')
    expect((await server.get(person, `${account}/bulletin-message`)).code).toBe(200)
    const reset = { agentPathsId: agent.pathId, newPassword: server.seal('Reset2026') }
    expect((await server.post(general, `${account}/updatepwd`, reset)).code).toBe(200)
    expect((await server.get(person, `${account}/bulletin-message`)).status).toBe(401)
  })
})
